package aco

import (
	"errors"

	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
)

// FocusedParams holds the parameters of a focused colony.
type FocusedParams struct {
	Colony
	Rho     float64 `json:"rho" range:"0..0.9999" usage:"share of a trail that does not evaporate in a cycle"`
	Edges   int     `json:"edges" range:"1..1000" usage:"new edges that an ant adds to the best tour before local search"`
	Stretch int     `json:"stretch" range:"1..1000000" usage:"most cities that an ant moves at once"`
	Heat    float64 `json:"heat" range:"0..1000" usage:"how much worse an ant may make the tour at first, as a multiple of the usual amount; 0: not at all"`
	Leave   float64 `json:"leave" range:"0.0001..0.9999" usage:"probability that an ant leaves settled trails at a step; sets the lower limit of trails"`
}

// FocusedDefaults returns default parameters for an instance of n cities.
func FocusedDefaults(n int) FocusedParams {
	return FocusedParams{
		Colony: Colony{min(max(n/40, 64), mostAnts), 2, 10, lk.LinKernighan.String()},
		Rho:    0.5, Edges: 8, Stretch: 50, Leave: 0.2, Heat: 9,
	}
}

// Validate returns an error that lists all invalid parameters.
func (p FocusedParams) Validate() error {
	faults := []error{params.Validate(p)}
	if p.Candidates == 0 {
		faults = append(faults, &params.Error{
			Name: "candidates", Value: "0", Expected: "1 to 1,000: a focused colony has trails only on edges to candidates",
		})
	}
	if p.LocalSearch == "none" {
		faults = append(faults, &params.Error{
			Name: "localsearch", Value: `"none"`, Expected: "an operator such as oropt or lk: local search must repair what ants change",
		})
	}
	return errors.Join(faults...)
}

// Rules returns the rules for the terrain. It sets Ants to 1 because the ants of a focused colony
// need no memory for tours: their changes are undone.
func (p FocusedParams) Rules() Rules {
	p.Ants = 1
	return Rules{Builder: Builder{p.Colony, "bt", 1, "all"}, Memory: Candidates, Selection: RWM, Alpha: 1}
}
