package colouring

import (
	"context"
	"embed"

	"github.com/tourmaline-opt/tourmaline/moves"
)

//go:embed *.cl
var sources embed.FS

// ChangesKernel returns the kernel of NewChanges. Costs are whole numbers, so a device
// picks the same moves as the CPU.
func ChangesKernel(in *Instance) moves.Kernel[Colours] {
	n := in.N()
	return moves.Kernel[Colours]{Encode: encode, KernelSource: moves.KernelSource{
		Sources: sources, File: "changes.cl", Delta: moves.Int,
		Defines: map[string]any{"COLOURS": in.colours},
		Inputs: func(context.Context) ([]any, error) {
			starts := make([]int32, len(in.first))
			for v, first := range in.first {
				starts[v] = int32(first)
			}
			return []any{starts, in.ends}, nil
		},
		State: n, Moves: moves.Changes(n, in.colours), Attributes: n * in.colours,
	}}
}

func encode(h moves.Neighbourhood[Colours], state []int32) { copy(state, h.(*changes).colours) }
