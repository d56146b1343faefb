// Package gpu has the neighbourhood of package swap for the template of local search on
// a device. Lengths are whole numbers, so what it picks equals package swap bit for bit.
package gpu

import (
	"context"
	"embed"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/gpu/distances"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/internal/tours/swap"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

//go:embed *.cl
var sources embed.FS

// Swap is the kernel of swap.Swap, for a device: whether it computes distances or is
// given them depends on what it can do. The costs of the instance must be whole
// numbers, as TSPLIB's are.
func Swap(d device.Info, in *tsp.Instance) (local.Kernel[tsp.Tour], error) {
	if in.Scale() != 1 {
		return local.Kernel[tsp.Tour]{}, fmt.Errorf("%s has distances in steps of %g, expected whole numbers: use the metric EUC_2D, or the CPU", in.Name, 1/in.Scale())
	}
	place, err := distances.NewPlace(d, in)
	if err != nil {
		return local.Kernel[tsp.Tour]{}, err
	}
	defines := place.Defines()
	defines["N"] = in.N()
	return local.Kernel[tsp.Tour]{Encode: encode, KernelSource: local.KernelSource{
		Sources: sources, File: "swap.cl", Delta: local.Long,
		Defines: defines,
		Inputs: func(ctx context.Context) ([]any, error) {
			data, err := place.Data(ctx)
			return []any{data}, err
		},
		State: in.N(), Moves: moves.Pairs(in.N()), Attributes: in.N(),
	}}, nil
}

func encode(h moves.Neighbourhood[tsp.Tour], state []int32) { h.(*swap.Swap).Places(state) }
