package searchtest

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/tourmaline-opt/tourmaline/search"
)

// immigrantsAreJudged offers better, equal and invalid solutions to a searcher, which must accept
// only the better ones.
func immigrantsAreJudged[S any](t *testing.T, p search.Problem[S], steps int, create func() search.Searcher[S]) {
	ahead := prepared(t, create())
	walk(t, ahead, 0, steps, steps)
	better, cost := ahead.Best(), ahead.Cost()
	for _, at := range []int{0, 1, steps / 2} {
		a, b := prepared(t, create()), prepared(t, create())
		if !walk(t, a, 0, at, steps) {
			return
		}
		walk(t, b, 0, at, steps)
		refused(t, a, p, at)
		for _, s := range []search.Searcher[S]{a, b} {
			helps := cost < s.Cost()
			offer(t, s, better, helps)
			if s.Cost() > cost {
				t.Fatalf("step %d: the cost is %v after an immigrant with cost %v", at, s.Cost(), cost)
			}
			mustStand(t, p, s)
			offer(t, s, better, false) // the searcher already has this solution
		}
		for step := at; step < steps; step++ {
			before := a.Cost()
			more := walk(t, a, step, step+1, steps)
			walk(t, b, step, step+1, steps)
			if a.Cost() > before || a.Cost() != b.Cost() {
				t.Fatalf("step %d after an immigrant: the costs are %v and %v; expected equal costs of at most %v", step, a.Cost(), b.Cost(), before)
			}
			mustStand(t, p, a)
			if !more {
				break
			}
		}
		mustPrint(t, b.Best(), fmt.Sprint(a.Best()), "the same immigrant leads to different solutions")
	}
}

func offer[S any](t *testing.T, s search.Searcher[S], solution S, want bool) {
	t.Helper()
	then := fmt.Sprint(solution)
	taken, err := as[search.Immigrant[S]](t, s).Immigrate(solution)
	if err != nil {
		t.Fatal(err)
	}
	if taken != want {
		t.Fatalf("immigrant accepted: %v, expected %v", taken, want)
	}
	mustPrint(t, solution, then, "the immigrant was changed")
}

// refused offers an invalid solution to a searcher, which must return an error and stay unchanged.
func refused[S any](t *testing.T, s search.Searcher[S], p search.Problem[S], at int) {
	t.Helper()
	var none S
	if p.Check(none) == nil {
		return
	}
	var before []byte
	_, stateful := search.As[search.Stateful](s)
	if stateful {
		before = save(t, s)
	}
	if taken, err := as[search.Immigrant[S]](t, s).Immigrate(none); err == nil || taken {
		t.Fatalf("step %d: a missing solution was accepted", at)
	}
	if stateful && !bytes.Equal(before, save(t, s)) {
		t.Fatalf("step %d: a rejected solution changed the search", at)
	}
}
