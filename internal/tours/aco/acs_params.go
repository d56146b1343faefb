package aco

import (
	"errors"

	"github.com/tourmaline-opt/tourmaline/internal/params"
)

// ACSParams holds the parameters of the Ant Colony System [ACS16 §4.1].
type ACSParams struct {
	Builder
	Q0        float64 `json:"q0" range:"0..1" usage:"probability that an ant takes the best edge instead of drawing one"`
	Alpha     float64 `json:"alpha" range:"0..1" usage:"share of the best tour's trails that each cycle replaces (global update)"`
	Rho       float64 `json:"rho" range:"0..1" usage:"share of its excess over the initial level that a trail loses when an ant uses it (local update)"`
	Period    int     `json:"period" range:"1..1000000000" usage:"interval of local updates, in edges that an ant uses; 1: at every edge"`
	Updates   string  `json:"updates" choices:"step,wave,relaxed" usage:"when local updates are made: step (after every step of all ants), wave (after a wave of ants has completed its tours) or relaxed (immediately; some are lost, so not reproducible on more than one thread)"`
	Wave      int     `json:"wave" range:"0..1000000" usage:"number of ants that share the same trails if updates=wave; 0: all ants of a cycle"`
	Pheromone string  `json:"pheromone" choices:"full,candidates,selective" usage:"where trails are stored: full (on all edges, n² memory), candidates (on edges to candidates) or selective (on a few edges of each city)"`
	Trails    int     `json:"trails" range:"1..64" usage:"number of trails stored per city if pheromone=selective"`
}

// ACSPaper returns the parameters of ACS-GPU [ACS16 §4.1].
func ACSPaper(n int) ACSParams {
	return ACSParams{
		Builder: Builder{Colony{min(max(n, 1), mostAnts), 3, 32, "none"}, "bt", 1, "all"},
		Q0:      boldness(n), Alpha: 0.2, Rho: 0.01, Period: 1, Updates: Step.String(), Pheromone: Full.String(), Trails: 8,
	}
}

// ACSAlt returns the parameters of ACS-GPU-Alt that [ACS16 §4.4] chose as the best compromise
// between speed and quality: 256 ants, and a local update every four steps.
//
// Deviation: updates wait until the end of the cycle, so tours do not depend on which ant is
// faster, and no update is lost. The paper updates immediately and loses some updates; Updates =
// relaxed does the same.
func ACSAlt(n int) ACSParams {
	p := ACSPaper(n)
	p.Ants, p.Period, p.Updates = usualAnts(n), 4, Wave.String()
	return p
}

// ACSSelective returns the parameters of ACS-GPU-SPM [ACS16 §3.2]: the parameters of ACSAlt with a
// selective memory. The memory loses trails while ants construct tours, so later ants use different
// edges. The colony therefore updates trails after every 32 ants, as if 32 ants ran on the device
// at the same time. If all 256 ants run together, tours are no better than the tours of ACSAlt
// (rat783 after 600 cycles: 3.8 % with waves of 64, 3.5 % with 32, 3.4 % with 16).
func ACSSelective(n int) ACSParams {
	p := ACSAlt(n)
	p.Pheromone, p.Wave = Selective.String(), 32
	return p
}

// boldness returns the q0 with which an ant draws in about twenty of its steps [ACS16 §4.1].
func boldness(n int) float64 { return float64(max(n-20, 0)) / float64(max(n, 1)) }

// usualAnts returns 256, or a smaller number if 256 tours would take too much memory.
func usualAnts(n int) int {
	const cities = 32 << 20 // maximum total over all tours
	return min(256, max(8, cities/max(n, 1)))
}

// Validate returns an error that lists all invalid parameters.
func (p ACSParams) Validate() error {
	return errors.Join(params.Validate(p), p.checkMemory(p.Pheromone, p.Updates))
}

// Rules returns the rules that these parameters define.
func (p ACSParams) Rules() Rules {
	return Rules{
		Builder: p.Builder, Memory: memories.parse(p.Pheromone), Trails: p.Trails,
		Selection: RWM, Alpha: 1, Q0: p.Q0, Updates: updates.parse(p.Updates),
		Wave: p.Wave, Wear: p.Rho, Period: p.Period,
	}
}
