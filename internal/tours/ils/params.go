package ils

import (
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/sweep"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// Params holds the parameters of iterated local search.
type Params struct {
	Operator string  `json:"operator" choices:"2opt,oropt,3opt,3opt-best,lk,2opt-sweep,3opt-sweep" usage:"moves of a descent: 2opt, oropt, 3opt, 3opt-best or lk (Lin-Kernighan) city by city, or 2opt-sweep or 3opt-sweep on the whole tour at once; symmetric instances only"`
	Kick     string  `json:"kick" choices:"segment,walk,close,anywhere" usage:"where a kick cuts the tour: segment (along the tour), walk (at the ends of random walks), close (nearby) or anywhere (at four random edges); segment or anywhere on asymmetric instances"`
	Accept   string  `json:"accept" choices:"better,always" usage:"which tour is kicked next: better (the new one if it is no worse, or slightly worse while there is heat) or always (the new one; uses one lane and no heat)"`
	Segment  int     `json:"segment" range:"1..100000000" usage:"maximum length of a segment that a kick moves, in cities (longer if short segments have no effect), or of a random walk, which has at most 10,000 steps"`
	Kicks    int     `json:"kicks" range:"0..100000000" usage:"maximum number of kicks per step and lane; fewer if the operator sweeps over many cities; 0: stop at the first local optimum"`
	Rounds   float64 `json:"rounds" range:"0..1000000" usage:"kicks per city after which the search ends: 10 means 10n iterations; 0: no limit"`
	Heat     float64 `json:"heat" range:"0..1000000" usage:"how much worse a kick may make the tour initially, as a multiple of the usual change; 0: not at all"`
	Descent  string  `json:"descent" choices:"quick,thorough" usage:"first Lin-Kernighan descent: quick (follows only the best opening of each edge, as after kicks) or thorough (follows the three best openings to full depth)"`
	Sweeps   int     `json:"sweeps" range:"0..100000000" usage:"number of sweeps over the whole tour before the first descent; can run on a device; symmetric instances only; ignored if the operator sweeps"`
	Moves    int     `json:"moves" range:"0..100000000" usage:"maximum number of moves per sweep; 1: only the best move; 0: all moves that do not conflict"`
	Third    string  `json:"third" choices:"t3,t4" usage:"where a 3-opt sweep looks for the end of the second new edge: among the neighbours of t3 (the city that the first new edge leads to, as in [LS13]) or of t4 (the next or previous city of t3, where the edge starts)"`
	Pairs    string  `json:"pairs" choices:"closer,all" usage:"pairs of a city and a neighbour that a sweep examines: closer (only as long as the edges so far gain) or all (every pair and, in 3-opt, every third city: slower, and finds a few more moves)"`
	Lanes    int     `json:"lanes" range:"1..1000000" usage:"number of places kicked at the same time, at most one per city, which limits the threads that the search can use; 1 for asymmetric instances, if the operator sweeps, and if every tour is accepted"`
}

// Defaults returns parameters that suit an instance of n cities.
func Defaults(n int) Params {
	p := Params{Operator: lk.LinKernighan.String(), Kick: "segment", Accept: "better", Segment: 50, Heat: 6, Descent: quick, Sweeps: 2, Third: "t4", Pairs: "closer", Lanes: defaultLanes(n)}
	// If there is little time per city, a thorough first descent pays off. For even more cities, it
	// takes too long on its single thread.
	if n >= 10_000 && n < 200_000 {
		p.Descent, p.Sweeps = thorough, 0
	}
	// If lanes make too many kicks before they merge, their changes conflict: with n/75 kicks in a
	// step, one change in ten is lost at 5,000 cities.
	p.Kicks = max(n/75/p.Lanes, 5)
	if p.Lanes == 1 {
		p.Kicks = 100
	}
	return p
}

func defaultLanes(n int) int {
	switch {
	case n < 500:
		return 1
	case n < 10_000:
		return 2
	case n < 50_000:
		return 4
	}
	return 8
}

// The kinds of first descent.
const (
	quick    = "quick"
	thorough = "thorough"
)

// always is the acceptance rule of [LS13].
const always = "always"

// Paper returns the parameters of [LS13 §4.3, Algorithm 1]: descents by the single best 3-opt move
// of the whole tour, a double bridge at four random edges, acceptance of every new tour, and ten
// kicks per city. The paper also uses one kick per city and one per ten cities.
func Paper(n int) Params {
	return Params{
		Operator: "3opt" + sweepSuffix, Moves: 1, Kick: "anywhere", Accept: always, Segment: max(n, 1), Descent: quick,
		Kicks: 100, Rounds: 10, Third: "t3", Pairs: "closer", Lanes: 1,
	}
}

// rule returns the rule of the sweeps for moves of a kind.
func (p Params) rule(k sweep.Kind) sweep.Rule {
	r := sweep.Rule{Kind: k, All: p.Pairs == "all"}
	if p.Third == "t3" {
		r.Third = sweep.OfT3
	}
	return r
}

// Sweeping reports whether every descent is a series of sweeps.
func (p Params) Sweeping() bool {
	op, err := parseOperator(p.Operator)
	return err == nil && op.sweeps
}

// OnEngine reports whether the search contains sweeps, which an engine can perform.
func (p Params) OnEngine() bool {
	op, err := parseOperator(p.Operator)
	return err == nil && (op.sweeps || p.Sweeps > 0)
}

// longestWalk is the maximum number of steps of a random walk. A longer one would delay the end of
// a search.
const longestWalk = 10_000

// kick draws the next kick. long is the share of kicks with longer segments.
func (p Params) kick(s *rng.Stream, long float64) lk.Kick {
	size := int32(p.Segment)
	switch {
	case p.Kick == "anywhere":
		return lk.Kick{Anywhere: true}
	case p.Kick == "walk":
		return lk.Kick{Size: min(size, longestWalk), Walk: true}
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

// Validate returns an error that lists all invalid parameters.
func (p Params) Validate() error { return params.Validate(p) }
