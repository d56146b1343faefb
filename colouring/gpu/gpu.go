// Package gpu provides the neighbourhood of package colouring for local search on
// a device. Costs are whole numbers, so its picks equal those of package colouring
// bit for bit.
package gpu

import (
	"context"
	"embed"

	"github.com/tourmaline-opt/tourmaline/colouring"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/moves"
)

//go:embed *.cl
var sources embed.FS

// Changes returns the kernel of colouring.Changes.
func Changes(in *colouring.Instance) local.Kernel[colouring.Colours] {
	n, colours := in.N(), in.Colours()
	return local.Kernel[colouring.Colours]{Encode: encode, KernelSource: local.KernelSource{
		Sources: sources, File: "changes.cl", Delta: local.Int,
		Defines: map[string]any{"COLOURS": colours},
		Inputs: func(context.Context) ([]any, error) {
			starts, ends := []int32{0}, []int32{}
			for v := range n {
				ends = append(ends, in.Edges(v)...)
				starts = append(starts, int32(len(ends)))
			}
			return []any{starts, ends}, nil
		},
		State: n, Moves: moves.Changes(n, colours), Attributes: n * colours,
	}}
}

func encode(h moves.Neighbourhood[colouring.Colours], state []int32) { copy(state, h.Snapshot()) }
