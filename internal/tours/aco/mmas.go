package aco

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/portable"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// MMAS is the MAX-MIN Ant System, a search.Searcher over plain closed tours [MMAS20 Fig. 1].
type MMAS struct {
	system
	params MMASParams
	limits limits
	// length of the tour that determines the limits; infinite while that is the start tour
	leader int64
	authors
}

// NewMMAS starts a colony on an engine. It does not close the engine. The start tour sets the
// initial trail limits and is the best tour so far. The ants do not use it.
// The seed is that of the engine.
func NewMMAS(in *tsp.Instance, start tsp.Tour, p MMASParams, e Engine, seed uint64) (*MMAS, error) {
	if err := valid(in, start, p); err != nil {
		return nil, err
	}
	s := &MMAS{system: newSystem(in, start, e), params: p, authors: authors{seed: seed}}
	s.leader, s.limits = infinite, s.limitsOf(s.Length())
	return s, nil
}

// Step runs one cycle. New trails start at the upper limit.
func (s *MMAS) Step(ctx context.Context) error {
	if err := s.step(ctx, s.limits.hi, s.learn); err != nil {
		return err
	}
	return s.stagnation(context.WithoutCancel(ctx))
}

// learn updates the trails after a cycle, given the best ant of the cycle.
func (s *MMAS) learn(ctx context.Context, ant int, length int64) error {
	s.lead(s.shortest, s.local)
	if s.drawsDeposits() {
		return s.reinforceDrawn(ctx, ant, length)
	}
	return s.engine.Reinforce(ctx, s.deposit(ant, length))
}

// lead adapts the limits to the best tour t and its length. The first tour that ants find replaces
// the start tour, even if it is longer [MMAS20 Fig. 1, lines 14 to 16].
func (s *MMAS) lead(length int64, t tsp.Tour) {
	if s.leader == infinite {
		s.limits = limits{}
	}
	if length < s.leader {
		s.leader, s.limits = length, s.limitsOf(length)
		s.rememberLeader(t)
	}
}

// deposit returns the deposit for this cycle, by the given ant or by the best tour.
func (s *MMAS) deposit(ant int, length int64) Deposit {
	if every := s.globalEvery(); every > 0 && (s.cycle-s.since+1)%every == 0 {
		ant, length = Remembered, s.shortest
	}
	return s.depositBy(ant, length)
}

// depositBy returns the deposit of a tour of the given length.
func (s *MMAS) depositBy(ant int, length int64) Deposit {
	return Deposit{
		Ant: ant, Everywhere: true, Keep: float32(s.params.Rho), Amount: s.strength(length),
		Lo: s.limits.lo, Hi: s.limits.hi,
	}
}

// globalEvery returns how often the best tour deposits: in every cycle if the result is 1, in every
// second cycle if it is 2, and never if it is 0. With mixed deposits the result depends on the
// number of cycles since the trails were laid, and the best tour deposits more and more often
// [SH00].
func (s *MMAS) globalEvery() uint32 {
	switch s.params.Deposit {
	case "global":
		return 1
	case "iteration", depositAuthors:
		return 0
	}
	for _, phase := range []struct{ until, every uint32 }{{25, 0}, {75, 5}, {125, 3}, {250, 2}} {
		if s.cycle-s.since < phase.until {
			return phase.every
		}
	}
	return 1
}

// strength returns the amount that a tour deposits. The unit is such that trails converge to 1 if
// the start tour always deposits.
func (s *MMAS) strength(length int64) float32 {
	return float32((1 - s.params.Rho) * s.worth(length))
}

// limits holds the limits of the trails, τ_min and τ_max.
type limits struct{ lo, hi float32 }

// limitsOf returns the limits for a best tour of the given length [SH00], [MMAS20 §5]. τ_max is the
// level to which trails converge if that tour always deposits. τ_min is chosen so that an ant
// follows settled trails for the whole tour with probability p_best, if at each step it chooses
// among half of its initial choices: half of the candidates or, with Floor = cities, half of all
// cities, as in the program of [MMAS20 §5.1].
//
// Deviation: mmas assumes half of the candidates, because an ant chooses among its candidates only;
// docs/ants.md compares the two floors.
func (s *MMAS) limitsOf(length int64) limits {
	// After the first cycle, the upper limit never falls, although the formula could lower it if
	// costs come close to zero.
	hi := max(float64(s.strength(length))/(1-s.params.Rho), float64(s.limits.hi))
	choices := float64(s.in.N())
	if s.params.Candidates > 0 && s.params.Floor == floorCandidates {
		choices = min(choices, float64(s.params.Candidates))
	}
	// p_dec, the n-th root of p_best, is e^-x.
	x := -float64(portable.Log2(float32(s.params.PBest))) * ln2 / float64(s.in.N())
	decline := fall(x)
	lo := hi * decline / (max(choices/2-1, 1) * (1 - decline))
	return limits{lo: float32(min(lo, hi)), hi: float32(hi)}
}

const ln2 = 0.693147180559945

// fall returns 1 - e^-x for x from 0 to 20. It sums the series so that the result is the same on
// all platforms.
func fall(x float64) float64 {
	sum, term := 0.0, -1.0
	for k := 1.0; k < 100; k++ {
		term = float64(-term*x) / k
		sum += term
	}
	return sum
}

// checkEvery is the number of cycles between two checks for stagnation.
const checkEvery = 10

// settled returns the maximum branching factor of converged trails, slightly more than one outgoing
// edge per city and, on symmetric instances, one incoming edge.
func (s *MMAS) settled() float64 {
	if s.in.Symmetric() {
		return 2.02
	}
	return 1.02
}

// stagnation resets the trails if they have settled and the last improvement is at least
// params.Patience cycles old [SH00].
func (s *MMAS) stagnation(ctx context.Context) error {
	if s.params.Reset == resetAuthors {
		return s.stagnationOfAuthors(ctx)
	}
	patience := uint32(s.params.Patience)
	if patience == 0 || s.cycle-s.found < patience || s.cycle%checkEvery != 0 {
		return nil
	}
	branching, err := s.engine.Branching(ctx)
	if err != nil || branching > s.settled() {
		return err
	}
	return s.lay(ctx, s.limits.hi)
}

// Immigrate adopts t if it is better than the best tour, and adapts the limits to it.
func (s *MMAS) Immigrate(t tsp.Tour) (bool, error) {
	taken, err := s.system.Immigrate(t)
	if taken {
		s.lead(s.Length(), s.Tour())
	}
	return taken, err
}
