package search_test

import (
	"context"
	"testing"

	"github.com/tourmaline-opt/tourmaline/search"
)

// wrapper implements only Searcher.
type wrapper struct {
	search.Searcher[float64]
	inner any
}

func (w wrapper) Unwrap() any { return w.inner }

// paced records the shares of the budget that it receives.
type paced struct {
	countdown
	used []float64
}

func (p *paced) Pace(used float64) { p.used = append(p.used, used) }

func TestAsFollowsWrappers(t *testing.T) {
	inner := &paced{countdown: countdown{cost: 3}}
	outer := wrapper{inner, wrapper{inner, inner}}
	if p, ok := search.As[search.Pacer](outer); !ok || p != search.Pacer(inner) {
		t.Errorf("found %v, %v", p, ok)
	}
	for name, none := range map[string]any{"nil": nil, "not a wrapper": 7, "an empty wrapper": wrapper{inner, nil}} {
		if p, ok := search.As[search.Pacer](none); ok || p != nil {
			t.Errorf("%s: found %v", name, p)
		}
	}
}

func TestStepsFindWhatIsWrapped(t *testing.T) {
	inner := &paced{countdown: countdown{cost: 3}}
	for _, err := range search.Steps(context.Background(), search.Searcher[float64](wrapper{inner, inner}), search.AfterSteps(2)) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(inner.used) != 2 || inner.used[1] != 0.5 {
		t.Errorf("paced by %v", inner.used)
	}
}
