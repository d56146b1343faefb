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
	Floor     string  `json:"floor" choices:"candidates,cities" usage:"how many choices the lower limit of trails assumes per step: candidates (half of the candidates, so that pbest holds) or cities (half of all cities, as in [MMAS20], which gives a lower limit and more repeated tours)"`
	Selection string  `json:"selection" choices:"rwm,wrs" usage:"how an ant chooses the next city: rwm (roulette wheel) or wrs (weighted reservoir sampling)"`
	Pheromone string  `json:"pheromone" choices:"full,candidates" usage:"where trails are stored: full (on all edges, n² memory) or candidates (on edges to candidates)"`
	Deposit   string  `json:"deposit" choices:"iteration,global,mixed,authors" usage:"which tour deposits pheromone: iteration (best of the cycle), global (best since the last reset), mixed (best of the cycle at first, best since the reset increasingly often later) or authors (as in the program of [MMAS20]: best of the cycle; with local search, at random the best of the cycle in 10 % of the cycles, the best of all in 9 % and the best since the reset in 81 %)"`
	Patience  int     `json:"patience" range:"0..1000000000" usage:"cycles without a better tour after which trails are reset; 0: never"`
	Reset     string  `json:"reset" choices:"settled,authors" usage:"which trails are reset: settled (if hardly more than two edges per city are likely) or authors (as in the program of [MMAS20]: with local search, if the rest of the run is at least as long as the time since the last reset)"`
}

// Values of parameters that the code compares with.
const (
	floorCandidates = "candidates"
	floorCities     = "cities"
	depositAuthors  = "authors"
	resetSettled    = "settled"
	resetAuthors    = "authors"
)

// MMASDefaults returns default parameters for an instance of n cities. For 10,000 or more cities,
// it uses fewer ants and lets the best tour always deposit. Trails then settle sooner, local search
// has less work, and there is time for more cycles.
func MMASDefaults(n int) MMASParams {
	p := MMASParams{
		Builder: Builder{Colony{20, 2, 32, lk.LinKernighan.String()}, "bt", 1, "new"},
		Rho:     0.5, Alpha: 1, PBest: 0.01, Floor: floorCandidates,
		Selection: "rwm", Pheromone: "candidates", Deposit: "mixed", Patience: 50, Reset: resetSettled,
	}
	if n >= 10_000 {
		p.Ants, p.Deposit = 8, "global"
	}
	return p
}

// MMASPaper returns the parameters of [MMAS20 §5]: as many ants as cities, trails on all edges,
// which halve every cycle, no local search, and deposits by the best ant of each cycle. The variant
// is the one of §5.7. Tables 5 and 6 use candidate lists; Tables 3 and 4 do not.
//
// The paper does not say which number of choices its lower limit assumes, nor which tours deposit
// if there is local search. The program to which [MMAS20 §5.1] refers assumes half of all cities;
// with local search, its deposits are drawn at random, and it resets trails after 500 cycles
// without a better tour.
func MMASPaper(n int) MMASParams {
	return MMASParams{
		Builder: Builder{Colony{min(max(n, 1), mostAnts), 2, 32, "none"}, "bt", 1, "all"},
		Rho:     0.5, Alpha: 1, PBest: 0.01, Floor: floorCities,
		Selection: "rwm", Pheromone: "full", Deposit: depositAuthors, Patience: 500, Reset: resetAuthors,
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
