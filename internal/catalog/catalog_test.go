package catalog_test

import (
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

func generate(t testing.TB, n int) *tsp.Instance {
	t.Helper()
	in, err := tsp.Generate(tsp.Clustered, n, 1)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// Every algorithm of the table passes the suite, from the bare instance on,
// for round trips, paths and fixed edges.
func TestEveryAlgorithmConforms(t *testing.T) {
	for _, a := range catalog.Algorithms() {
		n := 150
		if a.MaxCities > 0 {
			n = a.MaxCities - 4
		}
		closed := generate(t, n)
		path, err := closed.Path(3, -1)
		if err != nil {
			t.Fatal(err)
		}
		fixed, err := closed.FixEdges([][2]int32{{0, 5}, {5, 9}})
		if err != nil {
			t.Fatal(err)
		}
		for kind, in := range map[string]*tsp.Instance{"tour": closed, "path": path, "fixed": fixed} {
			t.Run(a.Name+"/"+kind, func(t *testing.T) {
				p := a.Params(n)
				quick(t, p)
				searchtest.Searcher(t, in, 8, func() search.Searcher[tsp.Tour] {
					return catalog.NewTourSearch(in, a, p, nil, 1, catalog.Host{Threads: 2})
				})
			})
		}
	}
}

// quick shortens the steps where there is a parameter for it.
func quick(t *testing.T, p catalog.Params) {
	few := map[string]string{"kicks": "20", "ants": "12", "turns": "5"}
	for _, q := range params.Describe(p) {
		if value, ok := few[q.Name]; ok && (q.Default != 0 || q.Name == "turns") {
			if err := params.Set(p, map[string]string{q.Name: value}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestAutoChoosesBySize(t *testing.T) {
	for n, want := range map[int]string{5: "exact", 16: "exact", 17: "ils", 5000: "ils"} {
		a, err := catalog.Find(catalog.Auto, generate(t, n))
		if err != nil || a.Name != want {
			t.Errorf("%d cities: %s, %v, want %s", n, a.Name, err, want)
		}
	}
	// A path has a dummy city more.
	in, err := generate(t, 16).Path(-1, -1)
	if err != nil {
		t.Fatal(err)
	}
	if a, err := catalog.Find("", in); err != nil || a.Name != "ils" {
		t.Errorf("a path of 16 cities: %s, %v", a.Name, err)
	}
}

func TestSummaries(t *testing.T) {
	for _, a := range catalog.Algorithms() {
		if a.Summary == "" {
			t.Errorf("%s has no summary", a.Name)
		}
	}
}

func TestSetNamesEveryFault(t *testing.T) {
	err := params.Set(catalog.Algorithms()[0].Params(100), map[string]string{"start": "here", "lanes": "0", "neighbours": "1"})
	want := `start = "here", expected greedy, nearest, curve or random
neighbours = 1, expected 2 to 1,000
lanes = 0, expected 1 to 100,000,000`
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestStartToursCanBeChosen(t *testing.T) {
	in := generate(t, 400)
	a, err := catalog.Find("descent", in)
	if err != nil {
		t.Fatal(err)
	}
	costs := map[float64]bool{}
	for _, start := range []string{"greedy", "nearest", "curve", "random"} {
		p := a.Params(400)
		if err := params.Set(p, map[string]string{"start": start, "lists": "nearest"}); err != nil {
			t.Fatal(err)
		}
		r, err := search.Run(t.Context(), in, catalog.NewTourSearch(in, a, p, nil, 1, catalog.Host{Threads: 1}), search.AfterSteps(100))
		if err != nil || r.Reason != search.Stall {
			t.Fatalf("%s: %v, ended by %q", start, err, r.Reason)
		}
		costs[r.Cost] = true
	}
	if len(costs) != 4 {
		t.Errorf("%d different results from 4 start tours", len(costs))
	}
}

// A file may list its cities along the best tour there is; that must not help.
func TestTheOrderOfTheFileIsNoAnswer(t *testing.T) {
	const n = 500
	square := make([]tsp.Point, 0, n)
	for i := range n {
		square = append(square, tsp.Point{float64(i), float64(i % 2)})
	}
	byPlace, err := tsp.FromPoints(tsp.Euc2D, square)
	if err != nil {
		t.Fatal(err)
	}
	distances := make([]float64, 0, n*n)
	for i := range int32(n) {
		for j := range int32(n) {
			distances = append(distances, float64(byPlace.Dist(i, j)))
		}
	}
	byMatrix, err := tsp.FromMatrix(n, distances)
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range []*tsp.Instance{byPlace, byMatrix} {
		a, err := catalog.Find("ils", in)
		if err != nil {
			t.Fatal(err)
		}
		s := catalog.NewTourSearch(in, a, a.Params(n), nil, 1, catalog.Host{Threads: 1})
		best := in.Cost(tsp.Identity(n))
		if s.Cost() < 10*best {
			t.Errorf("%v: the first answer costs %v, the order of the file %v", in.Metric(), s.Cost(), best)
		}
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
		if in.Dims() == 0 && s.Cost() < 10*best {
			t.Errorf("%v: after a step %v, the order of the file %v", in.Metric(), s.Cost(), best)
		}
	}
}
