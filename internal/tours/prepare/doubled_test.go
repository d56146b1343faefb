package prepare_test

import (
	"context"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/eax"
	"github.com/tourmaline-opt/tourmaline/internal/tours/prepare"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// An algorithm for symmetric instances solves asymmetric ones, closed or open: its tours are tours
// of the asymmetric instance, immigrants reach it, and all laws hold.
func TestSymmetricForm(t *testing.T) {
	closed := windy(t, generated(t, 60))
	path, err := closed.Path(3, 7)
	if err != nil {
		t.Fatal(err)
	}
	assembly := func(_ context.Context, j prepare.Job) (search.Searcher[tsp.Tour], error) {
		p := eax.Defaults(60)
		p.Members = 6
		return eax.New(j.Instance, j.Lists, j.Start, p, j.Seed, j.Threads)
	}
	for name, in := range map[string]*tsp.Instance{"closed": closed, "path": path} {
		on := func(threads int) func() search.Searcher[tsp.Tour] {
			return func() search.Searcher[tsp.Tour] {
				o := prepare.Options{Seed: 2, Threads: threads, Symmetric: true}
				s, err := prepare.New(in, prepare.Defaults("greedy", in.N()), assembly, o)
				if err != nil {
					t.Fatal(err)
				}
				return s
			}
		}
		t.Run(name, func(t *testing.T) { searchtest.Searcher(t, in, 8, on(2), on(1)) })
	}
}

// A symmetric instance and the algorithms that accept asymmetric ones receive the plain instance.
func TestOtherJobsStayPlain(t *testing.T) {
	in := generated(t, 50)
	for _, c := range []struct {
		in        *tsp.Instance
		symmetric bool
		cities    int
	}{{in, true, 50}, {windy(t, in), false, 50}, {windy(t, in), true, 100}} {
		var o observer
		begun(t, c.in, prepare.Defaults("greedy", 50), o.algorithm, prepare.Options{Symmetric: c.symmetric})
		if n := o.jobs[0].Instance.N(); n != c.cities || o.jobs[0].Instance.Check(o.jobs[0].Start) != nil {
			t.Errorf("a job of %d cities, want %d", n, c.cities)
		}
	}
}
