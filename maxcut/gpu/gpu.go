// Package gpu has the neighbourhood of package maxcut for the template of local search
// on a device. Costs are whole numbers, so what it picks equals package maxcut bit for
// bit.
package gpu

import (
	"context"
	"embed"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/opencl/walks"
	"github.com/tourmaline-opt/tourmaline/maxcut"
	"github.com/tourmaline-opt/tourmaline/moves"
)

//go:embed *.cl
var sources embed.FS

// Flips is the model of maxcut.Flips.
func Flips(in *maxcut.Instance) walks.Model[maxcut.Sides] {
	n := in.N()
	return walks.Model[maxcut.Sides]{
		Sources: sources, File: "flips.cl", Delta: walks.Long,
		Inputs: func(_ context.Context, w *cl.Scope) []any {
			starts, to, weight := []int64{0}, []int32{}, []int64{}
			for v := range n {
				for _, e := range in.Edges(v) {
					to, weight = append(to, e.To), append(weight, e.Weight)
				}
				starts = append(starts, int64(len(to)))
			}
			return []any{cl.MakeOf(w, "starts", starts), cl.MakeOf(w, "neighbours", to), cl.MakeOf(w, "weights", weight)}
		},
		State: n, Encode: encode, Moves: n, Attributes: 2 * n,
	}
}

func encode(h moves.Neighbourhood[maxcut.Sides], state []int32) {
	for v, side := range h.Snapshot() {
		state[v] = int32(side)
	}
}
