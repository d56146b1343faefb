package tourmaline_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

func generate(t testing.TB, n int) *tsp.Instance {
	t.Helper()
	in, err := tsp.Generate(tsp.Uniform, n, 1)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func solve(t testing.TB, in *tsp.Instance, cfg tourmaline.Config) *tourmaline.Result {
	t.Helper()
	r, err := tourmaline.Solve(t.Context(), tourmaline.Tours(in), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestSameSeedSameTour(t *testing.T) {
	in := generate(t, 2000)
	one := solve(t, in, tourmaline.Config{Limits: tourmaline.Limits{Steps: 8}, Threads: 1, Seed: 5})
	two := solve(t, in, tourmaline.Config{Limits: tourmaline.Limits{Steps: 8}, Threads: 2, Seed: 5})
	other := solve(t, in, tourmaline.Config{Limits: tourmaline.Limits{Steps: 8}, Threads: 2, Seed: 6})
	if !slices.Equal(one.Tour, two.Tour) {
		t.Error("1 and 2 threads give different tours")
	}
	if slices.Equal(one.Tour, other.Tour) {
		t.Error("two seeds give the same tour")
	}
	if one.Termination != search.StepsDone || one.Steps != 8 {
		t.Errorf("ended by %q after %d steps", one.Termination, one.Steps)
	}
}

func TestTheTimeLimitHolds(t *testing.T) {
	began := time.Now()
	r := solve(t, generate(t, 20_000), tourmaline.Config{Limits: tourmaline.Limits{Time: 400 * time.Millisecond}})
	if took := time.Since(began); r.Termination != search.Time || took > 5*time.Second {
		t.Errorf("ended by %q after %v", r.Termination, took)
	}
}

func TestTimeAlreadySpentCounts(t *testing.T) {
	r := solve(t, generate(t, 100), tourmaline.Config{Limits: tourmaline.Limits{Time: time.Second}, Began: time.Now().Add(-time.Minute)})
	if r.Termination != search.Time || r.Steps != 0 || r.Seconds < 60 {
		t.Errorf("ended by %q after %d steps at %v s", r.Termination, r.Steps, r.Seconds)
	}
}

func TestTargets(t *testing.T) {
	in := generate(t, 300)
	full := solve(t, in, tourmaline.Config{Limits: tourmaline.Limits{Steps: 20}})
	r := solve(t, in, tourmaline.Config{Limits: tourmaline.Limits{Target: new(full.Cost * 1.02), Steps: 1000}})
	if r.Termination != search.Target || r.Cost > full.Cost*1.02 {
		t.Errorf("ended by %q at %v", r.Termination, r.Cost)
	}
}

func TestCancelKeepsTheBest(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s, err := tourmaline.New(tourmaline.Tours(generate(t, 1000)), tourmaline.Config{Limits: tourmaline.Limits{Time: time.Hour}})
	if err != nil {
		t.Fatal(err)
	}
	for p, err := range s.Steps(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		if p.Step == 6 {
			cancel()
		}
	}
	r, err := s.Result()
	if err != nil || r.Termination != search.Interrupted || r.Steps < 6 {
		t.Errorf("%v, ended by %q after %d steps", err, r.Termination, r.Steps)
	}
}

func TestASolverRunsOnce(t *testing.T) {
	s, err := tourmaline.New(tourmaline.Tours(generate(t, 100)), tourmaline.Config{Limits: tourmaline.Limits{Steps: 5}})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range s.Steps(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, err := range s.Steps(t.Context()) {
		if err == nil {
			t.Error("it ran again")
		}
	}
	if r, err := s.Result(); err != nil || r.Steps != 5 {
		t.Errorf("%v, %d steps", err, r.Steps)
	}
}

// The preparation does not count as time without improvement.
func TestPreparationIsNoStall(t *testing.T) {
	r := solve(t, generate(t, 2000), tourmaline.Config{Limits: tourmaline.Limits{NoImprovement: time.Nanosecond}})
	if r.Termination != search.Stall || r.Steps < 1 {
		t.Errorf("ended by %q after %d steps", r.Termination, r.Steps)
	}
}

func TestNoInstance(t *testing.T) {
	if _, err := tourmaline.Solve(t.Context(), tourmaline.Problem{}, tourmaline.Config{}); err == nil {
		t.Error("nil was solved")
	}
}

func TestBreakingOffIsAnInterruption(t *testing.T) {
	s, err := tourmaline.New(tourmaline.Tours(generate(t, 100)), tourmaline.Config{Limits: tourmaline.Limits{Time: time.Hour}})
	if err != nil {
		t.Fatal(err)
	}
	for range s.Steps(t.Context()) {
		break
	}
	if r, err := s.Result(); err != nil || r.Termination != search.Interrupted {
		t.Errorf("%v, ended by %q", err, r.Termination)
	}
}

// For any start tour and route, the result is a valid tour and no worse than the start tour.
func TestInitIsNeverMadeWorse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "n")
		seed := rapid.Uint64().Draw(t, "seed")
		in := drawInstance(t, n, seed)
		plain := in.Closed()
		order := tsp.Identity(n)
		s := rng.At(seed, 1, 0)
		s.Shuffle(order)
		init := plain.Back(plain.Fit(order))
		algorithm := rapid.SampledFrom([]string{"auto", "ils", "descent", "greedy", "nearest", "curve"}).Draw(t, "algorithm")
		r, err := tourmaline.Solve(context.Background(), tourmaline.Tours(in), tourmaline.Config{
			Algorithm: algorithm, Init: init, Limits: tourmaline.Limits{Steps: 6}, Params: params(algorithm),
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := in.Check(r.Order()); err != nil {
			t.Fatal(err)
		}
		if r.Cost > in.Cost(init) || r.Cost != in.Cost(r.Order()) {
			t.Fatalf("from %v to %v, really %v", in.Cost(init), r.Cost, in.Cost(r.Order()))
		}
	})
}

// params returns parameters that make the steps of iterated local search short.
func params(algorithm string) map[string]string {
	if algorithm == "ils" {
		return map[string]string{"kicks": "20", "neighbours": "5"}
	}
	return nil
}

// drawInstance draws an instance with coordinates or a matrix, and with a route.
func drawInstance(t *rapid.T, n int, seed uint64) *tsp.Instance {
	s := rng.At(seed, 0, 0)
	metric := rapid.SampledFrom([]tsp.Metric{tsp.Euc2D, tsp.Euclidean, tsp.Geo, tsp.Explicit, tsp.Man3D}).Draw(t, "metric")
	size := n * metric.Dims()
	if metric == tsp.Explicit {
		size = n * n
	}
	values := make([]float64, size)
	// Matrices may contain any value up to the limit, positive or negative.
	far := float64(rapid.SampledFrom([]int{1, tsp.MaxDistance / 40}).Draw(t, "far"))
	for i := range values {
		values[i] = float64(s.IntN(80))
		if metric == tsp.Explicit {
			values[i] = (values[i] - 40) * far
		}
	}
	in, err := tsp.FromMatrix(n, values)
	if metric != tsp.Explicit {
		in, err = tsp.FromCoords(metric, metric.Dims(), values)
	}
	if err != nil {
		t.Fatal(err)
	}
	last := int32(n - 1)
	switch rapid.IntRange(0, 5).Draw(t, "route") {
	case 1:
		in, err = in.Path(-1, -1)
	case 2:
		in, err = in.Path(last/2, -1)
	case 3:
		if n > 1 {
			in, err = in.Path(last, 0)
		}
	case 4:
		in, err = in.StartAt(last / 2)
	case 5:
		if n > 4 && in.Symmetric() {
			in, err = in.FixEdges([][2]int32{{0, 2}, {2, 4}})
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func TestBadConfigsAreRefused(t *testing.T) {
	in := generate(t, 201)
	for name, c := range map[string]struct {
		cfg  tourmaline.Config
		want string
	}{
		"algorithm":     {tourmaline.Config{Algorithm: "magic"}, "expected one of auto, ils"},
		"too large":     {tourmaline.Config{Algorithm: "exact"}, "at most 200"},
		"parameter":     {tourmaline.Config{Params: map[string]string{"kick": "3"}}, "segment, walk, close or anywhere"},
		"value":         {tourmaline.Config{Params: map[string]string{"kicks": "many"}}, "expected a whole number"},
		"range":         {tourmaline.Config{Params: map[string]string{"lanes": "0", "start": "here"}}, "greedy"},
		"short init":    {tourmaline.Config{Init: tsp.Tour{1, 2, 3}}, "visits 3 cities"},
		"negative time": {tourmaline.Config{Limits: tourmaline.Limits{Time: -1}}, "time_limit = -1ns, expected 0 or more"},
	} {
		_, err := tourmaline.Solve(t.Context(), tourmaline.Tours(in), c.cfg)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q in it", name, err, c.want)
		}
	}
}

func TestResultsFollowTheSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("docs/result.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	labelled, err := generate(t, 9).With(tsp.Details{Labels: strings.Split("a b c d e f g h i", " ")})
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range []*tsp.Instance{generate(t, 1), labelled, generate(t, 200)} {
		text, err := json.Marshal(solve(t, in, tourmaline.Config{Limits: tourmaline.Limits{Steps: 5}}))
		if err != nil {
			t.Fatal(err)
		}
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(value); err != nil {
			t.Errorf("%d cities: %v", in.N(), err)
		}
	}
	if err := schema.Validate(map[string]any{"schema": "tourmaline/result/v2"}); err == nil {
		t.Error("the schema accepts anything")
	}
}

func deref(f *float64) float64 {
	if f == nil {
		return math.NaN()
	}
	return *f
}

func TestTheDefaultLimitGrowsWithTheInstance(t *testing.T) {
	for n, want := range map[int]time.Duration{5: 500 * time.Millisecond, 1000: 5 * time.Second, 1_000_000: 30 * time.Second} {
		if got := tourmaline.DefaultTimeLimit(n); got != want {
			t.Errorf("%d cities: %v, want %v", n, got, want)
		}
	}
}

// A trace of any length stays small, starts at the start of the search and ends at its end.
func TestTheTraceIsOrderedAndEndsWithTheCost(t *testing.T) {
	r := solve(t, generate(t, 3000), tourmaline.Config{Limits: tourmaline.Limits{Steps: 40}, Params: map[string]string{"kicks": "5"}})
	if len(r.Trace) < 3 || len(r.Trace) > 2000 {
		t.Fatalf("%d points", len(r.Trace))
	}
	for i := 1; i < len(r.Trace); i++ {
		if r.Trace[i].Cost >= r.Trace[i-1].Cost || r.Trace[i].Step <= r.Trace[i-1].Step && r.Trace[i].Step > 0 {
			t.Fatalf("point %d: %+v after %+v", i, r.Trace[i], r.Trace[i-1])
		}
	}
	if last := r.Trace[len(r.Trace)-1]; last.Cost != r.Cost {
		t.Errorf("the trace ends at %v, the cost is %v", last.Cost, r.Cost)
	}
}

// A result states the pace that its cooling schedule followed.
func TestResultsSayTheirPace(t *testing.T) {
	in := generate(t, 30)
	for want, cfg := range map[string]tourmaline.Config{
		"steps": {Limits: tourmaline.Limits{Steps: 5, Time: time.Minute}},
		"time":  {Limits: tourmaline.Limits{Time: time.Millisecond}},
		"none":  {Limits: tourmaline.Limits{Target: new(1e18)}},
	} {
		if r := solve(t, in, cfg); r.Pace != want {
			t.Errorf("%+v: paced by %s, want %s", cfg, r.Pace, want)
		}
	}
}
