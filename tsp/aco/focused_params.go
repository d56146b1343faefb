package aco

import "github.com/tourmaline-opt/tourmaline/tsp/lk"

// FocusedParams are the knobs of a focused colony.
type FocusedParams struct {
	Colony
	Rho     float64 `json:"rho" usage:"share of a trail that does not evaporate in a cycle"`
	Edges   int     `json:"edges" usage:"new edges that an ant brings into the best tour before local search"`
	Stretch int     `json:"stretch" usage:"cities that an ant moves at once, at most"`
	Heat    float64 `json:"heat" usage:"how much worse an ant may make the tour at first, as a multiple of what is usual; 0: not at all"`
	Leave   float64 `json:"leave" usage:"how likely an ant is to leave settled trails at a step: sets the lower limit of trails"`
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
	var c checklist
	p.check(&c)
	c.within("rho", p.Rho, 0, 0.9999)
	c.within("edges", float64(p.Edges), 1, 1000)
	c.within("stretch", float64(p.Stretch), 1, 1e6)
	c.within("leave", p.Leave, 0.0001, 0.9999)
	c.within("heat", p.Heat, 0, 1000)
	if p.Candidates == 0 {
		c.wrong("candidates = 0, expected 1 to 1000: a focused colony has trails on edges to candidates only")
	}
	if p.LocalSearch == "none" {
		c.wrong("localsearch = none: nothing would repair what ants change; use oropt or lk")
	}
	return c.err()
}

// Rules are what the terrain of these parameters goes by. The tours of ants take no
// room: what they change is soon undone.
func (p FocusedParams) Rules() Rules {
	p.Ants = 1
	return Rules{Builder: Builder{p.Colony, "bt", 1, "all"}, Memory: Candidates, Selection: RWM, Alpha: 1}
}
