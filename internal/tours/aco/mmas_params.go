package aco

import (
	"errors"

	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
)

// MMASParams holds the parameters of the MAX-MIN Ant System.
type MMASParams struct {
	Builder
	Rho       float64 `json:"rho" range:"0..0.9999" usage:"share of a trail that does not evaporate in a cycle"`
	Alpha     float64 `json:"alpha" range:"0..10" usage:"exponent of the trails"`
	PBest     float64 `json:"pbest" range:"0.000001..0.999999" usage:"probability that an ant repeats the best tour once the trails have settled; sets the lower limit of trails"`
	Selection string  `json:"selection" choices:"rwm,wrs" usage:"how an ant chooses the next city: rwm (roulette wheel) or wrs (weighted reservoir sampling)"`
	Pheromone string  `json:"pheromone" choices:"full,candidates" usage:"where trails are stored: full (on all edges, n² memory) or candidates (on edges to candidates)"`
	Deposit   string  `json:"deposit" choices:"iteration,global,mixed" usage:"which tour deposits pheromone: iteration (best of the cycle), global (best of all) or mixed (best of the cycle at first, best of all increasingly often later)"`
	Patience  int     `json:"patience" range:"0..1000000000" usage:"cycles without a better tour after which settled trails are reset; 0: never"`
}

// MMASDefaults returns default parameters for an instance of n cities. For 10,000 or more cities,
// it uses fewer ants and lets the best tour always deposit. Trails then settle sooner, local search
// has less work, and there is time for more cycles.
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

// MMASPaper returns the parameters of [MMAS20 §5]: as many ants as cities, trails on all edges,
// which halve every cycle, no local search, and deposits by the best ant of each cycle. The variant
// is the one of §5.7. Tables 5 and 6 use candidate lists; Tables 3 and 4 do not.
func MMASPaper(n int) MMASParams {
	return MMASParams{
		Builder: Builder{Colony{min(max(n, 1), mostAnts), 2, 32, "none"}, "bt", 1, "all"},
		Rho:     0.5, Alpha: 1, PBest: 0.01,
		Selection: "rwm", Pheromone: "full", Deposit: "iteration",
	}
}

// Validate returns an error that lists all invalid parameters.
func (p MMASParams) Validate() error {
	return errors.Join(params.Validate(p), p.checkMemory(p.Pheromone, Never.String()))
}

// Rules returns the rules that these parameters define.
func (p MMASParams) Rules() Rules {
	return Rules{
		Builder: p.Builder, Memory: memories.parse(p.Pheromone),
		Selection: selections.parse(p.Selection), Alpha: p.Alpha,
	}
}
