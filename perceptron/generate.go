package perceptron

import (
	"fmt"

	"github.com/tourmaline-opt/tourmaline/rng"
)

// planting separates the random numbers of Generate from the random numbers of a search. A search
// that starts at a random vector with the same seed must not start at the planted vector or at a
// row of the matrix.
const planting = 0x50455243

// The second half of a random number's address identifies its purpose. The first half is the row.
const (
	forSolution uint32 = iota
	forRow
)

// Generate returns an instance and a solution of it. It draws a random matrix and a random vector,
// and negates rows with a negative product [POI95 §2]. The same size and seed give the same
// instance on every machine.
func Generate(rows, cols int, seed uint64) (*Instance, Solution, error) {
	if err := checkSize(rows, cols); err != nil {
		return nil, nil, err
	}
	if cols%2 == 0 {
		return nil, nil, fmt.Errorf("got %d columns, expected an odd number, so that no product is 0: use %d or %d", cols, cols-1, cols+1)
	}
	own := rng.Derive(seed, planting)
	s := rng.At(own, 0, forSolution)
	v := Random(cols, &s)
	entries, products := make([]int8, rows*cols), make([]int32, rows)
	for i := range products {
		row := entries[i*cols:][:cols]
		s := rng.At(own, uint32(i), forRow)
		fill(row, &s)
		products[i] = towards(v, row)
	}
	in, err := New(fmt.Sprintf("perceptron-%d-%d-s%d", rows, cols, seed), cols, entries, products)
	return in, v, err
}

// towards negates a row if its product with v is negative, and returns the product.
func towards(v Solution, row []int8) int32 {
	var y int32
	for j, a := range row {
		y += int32(a) * int32(v[j])
	}
	if y >= 0 {
		return y
	}
	for j := range row {
		row[j] = -row[j]
	}
	return -y
}

// Random returns a vector in which every entry is 1 or -1 with equal probability.
func Random(n int, s *rng.Stream) Solution {
	v := make(Solution, n)
	fill(v, s)
	return v
}

// fill sets each element to 1 or -1, using one random bit per element.
func fill(signs []int8, s *rng.Stream) {
	var bits uint32
	for j := range signs {
		if j%32 == 0 {
			bits = s.Uint32()
		}
		signs[j] = int8(bits&1)*2 - 1
		bits >>= 1
	}
}
