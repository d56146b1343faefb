package tourmaline_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// fewer returns the size of an instance: n, or a fifth of n under the race detector.
func fewer(n int) int {
	if testkit.Race {
		return n / 5
	}
	return n
}

func contains(err error, text string) bool { return strings.Contains(err.Error(), text) }

// stopped returns a checkpoint of a run that was stopped after the given number of steps.
func stopped(t *testing.T, p tourmaline.Problem, cfg tourmaline.Config, steps int) []byte {
	t.Helper()
	s, err := tourmaline.New(p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	for progress, err := range s.Steps(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if progress.Step == steps {
			break
		}
	}
	data, err := s.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// resumed continues a run from a checkpoint and returns the result.
func resumed(t *testing.T, p tourmaline.Problem, cfg tourmaline.Config, data []byte) *tourmaline.Result {
	t.Helper()
	s, err := tourmaline.Resume(p, cfg, data)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range s.Steps(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
	}
	r, err := s.Result()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A run that is stopped at any step, even before it is prepared, and then resumed gives the same
// result as an uninterrupted run. This also holds for paths, for fixed edges, and for a start tour
// that is not passed to Resume.
func TestResumeIsUnbroken(t *testing.T) {
	n := fewer(300)
	closed := generate(t, n)
	path, err := closed.Path(3, 8)
	if err != nil {
		t.Fatal(err)
	}
	fixed, err := closed.FixEdges([][2]int32{{0, 5}, {5, 9}})
	if err != nil {
		t.Fatal(err)
	}
	cfg := tourmaline.Config{Limits: tourmaline.Limits{Steps: 30}, Seed: 5, Threads: 2}
	for name, in := range map[string]*tsp.Instance{"tour": closed, "path": path, "fixed": fixed} {
		if testkit.Race && name != "path" {
			continue // all kinds run on the same threads
		}
		p := tourmaline.Tours(in)
		whole := solve(t, in, cfg)
		for _, at := range []int{0, 1, 17, 30} {
			other := cfg
			other.Threads = 1
			r := resumed(t, p, other, stopped(t, p, cfg, at))
			if r.Cost != whole.Cost || !slices.Equal(r.Tour, whole.Tour) || r.Steps != whole.Steps || r.Termination != whole.Termination {
				t.Errorf("%s, stopped at step %d: cost %v after %d steps, unbroken %v after %d", name, at, r.Cost, r.Steps, whole.Cost, whole.Steps)
			}
			if steps(r) != steps(whole) {
				t.Errorf("%s, stopped at step %d: another trace", name, at)
			}
		}
	}
	unprepared, err := tourmaline.New(tourmaline.Tours(closed), cfg)
	if err != nil {
		t.Fatal(err)
	}
	data, err := unprepared.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	if r, whole := resumed(t, tourmaline.Tours(closed), cfg, data), solve(t, closed, cfg); steps(r) != steps(whole) {
		t.Errorf("saved before it was prepared:\n%s unbroken\n%s", steps(r), steps(whole))
	}
	cfg.Init = tsp.Identity(n)
	whole := solve(t, closed, cfg)
	data = stopped(t, tourmaline.Tours(closed), cfg, 0)
	cfg.Init = nil
	if r := resumed(t, tourmaline.Tours(closed), cfg, data); r.Cost != whole.Cost {
		t.Errorf("from a start tour: cost %v, unbroken %v", r.Cost, whole.Cost)
	}
}

// steps returns the steps and costs of a trace, without the times.
func steps(r *tourmaline.Result) string {
	var b strings.Builder
	for _, p := range r.Trace {
		fmt.Fprintln(&b, p.Step, p.Cost)
	}
	return b.String()
}

// A time limit applies to the whole search, including the time before it was resumed.
func TestTimeCountsOn(t *testing.T) {
	p := tourmaline.Tours(generate(t, 500))
	cfg := tourmaline.Config{Limits: tourmaline.Limits{Time: time.Hour}}
	data := stopped(t, p, cfg, 5)
	cfg.Limits.Time = time.Nanosecond
	if r := resumed(t, p, cfg, data); r.Termination != "time" || r.Steps != 5 || r.Seconds <= 0 {
		t.Errorf("ended by %q after %d steps at %v s", r.Termination, r.Steps, r.Seconds)
	}
}

// Resume rejects a checkpoint that is damaged or belongs to a different search. It returns a
// helpful error and never panics.
func TestWrongCheckpointsAreRefused(t *testing.T) {
	in := generate(t, 60)
	p, cfg := tourmaline.Tours(in), tourmaline.Config{Algorithm: "ils", Seed: 5, Limits: tourmaline.Limits{Steps: 20}}
	good := stopped(t, p, cfg, 6)
	other := generate(t, 61)
	for name, c := range map[string]struct {
		problem tourmaline.Problem
		change  func(*tourmaline.Config)
		want    string
	}{
		"instance":  {tourmaline.Tours(other), func(*tourmaline.Config) {}, "instance"},
		"algorithm": {p, func(c *tourmaline.Config) { c.Algorithm = "faco" }, "algorithm"},
		"parameter": {p, func(c *tourmaline.Config) { c.Params = map[string]string{"kicks": "3"} }, "kicks"},
		"seed":      {p, func(c *tourmaline.Config) { c.Seed = 6 }, "seed"},
		"problem":   {signs(t), func(c *tourmaline.Config) { c.Algorithm = "tabu" }, "problem"},
	} {
		wrong := cfg
		c.change(&wrong)
		if _, err := tourmaline.Resume(c.problem, wrong, good); err == nil || !contains(err, c.want) {
			t.Errorf("another %s: %v", name, err)
		}
	}
	for _, length := range []int{0, 1, 10, 23, 24, 60, 400, len(good) / 2, len(good) - 33, len(good) - 1} {
		if _, err := tourmaline.Resume(p, cfg, good[:length]); err == nil {
			t.Errorf("the first %d of %d bytes were taken", length, len(good))
		}
	}
	for i := 0; i < len(good); i += 1 + len(good)/50 {
		bad := bytes.Clone(good)
		bad[i] ^= 1 << (i % 8)
		if _, err := tourmaline.Resume(p, cfg, bad); err == nil {
			t.Errorf("a flipped bit in byte %d of %d was taken", i, len(good))
		}
	}
	if _, err := tourmaline.Resume(p, cfg, append(bytes.Clone(good), 0)); err == nil {
		t.Error("a byte more was taken")
	}
	if r := resumed(t, p, cfg, good); r.Steps != 20 {
		t.Errorf("the whole file: %d steps", r.Steps)
	}
}

// A checkpoint of a run that has not yet restored its state contains that state unchanged: resuming
// a search and stopping it immediately, any number of times, loses nothing.
func TestResumingTwiceLosesNothing(t *testing.T) {
	unreachable := -1e300
	for _, p := range []tourmaline.Problem{tourmaline.Tours(generate(t, fewer(300))), signs(t)} {
		cfg := tourmaline.Config{Limits: tourmaline.Limits{Steps: 40, Target: &unreachable}, Seed: 5, Threads: 1}
		data := stopped(t, p, cfg, 20)
		whole := resumed(t, p, cfg, data)
		short := cfg
		short.Limits.Steps = 20
		for range 2 {
			s, err := tourmaline.Resume(p, short, data)
			if err != nil {
				t.Fatal(err)
			}
			for _, err := range s.Steps(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
			}
			if data, err = s.Checkpoint(); err != nil {
				t.Fatal(err)
			}
		}
		if r := resumed(t, p, cfg, data); r.Cost != whole.Cost || steps(r) != steps(whole) {
			t.Errorf("%s: cost %v, resumed once %v", r.Instance.Problem, r.Cost, whole.Cost)
		}
	}
}

// A solution passed to Immigrate counts immediately, even if the search has not yet restored its
// state.
func TestImmigrantsCountAtOnce(t *testing.T) {
	in := generate(t, fewer(300))
	p, cfg := tourmaline.Tours(in), tourmaline.Config{Limits: tourmaline.Limits{Steps: 5}}
	good := solve(t, in, tourmaline.Config{Limits: tourmaline.Limits{Steps: 60}})
	fresh, err := tourmaline.New(p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	again, err := tourmaline.Resume(p, cfg, stopped(t, p, cfg, 2))
	if err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]*tourmaline.Solver{"new": fresh, "resumed": again} {
		if taken, err := s.Immigrate(good.Order()); err != nil || !taken {
			t.Fatalf("%s: taken: %v, %v", name, taken, err)
		}
		if r, err := s.Result(); err != nil || r.Cost != good.Cost {
			t.Errorf("%s: %v, cost %v, the immigrant %v", name, err, r.Cost, good.Cost)
		}
		for _, err := range s.Steps(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
		}
		if r, err := s.Result(); err != nil || r.Cost > good.Cost {
			t.Errorf("%s, at the end: %v, cost %v, the immigrant %v", name, err, r.Cost, good.Cost)
		}
	}
}

// hidden is a solution that JSON does not encode, because its field is unexported.
type hidden struct{ bits []bool }

// If solutions cannot be saved, the first checkpoint fails, not the later resume.
func TestSolutionsThatCannotBeSaved(t *testing.T) {
	p, err := tourmaline.Define(tourmaline.Definition[hidden]{
		Problem: "hidden", N: 4,
		Cost: func(h hidden) float64 { return float64(len(h.bits)) },
		Check: func(h hidden) error {
			if len(h.bits) != 4 {
				return errors.New("not four bits")
			}
			return nil
		},
		Random: func(*rng.Stream) hidden { return hidden{make([]bool, 4)} },
		Neighbourhoods: func(hidden, tourmaline.Setup) ([]moves.Neighbourhood[hidden], error) {
			return []moves.Neighbourhood[hidden]{still{}}, nil
		},
		Show: func(hidden) any { panic("no picture") },
	})
	if err != nil {
		t.Fatal(err)
	}
	s, err := tourmaline.New(p, tourmaline.Config{Limits: tourmaline.Limits{Steps: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Checkpoint(); err == nil || !contains(err, "changes when it is written as JSON") {
		t.Errorf("%v", err)
	}
	var panicked *tourmaline.PanicError
	if _, err := s.Result(); !errors.As(err, &panicked) {
		t.Errorf("%v, want a *PanicError", err)
	}
}

// still is a neighbourhood with a single, impossible move.
type still struct{}

func (still) Len() int                  { return 1 }
func (still) Deltas(_ int, d []float64) { d[0] = moves.Impossible() }
func (still) Apply(int, float64)        {}
func (still) Cost() float64             { return 4 }
func (still) Snapshot() hidden          { return hidden{make([]bool, 4)} }
func (still) Reset(hidden)              {}
