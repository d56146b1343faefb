// Package gpu has the neighbourhood of package continuous for the template of local
// search on a device. Sines, exponentials and random numbers are our own there as
// here, so what it picks equals package continuous bit for bit.
package gpu

import (
	"context"
	"embed"
	"math"

	"github.com/tourmaline-opt/tourmaline/continuous"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/moves"
)

//go:embed *.cl
var sources embed.FS

// Crowns is the kernel of continuous.Crowns of this instance, with these parameters and
// this seed; the walk is that of each neighbourhood. It needs double precision.
func Crowns(in *continuous.Instance, p continuous.Params, seed uint64) (local.Kernel[continuous.Solution], error) {
	host, err := continuous.NewCrowns(in, p, make(continuous.Solution, in.Dim()), seed, 0) // 0 is in every domain
	if err != nil {
		return local.Kernel[continuous.Solution]{}, err
	}
	f := in.Function()
	return local.Kernel[continuous.Solution]{Encode: encode, KernelSource: local.KernelSource{
		Sources: sources, File: "crowns.cl", Delta: local.Double,
		Defines: map[string]any{
			"DIM": in.Dim(), "MIXED": p.Directions == continuous.Mixed, "LOW": f.Low, "HIGH": f.High,
			"value_with": f.Name + "_with", "value_of": f.Name,
		},
		Inputs: func(context.Context) ([]any, error) {
			return []any{host.Radii(), uint32(seed), uint32(seed >> 32)}, nil
		},
		State: 2*in.Dim() + 4, Moves: host.Len(),
	}}, nil
}

// encode writes what crowns.cl calls the state.
func encode(h moves.Neighbourhood[continuous.Solution], state []int32) {
	c := h.(*continuous.Crowns)
	for i, v := range c.Current() {
		put(state[2*i:], v)
	}
	rest := state[len(state)-4:]
	put(rest, c.Cost())
	rest[2], rest[3] = int32(c.Sample()), int32(c.Walk())
}

// put writes a double as two ints, the low one first.
func put(dst []int32, v float64) {
	bits := math.Float64bits(v)
	dst[0], dst[1] = int32(uint32(bits)), int32(uint32(bits>>32))
}
