package catalog_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/stopwatch"
	"github.com/tourmaline-opt/tourmaline/internal/tours/branch"
	"github.com/tourmaline-opt/tourmaline/internal/tours/prepare"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// alongCurve returns the parameters of a preparation with a start tour along the space-filling
// curve.
func alongCurve(s catalog.Size) params.Group {
	p := prepare.Defaults("curve", s.N)
	return params.Group{&p}
}

// Rows are found by name among the rows of a problem. The error for an unknown name lists all
// names.
func TestFind(t *testing.T) {
	own := catalog.Own("mine", "an own one", alongCurve, nil)
	for problem, others := range map[string]string{catalog.Tours: catalog.Moves, catalog.Moves: catalog.Tours} {
		rows := catalog.Of(problem, own)
		if len(rows) != len(catalog.Of(problem))+1 || rows[len(rows)-1].Name != "mine" {
			t.Errorf("%s: the own row is not the last", problem)
		}
		expected := []string{catalog.Auto}
		for _, r := range rows {
			if expected = append(expected, r.Name); r.Problem == others && r.Name != "mine" {
				t.Errorf("%s: row %s is for %s", problem, r.Name, others)
			}
			if found, err := catalog.Find(rows, r.Name); err != nil || found.Name != r.Name || found.Summary != r.Summary {
				t.Errorf("%s: %q instead of %s, %v", problem, found.Name, r.Name, err)
			}
		}
		_, err := catalog.Find(rows, "oracle")
		if want := `algorithm "oracle" is not available for this problem: expected one of ` + strings.Join(expected, ", "); !errors.Is(err, catalog.ErrAlgorithm) || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
		if _, err := catalog.Find(rows, "climbs"); err == nil || !strings.Contains(err.Error(), "did you mean climb? expected one of auto") {
			t.Errorf("climbs: %v", err)
		}
	}
}

// fixed is a searcher that never leaves its start tour.
type fixed struct{ prepare.Job }

func (f fixed) Step(context.Context) error { return search.ErrExhausted }
func (f fixed) Cost() float64              { return f.Instance.Cost(f.Start) }
func (f fixed) Best() tsp.Tour             { return f.Start }

// A user-defined algorithm receives a job with the start tour that it requested.
func TestOwnAlgorithms(t *testing.T) {
	in, jobs := generate(t, 60), 0
	own := catalog.Own("mine", "", alongCurve, func(_ context.Context, j prepare.Job, _ params.Validator) (search.Searcher[tsp.Tour], error) {
		if jobs++; !slices.Equal(j.Start, tsp.Identity(60)) {
			t.Error("the start is not the curve")
		}
		return fixed{j}, nil
	})
	s, err := run(t, own, in, nil)
	if err != nil || jobs != 1 {
		t.Fatalf("%v, %d jobs", err, jobs)
	}
	if curve, err := run(t, find(t, "curve"), in, nil); err != nil || curve.Cost() != s.Cost() {
		t.Errorf("%v, cost %v, along the curve %v", err, s.Cost(), curve.Cost())
	}
}

// Each construction algorithm ends with the start tour of the same name.
func TestConstructionsEndAtOnce(t *testing.T) {
	in, last := generate(t, 300), 0.0
	for _, name := range []string{"greedy", "nearest", "curve"} { // from best to worst
		s, err := run(t, find(t, name), in, nil)
		if err != nil || !errors.Is(s.Step(t.Context()), search.ErrExhausted) {
			t.Fatalf("%s goes on, %v", name, err)
		}
		if s.Cost() <= last {
			t.Errorf("%s costs %v, the one before %v", name, s.Cost(), last)
		}
		last = s.Cost()
	}
}

// The exact algorithm accepts its stated maximum number of cities, and one city fewer for a path.
func TestTooManyCitiesAreRefused(t *testing.T) {
	open := func(in *tsp.Instance) *tsp.Instance {
		path, err := in.Path(-1, -1)
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	const most = branch.MaxCities
	for _, c := range []struct {
		in   *tsp.Instance
		fits bool
	}{
		{generate(t, most), true}, {generate(t, most+1), false},
		{open(generate(t, most-1)), true}, {open(generate(t, most)), false},
	} {
		s, err := run(t, find(t, "exact"), c.in, nil)
		if c.fits != (err == nil) || !c.fits && !errors.Is(err, catalog.ErrAlgorithm) {
			t.Errorf("%d cities, open %v: %v", c.in.N(), c.in.Open(), err)
		}
		if c.fits != (s != nil) {
			t.Errorf("%d cities, open %v: search %v beside error %v", c.in.N(), c.in.Open(), s, err)
		}
	}
}

// BeginTour returns errors for invalid parameters and start tours.
func TestBeginTourPassesErrorsOn(t *testing.T) {
	in, r := generate(t, 40), find(t, "ils")
	p := r.Params(catalog.Size{N: 40})
	p[0].(*prepare.Params).Neighbours = 0
	if s, err := r.BeginTour(in, p, prepare.Options{}); s != nil || err == nil || !strings.Contains(err.Error(), "neighbours = 0") {
		t.Errorf("search %v, error %v", s, err)
	}
	if s, err := r.BeginTour(in, r.Params(catalog.Size{N: 40}), prepare.Options{Init: tsp.Tour{0}}); s != nil || err == nil {
		t.Errorf("search %v, error %v", s, err)
	}
}

func phases(s any) []stopwatch.Phase {
	if p, ok := search.As[interface{ Phases() []stopwatch.Phase }](s); ok {
		return p.Phases()
	}
	return nil
}

// Colonies and sweeps report their phases; other algorithms do not.
func TestPhases(t *testing.T) {
	in := generate(t, 40)
	for name, want := range map[string]bool{"mmas": true, "acs": true, "ls13": true, "ils": false, "greedy": false} {
		s, err := run(t, find(t, name), in, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(phases(s)) > 0; got != want {
			t.Errorf("%s has phases: %v", name, got)
		}
	}
}

// ls13 uses the paper's preparation [LS13 §2.1, §4].
func TestLocalSearchBeginsAsThePaper(t *testing.T) {
	for _, n := range []int{100, 85_900, 1_000_000} {
		p := *find(t, "ls13").Params(catalog.Size{N: n})[0].(*prepare.Params)
		if want := (prepare.Params{Start: "nearest", Neighbours: 40, Lists: "equal-quadrant"}); p != want {
			t.Errorf("%d cities: %+v", n, p)
		}
	}
}

// The colonies from papers use the papers' preparation [MMAS20], [ACS16].
func TestPapersBeginAlike(t *testing.T) {
	for _, name := range []string{"mmas20", "acs", "acs-alt", "acs16-alt", "acs-spm", "acs16-spm"} {
		p := *find(t, name).Params(catalog.Size{N: 1000})[0].(*prepare.Params)
		if want := (prepare.Params{Start: "nearest", Neighbours: 32, Lists: "nearest"}); p != want {
			t.Errorf("%s: %+v", name, p)
		}
	}
}
