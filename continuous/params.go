package continuous

import (
	"math"
)

// Choices of Params: half the directions along an axis, radii that grow by a factor.
const (
	mixed     = "mixed"
	geometric = "geometric"
)

// Params are the parameters of NewCrowns.
type Params struct {
	Neighbours int     `json:"neighbours" range:"1..10000000" usage:"number of crowns around a solution; each contains one neighbour"`
	Radius     float64 `json:"radius" range:"1e-100..1e6" usage:"outer radius of the largest crown, in coordinate units"`
	Directions string  `json:"directions" choices:"mixed,any" usage:"direction of the neighbours: any (random) or mixed (every other neighbour lies along one axis)"`
	Spacing    string  `json:"spacing" choices:"linear,geometric" usage:"how the radii grow: linear (all crowns are equally thick) or geometric (by a constant factor, starting at radius/2^40)"`
}

// Defaults returns parameters with the ten thousand neighbours of [LSM13 §6.3].
//
// Deviation: they lie within half the domain, and every other one differs in one
// coordinate only. The paper has them within 1/n of that, where n is the number of
// dimensions, in any direction. On rastrigin in ten dimensions, 100 steps of climbing
// from seeds 1 to 3 end at 41 to 71 with the paper's, 15 to 45 with the wider radius
// alone, 41 to 72 with the axes alone, and below 1e-20 with both.
// Deviation: the paper does not say how the crowns are spaced. Geometric spacing
// [CS00] has neighbours on every scale, so that a descent comes as close to an
// optimum as it likes.
func Defaults(in *Instance) Params {
	return Params{
		Neighbours: 10_000,
		Radius:     (in.f.High - in.f.Low) / 2,
		Directions: mixed,
		Spacing:    geometric,
	}
}

// halvings lie between the widest and the narrowest radius of a geometric spacing.
const halvings = 40

// radii are h_0 to h_n: crown k lies between the k-1st and the kth.
func (p Params) radii() []float64 {
	n := float64(p.Neighbours)
	radii := make([]float64, p.Neighbours+1)
	for k := range radii {
		share := float64(k) / n
		if p.Spacing == geometric {
			share = exp(-math.Ln2 * halvings * (n - float64(k)) / n)
		}
		radii[k] = p.Radius * share
	}
	return radii
}
