package qap

// A Form is an instance in the form that its neighbourhoods use. If it is
// symmetric, both matrices are symmetric with empty diagonals, and an
// assignment costs a constant plus half of Unit times Σ A[i][j]·B[p[i]][p[j]].
// Otherwise the matrices are those of the instance.
type Form struct {
	A, B      []int64
	Unit      int64
	Symmetric bool
}

// Form returns a symmetric form if possible. If one matrix is symmetric, only
// the sum of both directions of the other matters. If one diagonal is empty,
// the other does not matter.
func (in *Instance) Form() Form {
	aSym, bSym := isSymmetric(in.n, in.a), isSymmetric(in.n, in.b)
	if !aSym && !bSym || !emptyDiagonal(in.n, in.a) && !emptyDiagonal(in.n, in.b) {
		return Form{A: in.a, B: in.b, Unit: 1}
	}
	f := Form{A: withoutDiagonal(in.n, in.a), B: withoutDiagonal(in.n, in.b), Unit: 2, Symmetric: true}
	switch {
	case !aSym:
		f.A, f.Unit = bothWays(in.n, f.A), 1
	case !bSym:
		f.B, f.Unit = bothWays(in.n, f.B), 1
	}
	return f
}

// Reach is an upper bound on the change by any exchange of two facilities, and
// on all intermediate sums, in units.
func (f *Form) Reach(n int) float64 {
	reach := 4 * min(largestRow(n, f.A)*largest(f.B), largestRow(n, f.B)*largest(f.A))
	if !f.Symmetric {
		reach = 8 * float64(n) * largest(f.A) * largest(f.B)
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
	out := append([]int64(nil), m...)
	for i := range n {
		out[i*n+i] = 0
	}
	return out
}

// bothWays adds a matrix and its transpose.
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
		most = max(most, abs(v))
	}
	return most
}

func largestRow(n int, m []int64) float64 {
	most := 0.0
	for i := range n {
		sum := 0.0
		for _, v := range m[i*n:][:n] {
			sum += abs(v)
		}
		most = max(most, sum)
	}
	return most
}

func abs(v int64) float64 {
	if v < 0 {
		return -float64(v)
	}
	return float64(v)
}
