// Package searchtest is the conformance suite for every Searcher and Neighbourhood. It has a test
// for each guarantee of packages search and moves. The test file of a new algorithm calls it once.
package searchtest

import (
	"context"
	"fmt"
	"testing"

	"github.com/tourmaline-opt/tourmaline/search"
)

// Searcher checks the contract of search.Searcher and of the optional interfaces that the searcher
// implements, for example for saving and for immigrants. Each call to a create function must return
// a new searcher with the same problem, parameters and seed. The functions may differ in threads
// and engines, which must not affect the results. steps is the number of steps to check.
func Searcher[S any](t *testing.T, p search.Problem[S], steps int, create ...func() search.Searcher[S]) {
	t.Helper()
	first := create[0]
	t.Run("HasAnAnswerBeforeTheFirstStep", func(t *testing.T) { mustStand(t, p, first()) })
	t.Run("CostIsTrueAndNeverGrows", func(t *testing.T) { costIsTrue(t, p, steps, first()) })
	t.Run("BestIsASnapshot", func(t *testing.T) { bestIsASnapshot(t, steps, first()) })
	for i, other := range append(create[1:], first) {
		t.Run(fmt.Sprintf("SameSeedSameTrajectory/%d", i), func(t *testing.T) { sameTrajectory(t, steps, first(), other()) })
	}
	t.Run("CancelKeepsTheBest", func(t *testing.T) { cancelKeepsTheBest(t, p, steps, first()) })
	if _, ok := search.As[search.Stateful](first()); ok {
		t.Run("SavedIsUnbroken", func(t *testing.T) { savedIsUnbroken(t, p, steps, create) })
		t.Run("ACutStepHasNotBeen", func(t *testing.T) { aCutStepHasNotBeen(t, p, steps, first) })
		t.Run("DamagedStatesAreRefused", func(t *testing.T) { damagedStatesAreRefused(t, p, steps, first) })
	}
	if _, ok := search.As[search.Annealer](first()); ok {
		t.Run("ColdWhenTheBudgetIsUsed", func(t *testing.T) { coldInTheEnd(t, steps, first) })
	}
	if _, ok := search.As[search.Observed](prepared(t, first())); ok {
		t.Run("StatsAreTrue", func(t *testing.T) { statsAreTrue(t, steps, first(), create[len(create)-1](), first()) })
	}
	if _, ok := search.As[search.Immigrant[S]](first()); ok {
		t.Run("ImmigrantsAreJudged", func(t *testing.T) { immigrantsAreJudged(t, p, steps, first) })
	}
}

// as returns the part of a searcher that implements T, or fails the test.
func as[T any](t *testing.T, searcher any) T {
	t.Helper()
	found, ok := search.As[T](searcher)
	if !ok {
		t.Fatalf("%T does not implement %T", searcher, found)
	}
	return found
}

// mustPrint checks that a solution is printed as the given text.
func mustPrint(t *testing.T, solution any, text, fault string) {
	t.Helper()
	if now := fmt.Sprint(solution); now != text {
		t.Fatalf("%s:\n%.200s\n%.200s", fault, text, now)
	}
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
			t.Fatalf("step %d: the cost increased from %v to %v", progress.Step, before, progress.Cost)
		}
		before = progress.Cost
		mustStand(t, p, s)
	}
}

func bestIsASnapshot[S any](t *testing.T, steps int, s search.Searcher[S]) {
	best := s.Best()
	then := fmt.Sprint(best)
	drive(t, s, steps)
	mustPrint(t, best, then, "a solution returned earlier has changed")
}

func sameTrajectory[S any](t *testing.T, steps int, a, b search.Searcher[S]) {
	for i := range steps {
		drive(t, a, 1)
		drive(t, b, 1)
		if a.Cost() != b.Cost() {
			t.Fatalf("step %d: the costs differ: %v and %v", i+1, a.Cost(), b.Cost())
		}
	}
	mustPrint(t, b.Best(), fmt.Sprint(a.Best()), "same cost, different solutions")
}

func cancelKeepsTheBest[S any](t *testing.T, p search.Problem[S], steps int, s search.Searcher[S]) {
	ctx, cancel := context.WithCancel(t.Context())
	drive(t, s, steps/2)
	cancel()
	if err := s.Step(ctx); err == nil {
		t.Fatal("a step with a cancelled context returns no error")
	}
	mustStand(t, p, s)
	drive(t, s, 1) // the search can continue
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
