package swap

import (
	"context"
	"embed"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/gpu/distances"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

//go:embed *.cl
var sources embed.FS

// Kernel returns the kernel of Swap for a device. Depending on the device, the kernel computes
// distances or reads them from a matrix. The costs of the instance must be whole numbers, as in
// TSPLIB, so that a device picks the same moves as the CPU.
func Kernel(d device.Info, in *tsp.Instance) (moves.Kernel[tsp.Tour], error) {
	if in.Scale() != 1 {
		return moves.Kernel[tsp.Tour]{}, fmt.Errorf("%s has distances in multiples of %g, expected whole numbers: use the metric EUC_2D, or the CPU", in.Name(), 1/in.Scale())
	}
	place, err := distances.NewPlace(d, in)
	if err != nil {
		return moves.Kernel[tsp.Tour]{}, err
	}
	defines := place.Defines()
	defines["N"] = in.N()
	return moves.Kernel[tsp.Tour]{Encode: encode, KernelSource: moves.KernelSource{
		Sources: sources, File: "swap.cl", Delta: moves.Long,
		Defines: defines,
		Inputs: func(ctx context.Context) ([]any, error) {
			data, err := place.Data(ctx)
			return []any{data}, err
		},
		State: in.N(), Moves: moves.Pairs(in.N()), Attributes: in.N(), Applies: true,
	}}, nil
}

func encode(h moves.Neighbourhood[tsp.Tour], state []int32) { copy(state, h.(*Swap).places.order) }
