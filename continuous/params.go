package continuous

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/params"
)

// The ways to space the crowns.
const (
	Linear    = "linear"
	Geometric = "geometric"
)

// Params are the knobs of a neighbourhood of crowns.
type Params struct {
	Neighbours int     `json:"neighbours" range:"1..10000000" usage:"crowns around a solution, each with one neighbour in it"`
	Radius     float64 `json:"radius" range:"1e-100..1e6" usage:"outer radius of the widest crown, in units of the coordinates"`
	Spacing    string  `json:"spacing" choices:"linear,geometric" usage:"how the radii grow: linear, each crown as thick as the next, or geometric, from a 2^40th of the radius by the same factor each"`
}

// Defaults are those of [LSM13 §6.3]: ten thousand neighbours within 1/n, where n is
// the number of dimensions and the domain reaches 1 to either side.
//
// Deviation: the paper does not say how the crowns are spaced. Geometric spacing
// [CS00] has neighbours on every scale, so that a descent comes as close to an
// optimum as it likes.
func Defaults(in *Instance) Params {
	return Params{
		Neighbours: 10_000,
		Radius:     (in.f.High - in.f.Low) / 2 / float64(in.dim),
		Spacing:    Geometric,
	}
}

// Validate names everything that is wrong.
func (p Params) Validate() error { return params.Validate(p) }

// halvings lie between the widest and the narrowest radius of a geometric spacing.
const halvings = 40

// radii are h_0 to h_n: crown k lies between the k-1st and the kth.
func (p Params) radii() []float64 {
	n := float64(p.Neighbours)
	radii := make([]float64, p.Neighbours+1)
	for k := range radii {
		share := float64(k) / n
		if p.Spacing == Geometric {
			share = exp(-math.Ln2 * halvings * (n - float64(k)) / n)
		}
		radii[k] = p.Radius * share
	}
	return radii
}
