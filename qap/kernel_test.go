package qap_test

import (
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/qap"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// instance returns a random instance whose matrix entries are less than largest.
func instance(t testing.TB, n int, largest int32, symmetric bool) *qap.Instance {
	t.Helper()
	random := rng.At(uint64(largest), uint32(n), 0)
	var m [2][]int64
	for x := range m {
		m[x] = make([]int64, n*n)
		for i := range n {
			for j := range n {
				if m[x][i*n+j] = int64(random.IntN(largest)); symmetric && j < i {
					m[x][i*n+j] = m[x][j*n+i]
				}
			}
			if symmetric {
				m[x][i*n+i] = 0
			}
		}
	}
	in, err := qap.New("random", n, m[0], m[1])
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func space(in *qap.Instance) local.Landscape[qap.Assignment] {
	return local.Landscape[qap.Assignment]{
		Random: func(r *rng.Stream) qap.Assignment { return qap.Random(in.N(), r) },
		Around: func(p qap.Assignment, _ int) ([]moves.Neighbourhood[qap.Assignment], error) {
			s, err := qap.NewSwaps(in, p)
			if err != nil {
				return nil, err
			}
			r, err := qap.NewRotations(in, p)
			return []moves.Neighbourhood[qap.Assignment]{s, r}, err
		},
	}
}

func TestNumbersBeyondTheDeviceAreRefused(t *testing.T) {
	in, err := qap.New("huge", 2, []int64{0, 1 << 40, 1 << 40, 0}, []int64{0, 1, 1, 0})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := qap.SwapsKernel(in); err == nil {
		t.Error("numbers of 41 bits passed")
	}
}
