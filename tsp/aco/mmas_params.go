package aco

import (
	"errors"

	"github.com/tourmaline-opt/tourmaline/params"
	"github.com/tourmaline-opt/tourmaline/tsp/lk"
)

// MMASParams are the knobs of the MAX-MIN Ant System.
type MMASParams struct {
	Builder
	Rho       float64 `json:"rho" range:"0..0.9999" usage:"share of a trail that does not evaporate in a cycle"`
	Alpha     float64 `json:"alpha" range:"0..10" usage:"exponent of the trails"`
	PBest     float64 `json:"pbest" range:"0.000001..0.999999" usage:"how likely an ant is to repeat the best tour when the trails have settled: sets the lower limit of trails"`
	Selection string  `json:"selection" choices:"rwm,wrs" usage:"how an ant chooses: rwm (roulette wheel) or wrs (weighted reservoir sampling)"`
	Pheromone string  `json:"pheromone" choices:"full,candidates" usage:"trails on all edges (full: n² memory) or on those to candidates (candidates)"`
	Deposit   string  `json:"deposit" choices:"iteration,global,mixed" usage:"whose tour leaves trails: iteration (best of the cycle), global (best of all) or mixed (the first more and more rarely)"`
	Patience  int     `json:"patience" range:"0..1000000000" usage:"cycles without a better tour after which settled trails are laid anew; 0: never"`
}

// MMASDefaults are the parameters that suit an instance of that many cities. From
// 10,000 on, fewer ants and always the best tour's deposit: trails that settle soon
// leave local search little to do, and there are cycles to learn from.
func MMASDefaults(n int) MMASParams {
	p := MMASParams{
		Builder: Builder{Colony{20, 2, 32, lk.LinKernighan.String()}, "bt", 1, "new"},
		Rho:     0.5, Alpha: 1, PBest: 0.01,
		Selection: "rwm", Pheromone: "candidates", Deposit: "mixed", Patience: 50,
	}
	if n >= 10_000 {
		p.Ants, p.Deposit = 8, "global"
	}
	return p
}

// MMASPaper are the parameters of [MMAS20 §5]: as many ants as cities, trails on all
// edges that halve every cycle, no local search, and the best of a cycle deposits.
// The variant is that of §5.7; Tables 5 and 6 have candidate lists, Tables 3 and 4
// have none.
func MMASPaper(n int) MMASParams {
	return MMASParams{
		Builder: Builder{Colony{min(max(n, 1), mostAnts), 2, 32, "none"}, "bt", 1, "all"},
		Rho:     0.5, Alpha: 1, PBest: 0.01,
		Selection: "rwm", Pheromone: "full", Deposit: "iteration",
	}
}

// Validate names everything that is wrong.
func (p MMASParams) Validate() error {
	return errors.Join(params.Validate(p), p.checkMemory(p.Pheromone, Never.String()))
}

// Rules are what the ants of these parameters go by.
func (p MMASParams) Rules() Rules {
	s, _ := ParseSelection(p.Selection)
	m, _ := memories.parse(p.Pheromone)
	return Rules{Builder: p.Builder, Memory: m, Selection: s, Alpha: p.Alpha}
}
