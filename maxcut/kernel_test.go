//go:build !race

package maxcut_test

import (
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/gpu/gputest"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/maxcut"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
)

func TestEqualsTheHost(t *testing.T) {
	for _, c := range []struct{ n, edges int }{{1, 0}, {60, 180}} {
		r, edges := rng.At(1, uint32(c.n), 0), make([]maxcut.Edge, c.edges)
		for i := range edges { // some weights exceed 32 bits
			to := r.IntN(int32(c.n - 1))
			edges[i] = maxcut.Edge{From: to + 1, To: r.IntN(to + 1), Weight: int64(r.IntN(100)-30) << (r.IntN(3) * 15)}
		}
		in, err := maxcut.New("random", c.n, edges)
		if err != nil {
			t.Fatal(err)
		}
		gputest.Kernels(t, local.Landscape[maxcut.Sides]{
			Random: func(r *rng.Stream) maxcut.Sides { return maxcut.Random(c.n, r) },
			Around: func(s maxcut.Sides, _ int) ([]moves.Neighbourhood[maxcut.Sides], error) {
				f, err := maxcut.NewFlips(in, s)
				return []moves.Neighbourhood[maxcut.Sides]{f}, err
			},
		}, c.n, maxcut.FlipsKernel(in))
	}
}
