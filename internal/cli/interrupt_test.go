package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/internal/tours/prepare"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Signals within a second are one wish; later ones want more, and never more than to
// give up.
func TestSignalsAreWishes(t *testing.T) {
	var w wisher
	var got []wish
	began := time.Now()
	for _, ms := range []int{0, 1, 999, 1000, 1001, 1999, 2000, 2500, 3000, 9000} {
		got = append(got, w.hear(began.Add(time.Duration(ms)*time.Millisecond)))
	}
	want := []wish{stop, nothing, nothing, hurry, nothing, nothing, giveUp, nothing, giveUp, giveUp}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Nothing is given up while the result is written.
func TestTheFinalWriteIsNotGivenUp(t *testing.T) {
	var errs bytes.Buffer
	i := &interrupter{s: streams{io.Discard, &errs, outfile.OS()}}
	i.final.Lock()
	i.giveUp() // would end this process
	if !strings.Contains(errs.String(), "the result is being written") {
		t.Errorf("said %q", &errs)
	}
}

// A stuck searcher takes a step, and never ends the next one.
type stuck struct {
	prepare.Job
	steps  int
	inside chan struct{} // closed when it is stuck
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

// Whoever cannot wait for the end of a step gets the best solution before it.
func TestTheBestSoFarDoesNotWaitForAStep(t *testing.T) {
	in, err := tsp.Generate(tsp.Uniform, 30, 1)
	if err != nil {
		t.Fatal(err)
	}
	inside, free := make(chan struct{}), make(chan struct{})
	algorithm := tourmaline.TourAlgorithm{Name: "stuck", New: func(_ context.Context, j prepare.Job) (search.Searcher[tsp.Tour], error) {
		return &stuck{Job: j, inside: inside, free: free}, nil
	}}
	solver, err := tourmaline.New(tourmaline.Tours(in, algorithm), tourmaline.Config{Algorithm: "stuck", Limits: tourmaline.Limits{Steps: 5}})
	if err != nil {
		t.Fatal(err)
	}
	release := sync.OnceFunc(func() { close(free) })
	defer time.AfterFunc(20*time.Second, release).Stop() // where it does wait
	asked := &interrupter{hurried: make(chan struct{})}
	go func() {
		<-inside
		close(asked.hurried)
	}()
	keep := newKeeper(solver)
	keep.pause = 0
	v := &solve{streams: streams{io.Discard, io.Discard, outfile.OS()}, progress: "none"}
	r, err := v.outcome(t.Context(), solver, keep, asked)
	release()
	if err != nil || r == nil {
		t.Fatalf("got %v, %v", r, err)
	}
	if err := in.Check(r.Order()); err != nil || r.Termination != search.Interrupted || in.Cost(r.Order()) != r.Cost {
		t.Errorf("got %s at cost %v (%v)", r.Termination, r.Cost, err)
	}
	if asked.final.TryLock() {
		t.Error("it could still be given up")
	}
}

// The first signal asks the search to stop. Where it cools already, or nobody can be
// asked, it stops at once.
func TestTheFirstSignal(t *testing.T) {
	s := streams{io.Discard, io.Discard, outfile.OS()}
	for name, c := range map[string]struct{ asks, cools, ends bool }{
		"searching": {true, false, false}, "cooling": {true, true, true}, "no search": {false, false, true},
	} {
		done := make(chan string, 2)
		var ask func()
		if c.asks {
			ask = func() { done <- "asked" }
		}
		ctx, i := interruptible(t.Context(), s, ask)
		context.AfterFunc(ctx, func() { done <- "ended" })
		i.cooling.Store(c.cools)
		i.signals <- os.Interrupt
		want := map[bool]string{false: "asked", true: "ended"}[c.ends]
		if got := <-done; got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
		i.stop()
	}
}
