package maxcut

import (
	"context"
	"embed"

	"github.com/tourmaline-opt/tourmaline/moves"
)

//go:embed *.cl
var sources embed.FS

// FlipsKernel returns the kernel for NewFlips. Costs are whole numbers, so a device picks the same
// moves as the CPU.
func FlipsKernel(in *Instance) moves.Kernel[Sides] {
	n := in.N()
	return moves.Kernel[Sides]{Encode: encode, KernelSource: moves.KernelSource{
		Sources: sources, File: "flips.cl", Delta: moves.Long,
		Inputs: func(context.Context) ([]any, error) {
			starts, to, weight := []int64{0}, []int32{}, []int64{}
			for v := range n {
				for _, e := range in.Edges(v) {
					to, weight = append(to, e.To), append(weight, e.Weight)
				}
				starts = append(starts, int64(len(to)))
			}
			return []any{starts, to, weight}, nil
		},
		State: n, Moves: n, Attributes: 2 * n, Applies: true,
	}}
}

func encode(h moves.Neighbourhood[Sides], state []int32) {
	for v, side := range h.(*flips).sides {
		state[v] = int32(side)
	}
}
