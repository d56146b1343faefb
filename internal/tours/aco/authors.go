package aco

import (
	"context"
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/tours"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// This file implements the deposits and resets of the program to which [MMAS20 §5.1] refers. The
// paper's text describes them only without local search.

// authors holds the data that the deposits and resets of the authors' program need.
type authors struct {
	seed   uint64
	used   float64  // used share of the budget before the step
	global tsp.Tour // best tour of all cycles, of length leader; nil unless deposits are drawn
}

// Pace sets the used share of the budget.
func (s *MMAS) Pace(used float64) { s.used = used }

// drawsDeposits reports whether the tour that deposits is drawn at random.
func (s *MMAS) drawsDeposits() bool {
	return s.params.Deposit == depositAuthors && s.params.LocalSearch != "none"
}

// rememberLeader stores the best tour of all cycles.
func (s *MMAS) rememberLeader(t tsp.Tour) {
	if s.drawsDeposits() {
		s.global = append(s.global[:0], t...)
	}
}

// A source is the tour that deposits after a cycle.
type source int

// The sources of deposits.
const (
	ofCycle source = iota // the best tour of the cycle
	ofAll                 // the best tour of all cycles
	ofReset               // the best tour since the trails were last reset
)

// depositStream is the number of the stream that draws deposits. Ants have lower numbers.
const depositStream = math.MaxUint32

// drawSource draws the tour that deposits: of the cycle with probability 0.1, and otherwise of all
// cycles with probability 0.1.
func drawSource(seed uint64, cycle uint32) source {
	random := rng.At(seed, depositStream, cycle)
	first, second := random.Float64(), random.Float64()
	switch {
	case first < 0.1:
		return ofCycle
	case second < 0.1:
		return ofAll
	}
	return ofReset
}

// reinforceDrawn lets the drawn tour deposit. ant is the best ant of the cycle.
func (s *MMAS) reinforceDrawn(ctx context.Context, ant int, length int64) error {
	switch drawSource(s.seed, s.cycle) {
	case ofCycle:
		return s.engine.Reinforce(ctx, s.depositBy(ant, length))
	case ofReset:
		return s.engine.Reinforce(ctx, s.depositBy(Remembered, s.shortest))
	}
	if err := s.engine.Remember(s.global); err != nil {
		return err
	}
	if err := s.engine.Reinforce(ctx, s.depositBy(Remembered, s.leader)); err != nil {
		return err
	}
	return s.engine.Remember(s.local)
}

// stagnationOfAuthors resets the trails in the cycles in which the authors' program does. With
// local search, the program compares the best length since the reset in every tenth cycle. It
// resets the trails if the length is the same in params.Patience cycles and if the number of cycles
// since the last reset is at most the number of remaining cycles. Without a budget, the number of
// remaining cycles is unlimited.
//
// Deviation: if the first tour that the program compares after a reset is as long as the last one
// before it, the program counts these ten cycles as cycles without a better tour.
func (s *MMAS) stagnationOfAuthors(ctx context.Context) error {
	patience, last := uint32(s.params.Patience), s.cycle-1 // last is the number of the last cycle
	if patience == 0 || s.params.LocalSearch == "none" || last%checkEvery != 0 || last < s.found+patience {
		return nil
	}
	// The budget had been used to the share last/total when the cycle started.
	if total := math.Round(float64(last) / s.used); float64(last-s.reset()) > total-float64(last) {
		return nil
	}
	return s.lay(ctx, s.limits.hi)
}

// reset returns the number of the cycle after which the trails were last reset, or 0.
func (s *MMAS) reset() uint32 { return max(s.since, 1) - 1 }

// saveAuthors writes the best tour of all cycles if deposits are drawn.
func (s *MMAS) saveAuthors(w *state.Writer) {
	if s.drawsDeposits() {
		state.List(w, "global", s.global)
	}
}

// restoreAuthors reads the best tour of all cycles if deposits are drawn. The tour is empty before
// the first cycle.
func (s *MMAS) restoreAuthors(r *state.Reader) {
	if !s.drawsDeposits() {
		return
	}
	s.global = state.ReadList[int32](r, "global", -1)
	if r.Err() == nil && (len(s.global) > 0 || s.leader < infinite) {
		r.Fail(tours.CheckFixed(s.in, s.global))
	}
}
