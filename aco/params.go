package aco

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/tsp/lk"
)

// Params are the knobs of a colony.
type Params struct {
	Ants        int     `json:"ants" usage:"ants, each of which walks a tour every cycle"`
	Rho         float64 `json:"rho" usage:"share of a trail that does not evaporate in a cycle"`
	Alpha       float64 `json:"alpha" usage:"exponent of the trails"`
	Beta        float64 `json:"beta" usage:"exponent of nearness"`
	PBest       float64 `json:"pbest" usage:"how likely an ant is to repeat the best tour when the trails have settled: sets the lower limit of trails"`
	Selection   string  `json:"selection" usage:"how an ant chooses: rwm (roulette wheel) or wrs (weighted reservoir sampling)"`
	Tabu        string  `json:"tabu" usage:"how an ant remembers where it was: lc (list compression), ct (compact) or bt (bitmask)"`
	Candidates  int     `json:"candidates" usage:"nearest cities that an ant chooses among; 0: all cities"`
	Pheromone   string  `json:"pheromone" usage:"trails on all edges (full: n² memory) or on those to candidates (candidates)"`
	LocalSearch string  `json:"localsearch" usage:"what improves the ants' tours: none, 2opt, oropt, 3opt, 3opt-best or lk (Lin-Kernighan); segment exchange on asymmetric instances"`
	Share       float64 `json:"share" usage:"share of the ants, the best ones, that local search improves"`
	Look        string  `json:"look" usage:"where local search looks first: all cities, or new (where a tour differs from the best one)"`
	Deposit     string  `json:"deposit" usage:"whose tour leaves trails: iteration (best of the cycle), global (best of all) or mixed (the first more and more rarely)"`
	Patience    int     `json:"patience" usage:"cycles without a better tour after which settled trails are laid anew; 0: never"`
}

// Defaults are the parameters that suit an instance of that many cities. From 10,000
// on, fewer ants and always the best tour's deposit: trails that settle soon leave
// local search little to do, and there are cycles to learn from.
func Defaults(n int) Params {
	p := Params{
		Ants: 20, Rho: 0.5, Alpha: 1, Beta: 2, PBest: 0.01,
		Selection: "rwm", Tabu: "bt", Candidates: 32, Pheromone: "candidates",
		LocalSearch: lk.LinKernighan.String(), Share: 1, Look: "new", Deposit: "mixed", Patience: 50,
	}
	if n >= 10_000 {
		p.Ants, p.Deposit = 8, "global"
	}
	return p
}

// Paper are the parameters of [MMAS20 §5]: as many ants as cities, trails on all
// edges that halve every cycle, no local search, and the best of a cycle deposits.
// The variant is that of §5.7; Tables 5 and 6 have candidate lists, Tables 3 and 4
// have none.
func Paper(n int) Params {
	return Params{
		Ants: min(max(n, 1), mostAnts), Rho: 0.5, Alpha: 1, Beta: 2, PBest: 0.01,
		Selection: "rwm", Tabu: "bt", Candidates: 32, Pheromone: "full",
		LocalSearch: "none", Share: 1, Look: "all", Deposit: "iteration",
	}
}

const mostAnts = 1_000_000

// number writes a limit as people do.
func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// Validate names everything that is wrong.
func (p Params) Validate() error {
	var faults []error
	wrong := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	within := func(name string, v, lo, hi float64) {
		if !(v >= lo && v <= hi) {
			wrong("%s = %s, expected %s to %s", name, number(v), number(lo), number(hi))
		}
	}
	within("ants", float64(p.Ants), 1, mostAnts)
	within("candidates", float64(p.Candidates), 0, 1000)
	within("patience", float64(p.Patience), 0, 1e9)
	within("rho", p.Rho, 0, 0.9999)
	within("alpha", p.Alpha, 0, 10)
	within("beta", p.Beta, 0, 20)
	within("pbest", p.PBest, 1e-6, 0.999999)
	within("share", p.Share, 0, 1)
	for _, f := range []struct {
		name, value string
		known       []string
	}{
		{"selection", p.Selection, selections}, {"tabu", p.Tabu, tabus},
		{"pheromone", p.Pheromone, []string{"full", "candidates"}},
		{"look", p.Look, []string{"all", "new"}},
		{"deposit", p.Deposit, []string{"iteration", "global", "mixed"}},
	} {
		if !slices.Contains(f.known, f.value) {
			wrong("%s = %q, expected one of %s", f.name, f.value, strings.Join(f.known, ", "))
		}
	}
	if _, _, err := p.Operator(); err != nil {
		wrong("localsearch: %w", err)
	}
	if p.Candidates == 0 && p.Pheromone == "candidates" {
		wrong("pheromone = candidates needs candidate lists: use candidates=32, or pheromone=full")
	}
	return errors.Join(faults...)
}

// Operator is what local search looks for, if there is any.
func (p Params) Operator() (op lk.Operator, some bool, err error) {
	if p.LocalSearch == "none" {
		return 0, false, nil
	}
	if op, err = lk.ParseOperator(p.LocalSearch); err != nil {
		err = fmt.Errorf("%w, or none", err)
	}
	return op, true, err
}

// Improved is how many ants local search improves.
func (p Params) Improved() int {
	const rounding = 1e-9 // 0.07 of 100 is a little more than 7
	return int(math.Ceil(p.Share*float64(p.Ants) - rounding))
}

func (p Params) selection() Selection { s, _ := ParseSelection(p.Selection); return s }
func (p Params) tabu() Tabu           { t, _ := ParseTabu(p.Tabu); return t }
