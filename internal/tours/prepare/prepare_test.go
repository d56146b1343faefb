package prepare_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours"
	"github.com/tourmaline-opt/tourmaline/internal/tours/ils"
	"github.com/tourmaline-opt/tourmaline/internal/tours/prepare"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// descend is an algorithm that runs iterated local search on its job.
func descend(_ context.Context, j prepare.Job) (search.Searcher[tsp.Tour], error) {
	p := ils.Defaults(j.Instance.N())
	p.Kicks = 10
	return ils.New(j.Instance, j.Lists, j.Start, p, j.Seed, ils.Executor{Threads: j.Threads})
}

// routes returns an instance in three variants: closed, as a path, and with fixed edges.
func routes(t *testing.T) map[string]*tsp.Instance {
	t.Helper()
	closed, err := tsp.Generate(tsp.Clustered, 150, 1)
	if err != nil {
		t.Fatal(err)
	}
	path, err := closed.Path(3, 7)
	if err != nil {
		t.Fatal(err)
	}
	fixed, err := closed.FixEdges([][2]int32{{0, 5}, {5, 9}})
	if err != nil {
		t.Fatal(err)
	}
	return map[string]*tsp.Instance{"closed": closed, "path": path, "fixed": fixed}
}

func TestConforms(t *testing.T) {
	for name, in := range routes(t) {
		t.Run(name, func(t *testing.T) {
			on := func(threads int) func() search.Searcher[tsp.Tour] {
				return func() search.Searcher[tsp.Tour] {
					s, err := prepare.New(in, prepare.Defaults("greedy", in.N()), descend, prepare.Options{Seed: 2, Threads: threads})
					if err != nil {
						t.Fatal(err)
					}
					return s
				}
			}
			searchtest.Searcher(t, in, 6, on(2), on(1))
		})
	}
}

// The start tour of a job is the initial tour, converted to the city numbers of the job.
func TestAStartTourIsHonoured(t *testing.T) {
	for name, in := range routes(t) {
		init := in.Closed()
		start := tours.Canonical(in, init.Back(init.Fit(tsp.Identity(in.N()))))
		var job prepare.Job
		s, err := prepare.New(in, prepare.Defaults("curve", in.N()), func(ctx context.Context, j prepare.Job) (search.Searcher[tsp.Tour], error) {
			job = j
			return descend(ctx, j)
		}, prepare.Options{Init: start})
		if err != nil {
			t.Fatal(err)
		}
		for done := false; !done; {
			if done, err = s.Prepare(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if got, want := job.Instance.Cost(job.Start), in.Cost(start); got != want {
			t.Errorf("%s: the algorithm starts at %v, the tour costs %v", name, got, want)
		}
	}
}

// A tour that immigrates before the algorithm exists becomes the start tour.
func TestAnEarlyImmigrantIsTheStart(t *testing.T) {
	in := routes(t)["closed"]
	better, err := prepare.New(in, prepare.Defaults("greedy", in.N()), descend, prepare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := search.Run(t.Context(), in, better, search.AfterSteps(5))
	if err != nil {
		t.Fatal(err)
	}
	s, err := prepare.New(in, prepare.Defaults("random", in.N()), nil, prepare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if taken, err := s.Immigrate(r.Best); err != nil || !taken {
		t.Fatal(taken, err)
	}
	if last, err := search.Run(t.Context(), in, s, search.AfterSteps(5)); err != nil || last.Cost != r.Cost || !slices.Equal(last.Best, r.Best) {
		t.Errorf("%v, cost %v, the immigrant %v", err, last.Cost, r.Cost)
	}
	if _, err := s.Immigrate(tsp.Tour{1, 1}); err == nil {
		t.Error("took what is not a tour")
	}
}

func TestFaultsAreNamed(t *testing.T) {
	in := routes(t)["closed"]
	if _, err := prepare.New(in, prepare.Params{Start: "here", Neighbours: 1, Lists: "all"}, nil, prepare.Options{}); err == nil || err.Error() != "start = \"here\", expected greedy, nearest, curve or random\n"+
		"neighbours = 1, expected 2 to 1,000\nlists = \"all\", expected nearest, quadrant or equal-quadrant" {
		t.Errorf("parameters that cannot be: %v", err)
	}
	if _, err := prepare.New(in, prepare.Defaults("greedy", 150), nil, prepare.Options{Init: tsp.Tour{1, 2}}); err == nil || !strings.HasPrefix(err.Error(), "the tour to start from: ") {
		t.Errorf("a start that is not a tour: %v", err)
	}
	gone := errors.New("gone")
	s, err := prepare.New(in, prepare.Defaults("greedy", 150), func(context.Context, prepare.Job) (search.Searcher[tsp.Tour], error) { return nil, gone }, prepare.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := search.Run(t.Context(), in, s, search.AfterSteps(1)); !errors.Is(err, gone) {
		t.Errorf("%v, want %v", err, gone)
	}
}

// An algorithm for plain closed tours also works on paths.
func ExampleNew() {
	in, _ := tsp.Generate(tsp.Uniform, 100, 1)
	path, _ := in.Path(3, 8)
	s, _ := prepare.New(path, prepare.Defaults("greedy", path.N()), descend, prepare.Options{Seed: 1})
	r, err := search.Run(context.Background(), path, s, search.AfterSteps(5))
	fmt.Println(r.Best[0], r.Best[99], r.Step, err)
	// Output: 3 8 5 <nil>
}

// Preparing returns the name of the next part, or "" after the last part.
func TestPartsHaveNames(t *testing.T) {
	in, err := tsp.Generate(tsp.Uniform, 50, 1)
	if err != nil {
		t.Fatal(err)
	}
	s, err := prepare.New(in, prepare.Defaults("greedy", in.N()), nil, prepare.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for done := false; !done; {
		names = append(names, s.Preparing())
		if done, err = s.Prepare(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if want := []string{"curve", "neighbour lists", "start tour"}; !slices.Equal(names, want) || s.Preparing() != "" {
		t.Errorf("%q and then %q", names, s.Preparing())
	}
}
