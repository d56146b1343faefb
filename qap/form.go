package qap

// A Form is an instance as its neighbourhoods see it. If it is symmetric, both
// matrices are, their diagonals are empty, and an assignment costs a constant and
// half of Unit times Σ A[i][j]·B[p[i]][p[j]]; if not, the matrices are those of the
// instance.
type Form struct {
	A, B      []int64
	Unit      int64
	Symmetric bool
}

// Form is symmetric where it can be: where one matrix is, only the sum of the two
// directions of the other counts, and where one diagonal is empty the other does not
// count.
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

// Reach is more than any exchange of two facilities can change, and than any sum on
// the way there, in units.
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

// bothWays adds a matrix and its mirror image.
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
