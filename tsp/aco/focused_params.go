package aco

import (
	"errors"

	"github.com/tourmaline-opt/tourmaline/params"
	"github.com/tourmaline-opt/tourmaline/tsp/lk"
)

// FocusedParams are the knobs of a focused colony.
type FocusedParams struct {
	Colony
	Rho     float64 `json:"rho" range:"0..0.9999" usage:"share of a trail that does not evaporate in a cycle"`
	Edges   int     `json:"edges" range:"1..1000" usage:"new edges that an ant brings into the best tour before local search"`
	Stretch int     `json:"stretch" range:"1..1000000" usage:"cities that an ant moves at once, at most"`
	Heat    float64 `json:"heat" range:"0..1000" usage:"how much worse an ant may make the tour at first, as a multiple of what is usual; 0: not at all"`
	Leave   float64 `json:"leave" range:"0.0001..0.9999" usage:"how likely an ant is to leave settled trails at a step: sets the lower limit of trails"`
}

// FocusedDefaults are the parameters that suit an instance of that many cities.
func FocusedDefaults(n int) FocusedParams {
	return FocusedParams{
		Colony: Colony{min(max(n/40, 64), mostAnts), 2, 10, lk.LinKernighan.String()},
		Rho:    0.5, Edges: 8, Stretch: 50, Leave: 0.2, Heat: 9,
	}
}

// Validate names everything that is wrong.
func (p FocusedParams) Validate() error {
	faults := []error{params.Validate(p)}
	if p.Candidates == 0 {
		faults = append(faults, &params.Error{
			Name: "candidates", Value: "0", Expected: "1 to 1,000: a focused colony has trails on edges to candidates only",
		})
	}
	if p.LocalSearch == "none" {
		faults = append(faults, &params.Error{
			Name: "localsearch", Value: `"none"`, Expected: "an operator such as oropt or lk: nothing else repairs what ants change",
		})
	}
	return errors.Join(faults...)
}

// Rules are what the terrain of these parameters goes by. The tours of ants take no
// room: what they change is soon undone.
func (p FocusedParams) Rules() Rules {
	p.Ants = 1
	return Rules{Builder: Builder{p.Colony, "bt", 1, "all"}, Memory: Candidates, Selection: RWM, Alpha: 1}
}
