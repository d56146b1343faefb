// Package searchtest is the conformance suite that every Searcher and every
// Neighbourhood passes. A new algorithm's test file calls it once.
package searchtest

import (
	"context"
	"fmt"
	"testing"

	"github.com/tourmaline-opt/tourmaline/search"
)

// Searcher checks the contract of search.Searcher. Two calls of create must
// return searchers of the same problem and seed; steps is how many steps to
// watch.
func Searcher[S any](t *testing.T, p search.Problem[S], steps int, create func() search.Searcher[S]) {
	t.Helper()
	t.Run("HasAnAnswerBeforeTheFirstStep", func(t *testing.T) { mustStand(t, p, create()) })
	t.Run("CostIsTrueAndNeverGrows", func(t *testing.T) { costIsTrue(t, p, steps, create()) })
	t.Run("BestIsASnapshot", func(t *testing.T) { bestIsASnapshot(t, steps, create()) })
	t.Run("SameSeedSameTrajectory", func(t *testing.T) { sameTrajectory(t, steps, create(), create()) })
	t.Run("CancelKeepsTheBest", func(t *testing.T) { cancelKeepsTheBest(t, p, steps, create()) })
}

func mustStand[S any](t *testing.T, p search.Problem[S], s search.Searcher[S]) {
	t.Helper()
	if _, err := search.Referee(p, s.Best(), s.Cost()); err != nil {
		t.Fatal(err)
	}
}

func costIsTrue[S any](t *testing.T, p search.Problem[S], steps int, s search.Searcher[S]) {
	before := s.Cost()
	for progress, err := range search.Steps(t.Context(), s, search.AfterSteps(steps)) {
		if err != nil {
			t.Fatal(err)
		}
		if progress.Cost > before {
			t.Fatalf("step %d: cost grew from %v to %v", progress.Step, before, progress.Cost)
		}
		before = progress.Cost
		mustStand(t, p, s)
	}
}

func bestIsASnapshot[S any](t *testing.T, steps int, s search.Searcher[S]) {
	best := s.Best()
	then := fmt.Sprint(best)
	drive(t, s, steps)
	if now := fmt.Sprint(best); now != then {
		t.Errorf("a solution handed out before has changed:\n%.200s\n%.200s", then, now)
	}
}

func sameTrajectory[S any](t *testing.T, steps int, a, b search.Searcher[S]) {
	for i := range steps {
		drive(t, a, 1)
		drive(t, b, 1)
		if a.Cost() != b.Cost() {
			t.Fatalf("step %d: cost %v and %v", i+1, a.Cost(), b.Cost())
		}
	}
	if x, y := fmt.Sprint(a.Best()), fmt.Sprint(b.Best()); x != y {
		t.Errorf("same cost, different solutions:\n%.200s\n%.200s", x, y)
	}
}

func cancelKeepsTheBest[S any](t *testing.T, p search.Problem[S], steps int, s search.Searcher[S]) {
	ctx, cancel := context.WithCancel(t.Context())
	drive(t, s, steps/2)
	cancel()
	if err := s.Step(ctx); err != nil && ctx.Err() == nil {
		t.Fatal(err)
	}
	mustStand(t, p, s)
	drive(t, s, 1) // and it can go on
	mustStand(t, p, s)
}

func drive[S any](t *testing.T, s search.Searcher[S], steps int) {
	t.Helper()
	for _, err := range search.Steps(t.Context(), s, search.AfterSteps(steps)) {
		if err != nil {
			t.Fatal(err)
		}
	}
}
