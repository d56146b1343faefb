// Package gpu has the neighbourhood of package swap for the template of local search on
// a device. Lengths are whole numbers, so what it picks equals package swap bit for bit.
package gpu

import (
	"context"
	"embed"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	cities "github.com/tourmaline-opt/tourmaline/internal/opencl/sweeps"
	"github.com/tourmaline-opt/tourmaline/internal/opencl/walks"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/swap"
)

//go:embed *.cl
var sources embed.FS

// Swap is the model of swap.Swap. The costs of the instance must be whole numbers, as
// TSPLIB's are.
func Swap(device cl.Info, in *tsp.Instance) (walks.Model[tsp.Tour], error) {
	if in.Scale() != 1 {
		return walks.Model[tsp.Tour]{}, fmt.Errorf("%s has distances in steps of %g, expected whole numbers: use --metric EUC_2D, or --engine cpu", in.Name, 1/in.Scale())
	}
	place, err := cities.NewPlace(device, in)
	if err != nil {
		return walks.Model[tsp.Tour]{}, err
	}
	return walks.Model[tsp.Tour]{
		Sources: sources, File: "swap.cl", Delta: walks.Long,
		Defines: append(place.Defines(), cl.Define{Name: "N", Value: in.N()}),
		Inputs:  func(ctx context.Context, w *cl.Scope) []any { return []any{place.Put(ctx, w)} },
		State:   in.N(),
		Encode: func(h moves.Neighbourhood[tsp.Tour], state []int32) {
			h.(*swap.Swap).Places(state)
		},
		Moves: moves.Pairs(in.N()), Attributes: in.N(),
	}, nil
}
