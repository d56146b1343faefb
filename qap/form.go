package qap

import (
	"math"
	"slices"
)

// A form is an instance in the form that its neighbourhoods use. If it is symmetric, both matrices
// are symmetric with zero diagonals, and an assignment costs a constant plus half of unit times Σ
// a[i][j]·b[p[i]][p[j]]. Otherwise the matrices are those of the instance.
type form struct {
	a, b      []int64
	unit      int64
	symmetric bool
}

// form returns a symmetric form if possible. If one matrix is symmetric, only the sum of both
// directions of the other matrix matters. If one diagonal is zero, the other diagonal does not
// matter.
func (in *Instance) form() form {
	aSym, bSym := isSymmetric(in.n, in.a), isSymmetric(in.n, in.b)
	if !aSym && !bSym || !emptyDiagonal(in.n, in.a) && !emptyDiagonal(in.n, in.b) {
		return form{a: in.a, b: in.b, unit: 1}
	}
	f := form{a: withoutDiagonal(in.n, in.a), b: withoutDiagonal(in.n, in.b), unit: 2, symmetric: true}
	switch {
	case !aSym:
		f.a, f.unit = bothWays(in.n, f.a), 1
	case !bSym:
		f.b, f.unit = bothWays(in.n, f.b), 1
	}
	return f
}

// reach returns an upper bound on the absolute delta of any exchange of two facilities, and on all
// intermediate sums, in multiples of unit.
func (f *form) reach(n int) float64 {
	reach := 4 * min(largestRow(n, f.a)*largest(f.b), largestRow(n, f.b)*largest(f.a))
	if !f.symmetric {
		reach = 8 * float64(n) * largest(f.a) * largest(f.b)
	}
	return reach
}

func isSymmetric(n int, m []int64) bool {
	for i := range n {
		for j := range i {
			if m[i*n+j] != m[j*n+i] {
				return false
			}
		}
	}
	return true
}

func emptyDiagonal(n int, m []int64) bool {
	for i := range n {
		if m[i*n+i] != 0 {
			return false
		}
	}
	return true
}

func withoutDiagonal(n int, m []int64) []int64 {
	out := slices.Clone(m)
	for i := range n {
		out[i*n+i] = 0
	}
	return out
}

// bothWays returns the sum of a matrix and its transpose.
func bothWays(n int, m []int64) []int64 {
	out := make([]int64, n*n)
	for i := range n {
		for j := range n {
			out[i*n+j] = m[i*n+j] + m[j*n+i]
		}
	}
	return out
}

func largest(m []int64) float64 {
	most := 0.0
	for _, v := range m {
		most = max(most, math.Abs(float64(v)))
	}
	return most
}

// largestRow returns the largest sum of absolute values in a row of n numbers.
func largestRow(n int, m []int64) float64 {
	most := 0.0
	for row := range slices.Chunk(m, n) {
		sum := 0.0
		for _, v := range row {
			sum += math.Abs(float64(v))
		}
		most = max(most, sum)
	}
	return most
}
