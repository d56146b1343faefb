package aco

import (
	"context"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/portable"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// MMAS is the MAX-MIN Ant System, a search.Searcher over plain closed tours
// [MMAS20 Fig. 1].
type MMAS struct {
	in     *tsp.Instance
	params Params
	engine Engine
	cycle  uint32
	unit   float64 // a tour of this cost would bring trails up to 1
	limits limits
	laid   bool
	guest  bool // the best tour came from elsewhere, and the engine does not know it yet

	best   tsp.Tour
	length int64
	leader int64 // the length of the best that the limits follow: of a cycle that was not cut short

	// Since the trails were last laid:
	since  uint32   // the cycle of that
	local  tsp.Tour // the best
	record int64    // its length
	found  uint32   // the cycle that found it
}

// NewMMAS starts a colony on an engine, which it does not close. The start tour
// sets the first limits of the trails and is the best so far; ants do not see it.
func NewMMAS(in *tsp.Instance, start tsp.Tour, p Params, e Engine) (*MMAS, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	s := &MMAS{in: in, params: p, engine: e, best: slices.Clone(start), length: in.Length(start)}
	s.local = make(tsp.Tour, len(start))
	s.unit, s.leader = s.in.CostOf(s.length), s.length
	s.limits = s.limitsOf(s.length)
	return s, nil
}

// Cost is the cost of the best tour.
func (s *MMAS) Cost() float64 { return s.in.CostOf(s.length) }

// Best is a copy of the best tour.
func (s *MMAS) Best() tsp.Tour { return slices.Clone(s.best) }

// Step is one cycle.
func (s *MMAS) Step(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if !s.laid {
		if err := s.lay(context.WithoutCancel(ctx)); err != nil {
			return err
		}
	}
	if s.guest {
		if err := s.engine.Remember(s.best); err != nil {
			return err
		}
		s.guest = false
	}
	if err := s.engine.Construct(ctx, s.cycle); err != nil {
		return err
	}
	cut := s.engine.Improve(ctx)
	// Trails are never half done: what follows is short, and ctx does not cut it.
	ctx = context.WithoutCancel(ctx)
	ant, length, err := s.engine.Fittest(ctx)
	if err == nil {
		err = s.keep(ant, length)
	}
	if err != nil || cut != nil { // the cycle will be done again; what it has found is kept
		return firstOf(err, cut)
	}
	if err := s.judge(ant, length); err != nil {
		return err
	}
	if err := s.engine.Reinforce(ctx, s.deposit(ant, length)); err != nil {
		return err
	}
	s.cycle++
	return s.stagnation(ctx)
}

func firstOf(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// lay begins anew: all trails are equal, as high as they may be.
func (s *MMAS) lay(ctx context.Context) error {
	if err := s.engine.Lay(ctx, s.limits.hi); err != nil {
		return err
	}
	s.laid, s.since, s.found, s.record = true, s.cycle, s.cycle, 1<<62
	return nil
}

// keep keeps the tour of an ant if it is the best.
func (s *MMAS) keep(ant int, length int64) error {
	if length >= s.length {
		return nil
	}
	s.length = length
	return s.engine.Tour(ant, s.best)
}

// judge lets the colony learn from the tour of an ant if it is the best since the
// trails were laid.
func (s *MMAS) judge(ant int, length int64) error {
	if length >= s.record {
		return nil
	}
	if err := s.engine.Tour(ant, s.local); err != nil {
		return err
	}
	s.record, s.found = length, s.cycle
	s.lead(length)
	return s.engine.Remember(s.local)
}

// lead lets the limits follow the best tour.
func (s *MMAS) lead(length int64) {
	if length < s.leader {
		s.leader, s.limits = length, s.limitsOf(length)
	}
}

// deposit says whose tour leaves trails after this cycle.
func (s *MMAS) deposit(ant int, length int64) Deposit {
	if every := s.globalEvery(); every > 0 && (s.cycle-s.since+1)%every == 0 {
		ant, length = Remembered, s.record
	}
	return Deposit{
		Ant: ant, Keep: float32(s.params.Rho), Amount: s.strength(length),
		Lo: s.limits.lo, Hi: s.limits.hi,
	}
}

// globalEvery is how often the best tour since the trails were laid deposits: never
// (0), always (1), or more and more often [SH00].
func (s *MMAS) globalEvery() uint32 {
	switch s.params.Deposit {
	case "global":
		return 1
	case "iteration":
		return 0
	}
	for _, phase := range []struct{ until, every uint32 }{{25, 0}, {75, 5}, {125, 3}, {250, 2}} {
		if s.cycle-s.since < phase.until {
			return phase.every
		}
	}
	return 1
}

// strength is what a tour deposits: the inverse of its cost, in units that make
// trails come to 1 if the start tour deposits for ever, so that numbers are neither
// large nor small. Where costs are not positive, which no metric gives but a matrix
// may, all tours are worth the same.
func (s *MMAS) strength(length int64) float32 {
	cost := s.in.CostOf(length)
	if cost <= 0 || s.unit <= 0 {
		return float32(1 - s.params.Rho)
	}
	return float32((1 - s.params.Rho) * (s.unit / cost))
}

// limits of the trails, τ_min and τ_max.
type limits struct{ lo, hi float32 }

// limitsOf are the limits once the best tour has that length [SH00], [MMAS20 §5]:
// τ_max is what trails would come to if that tour deposited for ever, and τ_min
// such that an ant follows settled trails all the way with probability p_best,
// choosing among half of the cities that it could choose among at first.
func (s *MMAS) limitsOf(length int64) limits {
	// The upper limit never falls, as it might where costs come near zero.
	hi := max(float64(s.strength(length))/(1-s.params.Rho), float64(s.limits.hi))
	choices := float64(s.in.N())
	if s.params.Candidates > 0 {
		choices = min(choices, float64(s.params.Candidates))
	}
	// p_dec, the n-th root of p_best, is e^-x.
	x := -float64(portable.Log2(float32(s.params.PBest))) * ln2 / float64(s.in.N())
	decline := fall(x)
	lo := hi * decline / (max(choices/2-1, 1) * (1 - decline))
	return limits{lo: float32(min(lo, hi)), hi: float32(hi)}
}

const ln2 = 0.693147180559945

// fall is 1 - e^-x for x from 0 to 20, by its series: the same everywhere.
func fall(x float64) float64 {
	sum, term := 0.0, -1.0
	for k := 1.0; k < 100; k++ {
		term = float64(-term*x) / k
		sum += term
	}
	return sum
}

// checkEvery is how many cycles pass between two looks at the trails.
const checkEvery = 10

// settled is the branching factor of trails that have nothing new to say: a city
// has one way out and, where both directions are the same, one way in.
func (s *MMAS) settled() float64 {
	if s.in.Symmetric() {
		return 2.02
	}
	return 1.02
}

// stagnation lays the trails anew when they have settled and nothing better has
// been found for long [SH00].
func (s *MMAS) stagnation(ctx context.Context) error {
	patience := uint32(s.params.Patience)
	if patience == 0 || s.cycle-s.found < patience || s.cycle%checkEvery != 0 {
		return nil
	}
	branching, err := s.engine.Branching(ctx)
	if err != nil || branching > s.settled() {
		return err
	}
	return s.lay(ctx)
}

// Immigrate adopts a better tour that was found elsewhere.
func (s *MMAS) Immigrate(t tsp.Tour, _ float64) {
	length := s.in.Length(t)
	if length >= s.length {
		return
	}
	copy(s.best, t)
	s.length = length
	s.lead(length)
	if s.laid {
		copy(s.local, t)
		s.record, s.found, s.guest = length, s.cycle, true
	}
}
