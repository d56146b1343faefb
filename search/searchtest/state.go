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

// prepared prepares a searcher.
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

// walk makes the steps from first to end, paced as a part of all, and reports whether more
// can follow.
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

// savedIsUnbroken saves a search at several steps and continues from there on all engines:
// all must end in the same state.
func savedIsUnbroken[S any](t *testing.T, p search.Problem[S], steps int, create []func() search.Searcher[S]) {
	for _, at := range moments(steps) {
		a := prepared(t, create[0]())
		if !walk(t, a, 0, at, steps) {
			return // it ends before
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

// coldInTheEnd paces a search to its end, where it must be cold. Before, a restored search
// must be as warm.
func coldInTheEnd[S any](t *testing.T, steps int, create func() search.Searcher[S]) {
	s := prepared(t, create())
	if !walk(t, s, 0, steps/2+1, steps) {
		return // it ends before
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

// moments returns steps to stop at: the first ones, one in the middle and the last.
func moments(steps int) []int {
	all := []int{0, 1, steps / 2, steps - 1}
	slices.Sort(all)
	return slices.Compact(all)
}

// aCutStepHasNotBeen interrupts steps at many moments and compares with an uninterrupted
// search. Only the best may be better.
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
			if !errors.Is(err, context.Canceled) { // it had ended before
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

// damagedStatesAreRefused truncates a state, which must be an error, and flips bits, which
// must give an error or a valid searcher, and never a panic.
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
