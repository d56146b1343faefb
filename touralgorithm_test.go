package tourmaline_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

type reversalParams struct {
	Tries int    `json:"tries" range:"1..1000" usage:"random reversals of a step"`
	Mode  string `json:"mode" choices:"first,best" usage:"which reversal is made"`
}

func (p *reversalParams) Validate() error {
	if p.Mode == "best" && p.Tries < 2 {
		return errors.New("best needs two tries")
	}
	return nil
}

// reversal is an algorithm that reverses random sections of its tour, Start, if the reversal
// shortens the tour.
type reversal struct {
	tourmaline.TourJob
	step uint32
}

func (v *reversal) Cost() float64  { return v.Instance.Cost(v.Start) }
func (v *reversal) Best() tsp.Tour { return v.Start }
func (v *reversal) Step(ctx context.Context) error {
	random := rng.At(v.Seed, 0, v.step)
	for range v.Params.(*reversalParams).Tries {
		i, j := random.IntN(int32(len(v.Start))), random.IntN(int32(len(v.Start)))
		next := append(tsp.Tour(nil), v.Start...)
		for a, b := min(i, j), max(i, j); a < b; a, b = a+1, b-1 {
			next[a], next[b] = next[b], next[a]
		}
		if v.Instance.Cost(next) < v.Cost() {
			v.Start = next
		}
	}
	v.step++
	return nil
}
func (v *reversal) Save(w *state.Writer) {
	w.Int("step", int64(v.step))
	state.List(w, "tour", v.Start)
}
func (v *reversal) Restore(r *state.Reader) error {
	v.step = uint32(r.Count("step", 1<<30))
	v.Start = state.ReadList[int32](r, "tour", v.Instance.N())
	return r.Err()
}

func reversals() tourmaline.TourAlgorithm {
	return tourmaline.TourAlgorithm{
		Name: "reversals", Start: "random",
		Params: func(n int) any { return &reversalParams{Tries: n, Mode: "first"} },
		New: func(_ context.Context, j tourmaline.TourJob) (search.Searcher[tsp.Tour], error) {
			return &reversal{TourJob: j}, nil
		},
	}
}

func TestAnOwnAlgorithmHasParameters(t *testing.T) {
	p := tourmaline.Tours(generate(t, 50), reversals())
	cfg := tourmaline.Config{Algorithm: "reversals", Params: map[string]string{"tries": "7", "neighbours": "5"}, Limits: tourmaline.Limits{Steps: 20}}
	r, err := tourmaline.Solve(t.Context(), p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	var shown struct {
		Tries, Neighbours int
		Mode, Start       string
	}
	if err := json.Unmarshal(r.Params, &shown); err != nil || shown.Tries != 7 || shown.Neighbours != 5 || shown.Mode != "first" || shown.Start != "random" {
		t.Errorf("%s, %v", r.Params, err)
	}
	for want, given := range map[string]map[string]string{
		"tries = 0, expected 1 to 1,000":            {"tries": "0"},
		`mode = "x", expected first or best`:        {"mode": "x"},
		"best needs two tries":                      {"mode": "best", "tries": "1"},
		`unknown parameter "trys"`:                  {"trys": "1"},
		"tries = \"many\", expected a whole number": {"tries": "many"},
	} {
		cfg.Params = given
		if _, err := tourmaline.New(p, cfg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", given, err, want)
		}
	}
	cfg.Params = map[string]string{"tries": "0"}
	_, err = tourmaline.New(p, cfg)
	var fault *tourmaline.ParamError
	if !errors.As(err, &fault) || *fault != (tourmaline.ParamError{Name: "tries", Value: "0", Expected: "1 to 1,000"}) {
		t.Errorf("%+v in %v", fault, err)
	}
}

func TestParametersOfAnOwnAlgorithmAreSaved(t *testing.T) {
	p := tourmaline.Tours(generate(t, 50), reversals())
	cfg := tourmaline.Config{Algorithm: "reversals", Params: map[string]string{"tries": "7"}, Limits: tourmaline.Limits{Steps: 20}, Seed: 3}
	whole, err := tourmaline.Solve(t.Context(), p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	data := stopped(t, p, cfg, 8)
	if r := resumed(t, p, cfg, data); r.Cost != whole.Cost || r.Steps != whole.Steps {
		t.Errorf("resumed: %v after %d steps, unbroken: %v after %d", r.Cost, r.Steps, whole.Cost, whole.Steps)
	}
	cfg.Params = map[string]string{"tries": "8"}
	if _, err := tourmaline.Resume(p, cfg, data); !errors.Is(err, tourmaline.ErrCheckpoint) || !contains(err, "tries") {
		t.Errorf("resumed with other parameters: %v", err)
	}
}

// algorithms returns the algorithms for a problem.
func algorithms(t testing.TB, p tourmaline.Problem) []tourmaline.AlgorithmInfo {
	t.Helper()
	all, err := p.Algorithms()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestFaultyOwnAlgorithmsAreErrors(t *testing.T) {
	named := func(change func(*tourmaline.TourAlgorithm)) tourmaline.TourAlgorithm {
		a := reversals()
		change(&a)
		return a
	}
	in := generate(t, 20)
	for want, own := range map[string][]tourmaline.TourAlgorithm{
		"a TourAlgorithm has no Name":                         {named(func(a *tourmaline.TourAlgorithm) { a.Name = "" })},
		`algorithm "reversals": its TourAlgorithm has no New`: {named(func(a *tourmaline.TourAlgorithm) { a.New = nil })},
		`algorithm "ils": the name is already in use`:         {named(func(a *tourmaline.TourAlgorithm) { a.Name = "ils" })},
		`algorithm "auto": the name is already in use`:        {named(func(a *tourmaline.TourAlgorithm) { a.Name = "auto" })},
		`algorithm "reversals": the name is already in use`:   {reversals(), reversals()},
		`start = "here", expected greedy, nearest`:            {named(func(a *tourmaline.TourAlgorithm) { a.Start = "here" })},
		"expected a struct of parameters, found int":          {named(func(a *tourmaline.TourAlgorithm) { a.Params = func(int) any { return 7 } })},
		`duplicate parameter "start"`: {named(func(a *tourmaline.TourAlgorithm) {
			a.Params = func(int) any {
				return &struct {
					Start int `json:"start" range:"0.." usage:"where"`
				}{}
			}
		})},
	} {
		p := tourmaline.Tours(in, own...)
		_, solved := tourmaline.Solve(t.Context(), p, tourmaline.Config{})
		_, created := tourmaline.New(p, tourmaline.Config{Algorithm: "ils"})
		_, listed := p.Algorithms()
		for verb, err := range map[string]error{"Solve": solved, "New": created, "Algorithms": listed} {
			if !errors.Is(err, tourmaline.ErrAlgorithm) || !contains(err, want) {
				t.Errorf("%s: %v, want %q", verb, err, want)
			}
		}
	}
	nothing := named(func(a *tourmaline.TourAlgorithm) {
		a.New = func(context.Context, tourmaline.TourJob) (search.Searcher[tsp.Tour], error) { return nil, nil }
	})
	if _, err := tourmaline.Solve(t.Context(), tourmaline.Tours(in, nothing), tourmaline.Config{Algorithm: "reversals"}); err == nil || !contains(err, "returned nil") {
		t.Error(err)
	}
}
