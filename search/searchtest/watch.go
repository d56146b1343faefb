package searchtest

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/search"
)

// watched checks what a searcher offers to whoever watches.
func watched[S any](t *testing.T, steps int, first, last func() search.Searcher[S]) {
	t.Helper()
	if _, ok := first().(search.Diverse); ok {
		t.Run("DiversityIsAShare", func(t *testing.T) { diversityIsAShare(t, steps, first(), first()) })
	}
	if _, ok := first().(search.Averaged); ok {
		t.Run("TheMeanIsNoBetterThanTheBest", func(t *testing.T) { theMeanIsNoBetter(t, steps, first(), last()) })
	}
	if _, ok := first().(search.Wanderer); ok {
		t.Run("TheCurrentIsNoBetterThanTheBest", func(t *testing.T) { theCurrentIsNoBetter(t, steps, first(), last()) })
	}
	if _, ok := first().(search.Plural); ok {
		t.Run("NoneOfSeveralIsBetterThanTheBest", func(t *testing.T) { noneIsBetter(t, steps, first()) })
	}
	if _, ok := first().(search.Trailed); ok {
		t.Run("TrailsAreShares", func(t *testing.T) { trailsAreShares(t, steps, first(), last()) })
	}
}

// theMeanIsNoBetter asks two searchers for the mean after every step: both are told the
// same, nothing before the first step, and nothing below the cost of the best.
func theMeanIsNoBetter[S any](t *testing.T, steps int, a, b search.Searcher[S]) {
	for step := range steps {
		one, known, err := a.(search.Averaged).Mean()
		other, also, failed := b.(search.Averaged).Mean()
		if err != nil || failed != nil || one != other || known != also || known && step == 0 || !known && one != 0 {
			t.Fatalf("after %d steps: %v, %v, %v and %v, %v, %v", step, one, known, err, other, also, failed)
		}
		const rounding = 1e-12
		if best := a.Cost(); known && one < best-rounding*math.Abs(best) {
			t.Fatalf("after %d steps: a mean of %v, a best of %v", step, one, a.Cost())
		}
		drive(t, a, 1)
		drive(t, b, 1)
	}
}

// diversityIsAShare asks one of two searchers after every step: it is told a number from
// 0 to 1, or that nothing is known, and does not go another way for it.
func diversityIsAShare[S any](t *testing.T, steps int, a, b search.Searcher[S]) {
	for step := range steps {
		drive(t, a, 1)
		drive(t, b, 1)
		share, known, err := b.(search.Diverse).Diversity()
		if err != nil || known && !(share >= 0 && share <= 1) || !known && share != 0 {
			t.Fatalf("step %d: %v, %v, %v", step+1, share, known, err)
		}
		if a.Cost() != b.Cost() {
			t.Fatalf("step %d: cost %v after asking, %v without", step+1, b.Cost(), a.Cost())
		}
	}
}

// belowBest tells whether a cost is below that of the best solution by more than rounding.
func belowBest(cost, best float64) bool { return cost < best-1e-9*math.Abs(best) }

// theCurrentIsNoBetter asks two searchers for their current solution after every step: both
// are told the same, and nothing below the cost of the best.
func theCurrentIsNoBetter[S any](t *testing.T, steps int, a, b search.Searcher[S]) {
	for step := range steps {
		one, known := a.(search.Wanderer).Current()
		other, also := b.(search.Wanderer).Current()
		if one != other || known != also || !known && one != 0 || known && belowBest(one, a.Cost()) {
			t.Fatalf("after %d steps: %v, %v and %v, %v; the best costs %v", step, one, known, other, also, a.Cost())
		}
		drive(t, a, 1)
		drive(t, b, 1)
	}
}

// noneIsBetter asks for the costs of all after every step: as many each time, and none below
// that of the best.
func noneIsBetter[S any](t *testing.T, steps int, s search.Searcher[S]) {
	count := 0
	for step := range steps {
		drive(t, s, 1)
		costs := s.(search.Plural).Costs()
		if step > 0 && len(costs) != count {
			t.Fatalf("step %d: %d costs, %d before", step+1, len(costs), count)
		}
		count = len(costs)
		for i, c := range costs {
			if !(c < math.Inf(1)) || belowBest(c, s.Cost()) {
				t.Fatalf("step %d: number %d costs %v, the best %v", step+1, i, c, s.Cost())
			}
		}
	}
}

// trailsAreShares asks one of two searchers after every step: its trails are different,
// sorted, shares of the strongest and as many as were asked for, and it does not go another
// way for it.
func trailsAreShares[S any](t *testing.T, steps int, a, b search.Searcher[S]) {
	const most = 40
	for step := range steps {
		drive(t, a, 1)
		drive(t, b, 1)
		trails, err := b.(search.Trailed).Trails(most)
		if err != nil || len(trails) > most {
			t.Fatalf("step %d: %d trails, %v", step+1, len(trails), err)
		}
		mustBeShares(t, trails)
		few, err := b.(search.Trailed).Trails(3)
		if err != nil || !slices.Equal(few, trails[:min(3, len(trails))]) {
			t.Fatalf("step %d: the strongest are %v, %v; of more they are %v", step+1, few, err, trails[:min(3, len(trails))])
		}
		if a.Cost() != b.Cost() {
			t.Fatalf("step %d: cost %v after asking, %v without", step+1, b.Cost(), a.Cost())
		}
	}
}

// mustBeShares checks a list of trails.
func mustBeShares(t *testing.T, trails []search.Trail) {
	t.Helper()
	seen := map[[2]int32]bool{}
	for i, l := range trails {
		way := [2]int32{l.From, l.To}
		if l.From == l.To || l.From < 0 || l.To < 0 || seen[way] {
			t.Fatalf("trail %d from %d to %d, seen before: %v", i, l.From, l.To, seen[way])
		}
		if !(l.Strength >= 0 && l.Strength <= 1) || i == 0 && l.Strength != 1 {
			t.Fatalf("trail %d has a strength of %v", i, l.Strength)
		}
		seen[way] = true
	}
	if !slices.IsSortedFunc(trails, func(a, b search.Trail) int { return cmp.Compare(b.Strength, a.Strength) }) {
		t.Fatalf("trails are not sorted: %v", trails)
	}
}
