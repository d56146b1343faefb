package aco

import (
	"errors"

	"github.com/tourmaline-opt/tourmaline/params"
)

// ACSParams are the knobs of the Ant Colony System [ACS16 §4.1].
type ACSParams struct {
	Builder
	Q0        float64 `json:"q0" range:"0..1" usage:"how likely an ant is to take the best edge without a draw"`
	Alpha     float64 `json:"alpha" range:"0..1" usage:"share by which the trails of the best tour are renewed in a cycle (global update)"`
	Rho       float64 `json:"rho" range:"0..1" usage:"share that a trail loses, of what it has above the first level, when an ant takes it (local update)"`
	Period    int     `json:"period" range:"1..1000000000" usage:"an ant's local update is of every so many-th edge that it takes"`
	Updates   string  `json:"updates" choices:"step,wave,relaxed" usage:"when local updates are made: step (after every step of all ants), wave (when a wave of ants has tours) or relaxed (at once, some are lost: not reproducible on more than one thread)"`
	Wave      int     `json:"wave" range:"0..1000000" usage:"ants that walk by the same trails with updates=wave; 0: all of a cycle"`
	Pheromone string  `json:"pheromone" choices:"full,candidates,selective" usage:"trails on all edges (full: n² memory), on those to candidates (candidates) or on a few of each city (selective)"`
	Trails    int     `json:"trails" range:"1..64" usage:"trails that a city remembers with pheromone=selective"`
}

// ACSPaper are the parameters of [ACS16 §4.1]: ACS-GPU.
func ACSPaper(n int) ACSParams {
	return ACSParams{
		Builder: Builder{Colony{min(max(n, 1), mostAnts), 3, 32, "none"}, "bt", 1, "all"},
		Q0:      boldness(n), Alpha: 0.2, Rho: 0.01, Period: 1, Updates: Step.String(), Pheromone: Full.String(), Trails: 8,
	}
}

// ACSAlt is ACS-GPU-Alt, as [ACS16 §4.4] found it best: 256 ants, and an update
// every four steps.
//
// Deviation: updates wait for the end of the cycle, so that tours do not depend on
// which ant was faster, and none is lost. Updates at once, some of which are lost, are
// the paper's way: relaxed.
func ACSAlt(n int) ACSParams {
	p := ACSPaper(n)
	p.Ants, p.Period, p.Updates = usualAnts(n), 4, Wave.String()
	return p
}

// ACSSelective is ACS-GPU-SPM [ACS16 §3.2]: the same with a selective memory. What it
// forgets while ants walk makes others look elsewhere, so that there are updates
// after every 32 of them, as if as many were on the device at the same time: with 256
// at once tours are no better than those of ACSAlt (rat783 after 600 cycles: 3.8 %
// with waves of 64, 3.5 % with 32, 3.4 % with 16).
func ACSSelective(n int) ACSParams {
	p := ACSAlt(n)
	p.Pheromone, p.Wave = Selective.String(), 32
	return p
}

// boldness is q0: an ant draws for twenty of its steps [ACS16 §4.1].
func boldness(n int) float64 { return float64(max(n-20, 0)) / float64(max(n, 1)) }

// usualAnts are 256, and fewer where their tours would take much memory.
func usualAnts(n int) int {
	const cities = 32 << 20 // on all tours together, where there can be fewer than 256
	return min(256, max(8, cities/max(n, 1)))
}

// Validate names everything that is wrong.
func (p ACSParams) Validate() error {
	return errors.Join(params.Validate(p), p.checkMemory(p.Pheromone, p.Updates))
}

// Rules are what the ants of these parameters go by.
func (p ACSParams) Rules() Rules {
	m, _ := memories.parse(p.Pheromone)
	u, _ := updates.parse(p.Updates)
	return Rules{
		Builder: p.Builder, Memory: m, Trails: p.Trails, Selection: RWM, Alpha: 1,
		Q0: p.Q0, Updates: u, Wave: p.Wave, Wear: p.Rho, Period: p.Period,
	}
}
