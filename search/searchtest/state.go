package searchtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

// prepared prepares a searcher and returns it.
func prepared[S any](t *testing.T, s search.Searcher[S]) search.Searcher[S] {
	t.Helper()
	p, ok := search.As[search.Preparer](s)
	for done := !ok; !done; {
		var err error
		if done, err = p.Prepare(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// walk makes the steps from first to end-1, paced as part of a longer run, and reports whether more
// steps can follow.
func walk[S any](t *testing.T, s search.Searcher[S], first, end, of int) bool {
	t.Helper()
	for step := first; step < end; step++ {
		if p, ok := search.As[search.Pacer](s); ok {
			p.Pace(float64(step) / float64(of))
		}
		err := s.Step(t.Context())
		if errors.Is(err, search.ErrOptimal) || errors.Is(err, search.ErrExhausted) {
			return false
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return true
}

func save[S any](t *testing.T, s search.Searcher[S]) []byte {
	t.Helper()
	var w state.Writer
	as[search.Stateful](t, s).Save(&w)
	if w.Err() != nil {
		t.Fatal(w.Err())
	}
	return w.Bytes()
}

func restore[S any](t *testing.T, s search.Searcher[S], data []byte) {
	t.Helper()
	r := state.NewReader(data)
	if err := as[search.Stateful](t, s).Restore(r); err != nil {
		t.Fatal(err)
	}
	if err := r.End(); err != nil {
		t.Fatal(err)
	}
}

// savedIsUnbroken saves a search at several steps and continues it with every create function. All
// continued searches must end in the same state as the original.
func savedIsUnbroken[S any](t *testing.T, p search.Problem[S], steps int, create []func() search.Searcher[S]) {
	for _, at := range moments(steps) {
		a := prepared(t, create[0]())
		if !walk(t, a, 0, at, steps) {
			return // the search ends earlier
		}
		saved, cost := save(t, a), a.Cost()
		walk(t, a, at, steps, steps)
		for i, f := range create {
			b := prepared(t, f())
			restore(t, b, saved)
			if b.Cost() != cost {
				t.Errorf("step %d, searcher %d: the cost is %v, but %v when saved", at, i, b.Cost(), cost)
			}
			mustStand(t, p, b)
			if diff := state.Diff(save(t, b), saved); diff != "" {
				t.Fatalf("step %d, searcher %d: restored and saved state differ in %s", at, i, diff)
			}
			walk(t, b, at, steps, steps)
			if a.Cost() != b.Cost() || fmt.Sprint(a.Best()) != fmt.Sprint(b.Best()) {
				t.Fatalf("step %d, searcher %d: the final cost is %v, but %v without an interruption", at, i, b.Cost(), a.Cost())
			}
			if diff := state.Diff(save(t, a), save(t, b)); diff != "" {
				t.Fatalf("step %d, searcher %d: the final state is different: %s differs", at, i, diff)
			}
		}
	}
}

// coldInTheEnd checks that a search is cold when its budget is used up, and that restoring a search
// preserves whether it is warm.
func coldInTheEnd[S any](t *testing.T, steps int, create func() search.Searcher[S]) {
	s := prepared(t, create())
	if !walk(t, s, 0, steps/2+1, steps) {
		return // the search ends earlier
	}
	other := prepared(t, create())
	if _, ok := search.As[search.Stateful](s); ok {
		if restore(t, other, save(t, s)); as[search.Annealer](t, other).Warm() != as[search.Annealer](t, s).Warm() {
			t.Errorf("warm is %v, but %v after restoring", as[search.Annealer](t, s).Warm(), as[search.Annealer](t, other).Warm())
		}
	}
	as[search.Pacer](t, s).Pace(1)
	if as[search.Annealer](t, s).Warm() {
		t.Error("the searcher is still warm after the whole budget is used")
	}
}

// moments returns the steps at which to stop: the first two, one in the middle and the last.
func moments(steps int) []int {
	all := []int{0, 1, steps / 2, steps - 1}
	slices.Sort(all)
	return slices.Compact(all)
}

// aCutStepHasNotBeen interrupts steps at many points and compares the search with an uninterrupted
// one. The states must be equal, but the best solution may be better.
func aCutStepHasNotBeen[S any](t *testing.T, p search.Problem[S], steps int, create func() search.Searcher[S]) {
	a, b := prepared(t, create()), prepared(t, create())
	cuts := 0
	for step := range steps {
		for looks := 0; looks < 40; looks += 1 + looks/3 {
			ctx := testkit.Ending(t.Context(), looks)
			before := save(t, b)
			if s, ok := search.As[search.Pacer](b); ok {
				s.Pace(float64(step) / float64(steps))
			}
			err := b.Step(ctx)
			mustStand(t, p, b)
			if !errors.Is(err, context.Canceled) { // the step completed first
				restore(t, b, before)
				break
			}
			cuts++
		}
		more := walk(t, a, step, step+1, steps)
		walk(t, b, step, step+1, steps)
		if diff := state.Diff(save(t, a), save(t, b)); diff != "" {
			t.Fatalf("step %d ends in a different state after an interruption: %s differs", step, diff)
		}
		if b.Cost() > a.Cost() {
			t.Fatalf("step %d: the cost is %v, but %v without an interruption", step, b.Cost(), a.Cost())
		}
		if !more {
			break
		}
	}
	if cuts == 0 {
		t.Error("no step was interrupted")
	}
}

// damagedStatesAreRefused checks that a truncated state is an error, and that a state with a
// flipped bit gives an error or a valid searcher, but never a panic.
func damagedStatesAreRefused[S any](t *testing.T, p search.Problem[S], steps int, create func() search.Searcher[S]) {
	s := prepared(t, create())
	walk(t, s, 0, steps/2, steps)
	good := save(t, s)
	for _, length := range []int{0, 1, len(good) / 3, len(good) / 2, len(good) - 1} {
		r := state.NewReader(good[:length])
		err := as[search.Stateful](t, prepared(t, create())).Restore(r)
		if errors.Join(err, r.End()) == nil {
			t.Errorf("restoring the first %d of %d bytes returns no error", length, len(good))
		}
	}
	tries := 60
	if len(good) > 1<<16 {
		tries = 3
	}
	stride := max(1, len(good)/tries)
	for i := 0; i < len(good); i += stride {
		bad := bytes.Clone(good)
		bad[i] ^= 1 << (i % 8)
		other := prepared(t, create())
		r := state.NewReader(bad)
		if errors.Join(as[search.Stateful](t, other).Restore(r), r.End()) == nil {
			mustStand(t, p, other)
		}
	}
}
