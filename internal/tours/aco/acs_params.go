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
	Updates   string  `json:"updates" choices:"step,wave,relaxed,sequential,immediate" usage:"when local updates are made: step (after every step of all ants), wave (after a wave of ants has completed its tours), sequential (after every step of each ant, before the next ant chooses; CPU only), immediate (after every step of a wave of ants; if several ants use an edge at the same time, all updates but one are lost) or relaxed (without synchronisation; not reproducible on more than one thread)"`
	Wave      int     `json:"wave" range:"0..1000000" usage:"number of ants that walk at the same time if updates is wave or immediate; 0: all ants of a cycle"`
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

// ACSAltPaper returns the parameters of ACS-GPU-Alt that [ACS16 §4.4] chose as the best compromise
// between speed and quality: 256 ants, and a local update every four steps. Updates are made
// immediately, and some are lost.
//
// Deviation: ants that run at the same time move in lockstep, so that the same seed gives the same
// tour. On the paper's device, the lost updates depend on timing, as with Updates = relaxed.
func ACSAltPaper(n int) ACSParams {
	p := ACSPaper(n)
	p.Ants, p.Period, p.Updates, p.Wave = usualAnts(n), 4, Immediate.String(), resident
	return p
}

// resident is the number of ants that ran at the same time on the device of [ACS16 Table 2]: 16
// groups of 32 threads, the maximum of this architecture, on each of its 8 multiprocessors.
const resident = 128

// ACSSelectivePaper returns the parameters of ACS-GPU-SPM [ACS16 §3.2, §4.4]: the parameters of
// ACSAltPaper with a selective memory.
func ACSSelectivePaper(n int) ACSParams {
	p := ACSAltPaper(n)
	p.Pheromone = Selective.String()
	return p
}

// ACSAlt returns the parameters of ACSAltPaper, but updates wait until the end of the cycle. Tours
// then take less time, because choices are computed once per cycle, and no update is lost.
func ACSAlt(n int) ACSParams {
	p := ACSAltPaper(n)
	p.Updates, p.Wave = Wave.String(), 0
	return p
}

// ACSSelective returns the parameters of ACSAlt with a selective memory [ACS16 §3.2]. The memory
// loses trails when they are updated, so later ants use different edges. The colony therefore
// updates trails after every 32 ants. If all 256 ants run together, tours are no better than the
// tours of ACSAlt (rat783 after 600 cycles: 3.8 % with waves of 64, 3.5 % with 32, 3.4 % with 16).
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
