package catalog_test

import (
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/internal/tours/prepare"
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

// Every algorithm in the table passes the conformance suite, starting from an unprepared instance,
// for round trips, paths and fixed edges.
func TestEveryAlgorithmConforms(t *testing.T) {
	for _, a := range catalog.Of(catalog.Tours) {
		n := 80
		if testkit.Race {
			n = 40
		}
		if a.Most > 0 {
			n = a.Most - 4
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
			if testkit.Race && kind != "fixed" {
				continue // all kinds run on the same threads
			}
			t.Run(a.Name+"/"+kind, func(t *testing.T) {
				p := a.Params(catalog.Size{N: n})
				quick(t, p)
				searchtest.Searcher(t, in, 4, begin(t, a, in, p, 2), begin(t, a, in, p, 1))
			})
		}
	}
}

// begin returns a function that creates searches for a row.
func begin(t *testing.T, r catalog.Row, in *tsp.Instance, p params.Group, threads int) func() search.Searcher[tsp.Tour] {
	return func() search.Searcher[tsp.Tour] {
		s, err := r.BeginTour(in, p, prepare.Options{Seed: 1, Threads: threads})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
}

// find returns the tour row with the given name.
func find(t *testing.T, name string) catalog.Row {
	t.Helper()
	r, err := catalog.Find(catalog.Of(catalog.Tours), name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// quick shortens the steps if there is a parameter for that.
func quick(t *testing.T, p params.Group) {
	few := map[string]string{"kicks": "10", "ants": "8", "genes": "12", "turns": "3"}
	for _, q := range params.Describe(p) {
		if value, ok := few[q.Name]; ok && (q.Default != 0 || q.Name == "turns") {
			if err := params.Set(p, map[string]string{q.Name: value}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Each combination of problem and name is unique, and each row has a summary and engines.
func TestTheTableIsComplete(t *testing.T) {
	seen := map[[2]string]bool{}
	for _, r := range catalog.Table() {
		key := [2]string{r.Problem, r.Name}
		if seen[key] || r.Summary == "" || len(r.Engines) == 0 || r.Engines[0] != "cpu" {
			t.Errorf("row %v: %+v", key, r)
		}
		seen[key] = true
	}
}

func TestSetNamesEveryFault(t *testing.T) {
	err := params.Set(find(t, "ils").Params(catalog.Size{N: 100}), map[string]string{"start": "here", "lanes": "0", "neighbours": "1"})
	want := `start = "here", expected greedy, nearest, curve or random
neighbours = 1, expected 2 to 1,000
lanes = 0, expected 1 to 1,000,000`
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestStartToursCanBeChosen(t *testing.T) {
	in := generate(t, 400)
	a := find(t, "descent")
	costs := map[float64]bool{}
	for _, start := range []string{"greedy", "nearest", "curve", "random"} {
		p := a.Params(catalog.Size{N: 400})
		if err := params.Set(p, map[string]string{"start": start, "lists": "nearest"}); err != nil {
			t.Fatal(err)
		}
		r, err := search.Run(t.Context(), in, begin(t, a, in, p, 1)(), search.AfterSteps(100))
		if err != nil || r.Reason != search.Stall {
			t.Fatalf("%s: %v, ended by %q", start, err, r.Reason)
		}
		costs[r.Cost] = true
	}
	if len(costs) != 4 {
		t.Errorf("%d different results from 4 start tours", len(costs))
	}
}

// The search does not use the order of the cities in the file, even if it is an optimal tour.
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
		a := find(t, "ils")
		s := begin(t, a, in, a.Params(catalog.Size{N: n}), 1)()
		best := in.Cost(tsp.Identity(n))
		if s.Cost() < 10*best {
			t.Errorf("%v: the first answer costs %v, the order of the file %v", in.Metric(), s.Cost(), best)
		}
		if _, err := s.(search.Preparer).Prepare(t.Context()); err != nil {
			t.Fatal(err)
		}
		if in.Dims() == 0 && s.Cost() < 10*best {
			t.Errorf("%v: after a part of the preparation %v, the order of the file %v", in.Metric(), s.Cost(), best)
		}
	}
}
