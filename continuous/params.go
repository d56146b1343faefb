package continuous

import (
	"math"
)

// Values of Params: with mixed, half of the directions are along an axis, and with geometric, the
// radii grow by a constant factor.
const (
	mixed     = "mixed"
	geometric = "geometric"
)

// Params holds the parameters of NewCrowns.
type Params struct {
	Neighbours int     `json:"neighbours" range:"1..10000000" usage:"number of crowns around a solution; each contains one neighbour"`
	Radius     float64 `json:"radius" range:"1e-100..1e6" usage:"outer radius of the largest crown, in coordinate units"`
	// PerDimension divides the radius by the number of dimensions [LSM13 §6.3].
	PerDimension bool   `json:"perdimension" usage:"whether the radius is divided by the number of dimensions, as in [LSM13]"`
	Directions   string `json:"directions" choices:"mixed,any" usage:"direction of the neighbours: any (random) or mixed (every other neighbour lies along one axis)"`
	Spacing      string `json:"spacing" choices:"linear,geometric" usage:"how the radii grow: linear (all crowns are equally thick) or geometric (by a constant factor, starting at radius/2^40)"`
}

// Defaults returns parameters with ten thousand neighbours, as in [LSM13 §6.3].
//
// Deviation: the neighbours lie within half the width of the domain, and every second neighbour
// differs in one coordinate only. In the paper, the radius is 1/n of that, where n is the number of
// dimensions, and all directions are random. On rastrigin in ten dimensions, 100 steps of climbing
// from seeds 1 to 3 end at 41 to 71 with the paper's parameters, at 15 to 45 with only the larger
// radius, at 41 to 72 with only the axes, and below 1e-20 with both.
//
// Deviation: the paper does not specify the spacing of the crowns. Geometric spacing [CS00] has
// neighbours on every scale, so a descent can get arbitrarily close to an optimum.
func Defaults(in *Instance) Params {
	return Params{
		Neighbours: 10_000,
		Radius:     (in.f.High - in.f.Low) / 2,
		Directions: mixed,
		Spacing:    geometric,
	}
}

// in returns the parameters with the radius for the dimensions of an instance.
func (p Params) in(in *Instance) Params {
	if p.PerDimension {
		p.Radius, p.PerDimension = p.Radius/float64(in.dim), false
	}
	return p
}

// halvings is the number of halvings from the widest to the narrowest radius of a geometric
// spacing.
const halvings = 40

// mostRadii is the maximum number of radii that a neighbourhood computes in advance.
const mostRadii = 1 << 16

// radii returns the radii h_0 to h_n. Crown k lies between h_{k-1} and h_k.
func (p Params) radii() []float64 {
	radii := make([]float64, p.Neighbours+1)
	for k := range radii {
		radii[k] = p.radius(k)
	}
	return radii
}

// radius returns the radius h_k.
func (p Params) radius(k int) float64 {
	n := float64(p.Neighbours)
	share := float64(k) / n
	if p.Spacing == geometric {
		share = exp(-math.Ln2 * halvings * (n - float64(k)) / n)
	}
	return p.Radius * share
}
