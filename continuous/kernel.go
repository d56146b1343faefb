package continuous

import (
	"context"
	"embed"
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/moves"
)

//go:embed *.cl
var sources embed.FS

// CrownsKernel returns the device kernel of NewCrowns with the given parameters and seed. Each
// neighbourhood has a different walk number. The kernel needs double precision. It uses the sines,
// exponentials and random numbers of this package, so a device picks the same moves as the CPU.
func CrownsKernel(in *Instance, p Params, seed uint64) (moves.Kernel[Solution], error) {
	if err := params.Validate(p); err != nil {
		return moves.Kernel[Solution]{}, err
	}
	p = p.in(in)
	return moves.Kernel[Solution]{Encode: encode, KernelSource: moves.KernelSource{
		Sources: sources, File: "crowns.cl", Delta: moves.Double,
		Defines: map[string]any{
			"DIM": in.dim, "MIXED": p.Directions == mixed, "LOW": in.f.Low, "HIGH": in.f.High,
			"value_with": in.f.Name + "_with", "value_of": in.f.Name,
		},
		Inputs: func(context.Context) ([]any, error) {
			return []any{p.radii(), uint32(seed), uint32(seed >> 32)}, nil
		},
		State: 2*in.dim + 4, Moves: p.Neighbours,
	}}, nil
}

// encode writes the state of a walk in the form that crowns.cl expects.
func encode(h moves.Neighbourhood[Solution], state []int32) {
	c := h.(*crowns)
	for i, v := range c.current {
		putDouble(state[2*i:], v)
	}
	rest := state[len(state)-4:]
	putDouble(rest, c.cost)
	rest[2], rest[3] = int32(c.sample), int32(c.walk)
}

// putDouble writes a double as two ints, with the low half first.
func putDouble(dst []int32, v float64) {
	bits := math.Float64bits(v)
	dst[0], dst[1] = int32(uint32(bits)), int32(uint32(bits>>32))
}
