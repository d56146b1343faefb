package islands

import "github.com/tourmaline-opt/tourmaline/internal/params"

// Params determines which island receives the best solution of which other island, and how often.
type Params struct {
	Topology string `json:"topology" choices:"ring,random,best" usage:"where the best solution of an island goes: ring (to the next island), random (to the next island in a new random order) or best (only the best of all islands, to all others)"`
	Period   int    `json:"period" range:"0..1000000000" usage:"steps between migrations; 0: no migration"`
}

// Defaults returns parameters between the measured extremes; see docs/islands.md.
func Defaults() Params { return Params{Topology: "ring", Period: 20} }

// Validate returns an error that names every invalid parameter.
func (p Params) Validate() error { return params.Validate(p) }
