package runner

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A stuck searcher makes one step and never finishes the next one.
type stuck struct {
	tourmaline.TourJob
	steps  int
	inside chan struct{} // closed when the searcher is stuck
	free   chan struct{}
}

func (s *stuck) Cost() float64  { return s.Instance.Cost(s.Start) }
func (s *stuck) Best() tsp.Tour { return s.Start }
func (s *stuck) Step(context.Context) error {
	if s.steps++; s.steps > 1 {
		close(s.inside)
		<-s.free
		return search.ErrExhausted
	}
	return nil
}

// A fakeInterrupts expires when its channel is closed.
type fakeInterrupts struct {
	expired chan struct{}
	writing bool
}

func (f *fakeInterrupts) Expired() <-chan struct{} { return f.expired }
func (f *fakeInterrupts) StartWriting()            { f.writing = true }

// An interrupt during a step returns the best solution found before that step.
func TestTheBestSoFarDoesNotWaitForAStep(t *testing.T) {
	in, err := tsp.Generate(tsp.Uniform, 30, 1)
	if err != nil {
		t.Fatal(err)
	}
	inside, free := make(chan struct{}), make(chan struct{})
	algorithm := tourmaline.TourAlgorithm{Name: "stuck", New: func(_ context.Context, j tourmaline.TourJob) (search.Searcher[tsp.Tour], error) {
		return &stuck{TourJob: j, inside: inside, free: free}, nil
	}}
	solver, err := tourmaline.New(tourmaline.Tours(in, algorithm), tourmaline.Config{Algorithm: "stuck", Limits: tourmaline.Limits{Steps: 5}})
	if err != nil {
		t.Fatal(err)
	}
	release := sync.OnceFunc(func() { close(free) })
	defer time.AfterFunc(20*time.Second, release).Stop() // releases the step if Run waits for it
	signals := &fakeInterrupts{expired: inside}
	keep := newKeeper(solver)
	keep.pause = 0
	s := Search{Solver: solver, Files: outfile.OS(), Show: func(search.Progress) {}, Warn: t.Logf}
	r, err := s.run(t.Context(), signals, keep)
	release()
	if err != nil || r == nil {
		t.Fatalf("got %v, %v", r, err)
	}
	if err := in.Check(r.Order()); err != nil || r.Termination != search.Interrupted || in.Cost(r.Order()) != r.Cost {
		t.Errorf("got %s at cost %v (%v)", r.Termination, r.Cost, err)
	}
	if !signals.writing {
		t.Error("a signal could still end the program")
	}
}

// A failing searcher makes some steps and then fails.
type failing struct {
	stuck
	good int
}

var errStep = errors.New("a step failed")

func (f *failing) Step(context.Context) error {
	if f.steps++; f.steps > f.good {
		return errStep
	}
	return nil
}

// After an error in a step, the result is the best solution before it. After an error in the
// preparation, there is no result.
func TestAnErrorKeepsTheResult(t *testing.T) {
	in, err := tsp.Generate(tsp.Uniform, 30, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, prepared := range []bool{true, false} {
		algorithm := tourmaline.TourAlgorithm{Name: "failing", New: func(_ context.Context, j tourmaline.TourJob) (search.Searcher[tsp.Tour], error) {
			if !prepared {
				return nil, errStep
			}
			return &failing{stuck: stuck{TourJob: j}, good: 2}, nil
		}}
		solver, err := tourmaline.New(tourmaline.Tours(in, algorithm), tourmaline.Config{Algorithm: "failing", Limits: tourmaline.Limits{Steps: 5}})
		if err != nil {
			t.Fatal(err)
		}
		s := Search{Solver: solver, Files: outfile.OS(), Show: func(search.Progress) {}, Warn: t.Logf}
		r, err := s.Run(t.Context(), &fakeInterrupts{})
		if !errors.Is(err, errStep) || (r != nil) != prepared {
			t.Errorf("prepared %v: %v, %v", prepared, r, err)
		}
	}
}
