package swap_test

import (
	"context"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/internal/tours/swap"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

func space(in *tsp.Instance) local.Landscape[tsp.Tour] {
	return local.Landscape[tsp.Tour]{
		Random: func(r *rng.Stream) tsp.Tour {
			t := tsp.Identity(in.N())
			r.Shuffle(t)
			return t
		},
		Around: func(t tsp.Tour, _ int) ([]moves.Neighbourhood[tsp.Tour], error) {
			h, err := swap.New(context.Background(), in, t)
			return []moves.Neighbourhood[tsp.Tour]{h}, err
		},
	}
}

// oneWay returns an instance with an asymmetric matrix.
func oneWay(t testing.TB, n int) *tsp.Instance {
	t.Helper()
	random := rng.At(1, 2, 3)
	m := make([]float64, n*n)
	for i := range m {
		m[i] = float64(random.IntN(1000))
	}
	in, err := tsp.FromMatrix(n, m)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func TestFractionsAreRefused(t *testing.T) {
	in, err := tsp.FromPoints(tsp.Euclidean, []tsp.Point{{0, 0}, {1, 1}, {2, 0}, {0.5, 7}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := swap.Kernel(cltest.Device(t).Info(), in); err == nil {
		t.Error("fractions of a unit passed")
	}
}
