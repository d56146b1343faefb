package catalog

import (
	"context"
	"time"

	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/aco"
)

// A Phase is a part of a search, and the time it has taken so far.
type Phase struct {
	Name    string
	Elapsed time.Duration
}

// phased is a search that knows what its time went into.
type phased interface{ Phases() []Phase }

// Phases tells what the time went into: the preparation, and then the acts of the
// algorithm, or its search as a whole.
func (s *TourSearch) Phases() []Phase {
	all := []Phase{{"prepare", s.preparing}}
	if p, ok := s.inner.(phased); ok {
		return append(all, p.Phases()...)
	}
	if s.inner != nil {
		all = append(all, Phase{"search", s.searching})
	}
	return all
}

// A watched colony reads the clock, which a colony itself never does.
type watched struct {
	colony
	engine *stopwatch
}

// A colony is a search that takes in tours from elsewhere.
type colony interface {
	search.Searcher[tsp.Tour]
	search.Immigrant[tsp.Tour]
}

func (w *watched) Phases() []Phase { return w.engine.phases[:] }

// A stopwatch is an engine that times the acts of another.
type stopwatch struct {
	aco.Engine
	phases [4]Phase
}

// The acts, as a result names them [MMAS20 Table 7].
const (
	construct = iota
	improve
	selecting
	update
)

func newStopwatch(e aco.Engine) *stopwatch {
	return &stopwatch{e, [4]Phase{construct: {Name: "construct"}, improve: {Name: "improve"}, selecting: {Name: "select"}, update: {Name: "update"}}}
}

// time adds the time of an act to a phase. A device returns before it is done, so
// it is waited for.
func (s *stopwatch) time(phase int, act func() error) error {
	began := time.Now()
	err := act()
	if d, ok := s.Engine.(interface{ Finish() error }); ok && err == nil {
		err = d.Finish()
	}
	s.phases[phase].Elapsed += time.Since(began)
	return err
}

// Lay times Lay.
func (s *stopwatch) Lay(ctx context.Context, level float32) error {
	return s.time(update, func() error { return s.Engine.Lay(ctx, level) })
}

// Construct times Construct.
func (s *stopwatch) Construct(ctx context.Context, cycle uint32) error {
	return s.time(construct, func() error { return s.Engine.Construct(ctx, cycle) })
}

// Improve times Improve.
func (s *stopwatch) Improve(ctx context.Context) error {
	return s.time(improve, func() error { return s.Engine.Improve(ctx) })
}

// Fittest times Fittest.
func (s *stopwatch) Fittest(ctx context.Context) (ant int, length int64, err error) {
	err = s.time(selecting, func() error { ant, length, err = s.Engine.Fittest(ctx); return err })
	return ant, length, err
}

// Tour times Tour.
func (s *stopwatch) Tour(ant int, dst tsp.Tour) error {
	return s.time(selecting, func() error { return s.Engine.Tour(ant, dst) })
}

// Remember times Remember.
func (s *stopwatch) Remember(t tsp.Tour) error {
	return s.time(selecting, func() error { return s.Engine.Remember(t) })
}

// Branching times Branching.
func (s *stopwatch) Branching(ctx context.Context) (factor float64, err error) {
	err = s.time(update, func() error { factor, err = s.Engine.Branching(ctx); return err })
	return factor, err
}

// Reinforce times Reinforce.
func (s *stopwatch) Reinforce(ctx context.Context, d aco.Deposit) error {
	return s.time(update, func() error { return s.Engine.Reinforce(ctx, d) })
}
