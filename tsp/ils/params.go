package ils

import (
	"github.com/tourmaline-opt/tourmaline/params"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp/lk"
)

// Params are the knobs of iterated local search.
type Params struct {
	Operator string  `json:"operator" choices:"2opt,oropt,3opt,3opt-best,lk,2opt-sweep,3opt-sweep" usage:"what a descent looks for: 2opt, oropt, 3opt, 3opt-best, lk (Lin-Kernighan) city by city, or 2opt-sweep, 3opt-sweep on the whole tour at once; symmetric instances only"`
	Kick     string  `json:"kick" choices:"segment,walk,close" usage:"where a kick cuts the tour: segment (along it), walk (where random walks lead) or close (near by); segment on asymmetric instances"`
	Segment  int     `json:"segment" range:"1..100000000" usage:"longest segment that a kick moves, in cities (some are longer where short ones change nothing), or steps of a walk"`
	Kicks    int     `json:"kicks" range:"0..100000000" usage:"kicks per step and lane, fewer where the operator sweeps over many cities; 0 stops at the first local optimum"`
	Rounds   float64 `json:"rounds" range:"0..1000000" usage:"kicks per city after which the search ends; 0: it goes on"`
	Heat     float64 `json:"heat" range:"0..1000000" usage:"how much worse a kick may be at first, as a multiple of what is usual; 0: not at all"`
	Sweeps   int     `json:"sweeps" range:"0..100000000" usage:"sweeps over the whole tour before the first descent: the work that a device can do; symmetric instances only, not with an operator that sweeps anyway"`
	Moves    int     `json:"moves" range:"0..100000000" usage:"moves that a sweep may make; 1: the best one only; 0: all that do not get in each other's way"`
	Lanes    int     `json:"lanes" range:"1..100000000" usage:"places to kick at once: how many threads the search can keep busy; one on asymmetric instances and where the operator sweeps"`
}

// Defaults are the parameters that suit an instance of that many cities.
func Defaults(n int) Params {
	p := Params{Operator: lk.LinKernighan.String(), Kick: "segment", Segment: 50, Heat: 6, Sweeps: 2, Lanes: 8}
	switch {
	case n < 500:
		p.Lanes = 1
	case n < 10_000:
		p.Lanes = 2
	case n < 50_000:
		p.Lanes = 4
	}
	// Lanes that kick too long without looking at each other get in each other's
	// way: with n/75 kicks in a step, one change in ten is lost at 5000 cities.
	p.Kicks = max(n/75/p.Lanes, 5)
	if p.Lanes == 1 {
		p.Kicks = 100
	}
	return p
}

// Paper are the parameters of [LS13 §4.3]: 3-opt with the best improvement, a
// double bridge anywhere on the tour, kept if it is no worse, and ten kicks a
// city; the paper also has one, and one for ten cities.
//
// Deviation: the best improvement is that of a city, not of the whole tour, and
// the neighbour lists are those of the other algorithms, ten cities and not forty;
// the operator 3opt-sweep with one move a sweep is the paper's to the letter.
func Paper(n int) Params {
	return Params{
		Operator: lk.ThreeOptBest.String(), Kick: "segment", Segment: max(n, 1),
		Kicks: 100, Rounds: 10, Lanes: 1,
	}
}

// OnEngine tells whether there is work for an engine: sweeps.
func (p Params) OnEngine() bool {
	op, err := parseOperator(p.Operator)
	return err == nil && (op.sweeps || p.Sweeps > 0)
}

// kick draws the kind of the next kick, of which that share has longer segments.
func (p Params) kick(s *rng.Stream, long float64) lk.Kick {
	size := int32(p.Segment)
	switch {
	case p.Kick == "walk":
		return lk.Kick{Size: size, Walk: true}
	case p.Kick == "close":
		return lk.Kick{Size: 3, Walk: true}
	case long > 0:
		switch u := s.Float64(); {
		case u < long/3:
			size *= 9
		case u < long:
			size *= 3
		}
	}
	return lk.Kick{Size: size}
}

// Validate names everything that is wrong.
func (p Params) Validate() error { return params.Validate(p) }
