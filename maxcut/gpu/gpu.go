// Package gpu provides the neighbourhood of package maxcut for local search on
// a device. Costs are whole numbers, so its picks equal those of package maxcut
// bit for bit.
package gpu

import (
	"context"
	"embed"

	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/maxcut"
	"github.com/tourmaline-opt/tourmaline/moves"
)

//go:embed *.cl
var sources embed.FS

// Flips returns the kernel of maxcut.Flips.
func Flips(in *maxcut.Instance) local.Kernel[maxcut.Sides] {
	n := in.N()
	return local.Kernel[maxcut.Sides]{Encode: encode, KernelSource: local.KernelSource{
		Sources: sources, File: "flips.cl", Delta: local.Long,
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
		State: n, Moves: n, Attributes: 2 * n,
	}}
}

func encode(h moves.Neighbourhood[maxcut.Sides], state []int32) {
	for v, side := range h.Snapshot() {
		state[v] = int32(side)
	}
}
