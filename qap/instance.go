package qap

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/tourmaline-opt/tourmaline/rng"
)

// Largest is the maximum number of facilities in an instance.
const Largest = 10_000

// An Instance is a problem instance. It is immutable.
type Instance struct {
	Name string

	n    int
	a, b []int64 // n×n, row by row
}

// An Assignment contains the place of each facility, counted from 0.
type Assignment []int32

// New returns an instance with two n×n matrices, given row by row. Costs must be integers that a
// float64 represents exactly.
func New(name string, n int, a, b []int64) (*Instance, error) {
	if n < 1 || n > Largest {
		return nil, fmt.Errorf("got %d facilities, expected 1 to %d", n, Largest)
	}
	if len(a) != n*n || len(b) != n*n {
		return nil, fmt.Errorf("got matrices of %d and %d numbers, expected %d each for %d facilities", len(a), len(b), n*n, n)
	}
	in := &Instance{Name: name, n: n, a: a, b: b}
	if limit := in.limit(); limit >= 1<<53 {
		return nil, fmt.Errorf("costs can reach %.3g, expected less than 2^53: divide a matrix by a common factor", limit)
	}
	return in, nil
}

// limit returns an upper bound on the cost of any assignment.
func (in *Instance) limit() float64 { return largestRow(len(in.a), in.a) * largest(in.b) }

// N returns the number of facilities.
func (in *Instance) N() int { return in.n }

// Cost returns the cost of an assignment, computed from scratch.
func (in *Instance) Cost(p Assignment) float64 {
	var sum int64
	for i, at := range p {
		a, b := in.a[i*in.n:], in.b[int(at)*in.n:]
		for j, other := range p {
			sum += a[j] * b[other]
		}
	}
	return float64(sum)
}

// Check returns an error unless p is an assignment of this instance.
func (in *Instance) Check(p Assignment) error {
	if len(p) != in.n {
		return fmt.Errorf("got %d places for %d facilities, expected one for each", len(p), in.n)
	}
	holder := make([]int, in.n)
	for i, at := range p {
		if at < 0 || int(at) >= in.n {
			return fmt.Errorf("facility %d is at place %d, expected 1 to %d", i+1, at+1, in.n)
		}
		if other := holder[at]; other > 0 {
			return fmt.Errorf("facilities %d and %d are both at place %d", other, i+1, at+1)
		}
		holder[at] = i + 1
	}
	return nil
}

// Hash returns a hash that identifies the instance by its matrices, independently of its name.
func (in *Instance) Hash() string {
	sum := in.digest()
	return "sha256:" + hex.EncodeToString(sum[:])
}

func (in *Instance) digest() [sha256.Size]byte {
	h := sha256.New()
	fmt.Fprintf(h, "tourmaline/qap/v1 %d\n", in.n)
	for _, matrix := range [][]int64{in.a, in.b} {
		for row := range slices.Chunk(matrix, in.n) {
			_ = binary.Write(h, binary.LittleEndian, row) // writing to a hash never fails
		}
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// Random returns a uniformly random assignment.
func Random(n int, random *rng.Stream) Assignment {
	p := make(Assignment, n)
	for i := range p {
		p[i] = int32(i)
	}
	random.Shuffle(p)
	return p
}

// At returns the entries of both matrices at a row and column, counted from 0.
func (in *Instance) At(row, col int) (a, b int64) { return in.a[row*in.n+col], in.b[row*in.n+col] }
