//go:build !race

package colouring_test

import (
	"testing"

	"github.com/tourmaline-opt/tourmaline/colouring"
	"github.com/tourmaline-opt/tourmaline/internal/gpu/gputest"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
)

func TestEqualsTheHost(t *testing.T) {
	for _, c := range []struct{ n, edges, colours int }{{2, 0, 2}, {60, 180, 6}} {
		in, err := colouring.Generate(c.n, c.edges, c.colours, 1)
		if err != nil {
			t.Fatal(err)
		}
		gputest.Kernels(t, local.Landscape[colouring.Colours]{
			Random: func(r *rng.Stream) colouring.Colours { return colouring.Random(in, r) },
			Around: func(s colouring.Colours, _ int) ([]moves.Neighbourhood[colouring.Colours], error) {
				h, err := colouring.NewChanges(in, s)
				return []moves.Neighbourhood[colouring.Colours]{h}, err
			},
		}, c.n, colouring.ChangesKernel(in))
	}
}
