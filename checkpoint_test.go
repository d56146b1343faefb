package tourmaline_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

func contains(err error, text string) bool { return strings.Contains(err.Error(), text) }

// stopped is a run that was saved after some steps, and broken off.
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

// resumed is the result of a run that goes on from a checkpoint.
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

// A run that was stopped at any step, while it prepared included, ends like one that was
// not: for paths and fixed edges, too, and from a start tour that Resume is not told.
func TestResumeIsUnbroken(t *testing.T) {
	closed := generate(t, 300)
	path, err := closed.Path(3, 8)
	if err != nil {
		t.Fatal(err)
	}
	fixed, err := closed.FixEdges([][2]int32{{0, 5}, {5, 9}})
	if err != nil {
		t.Fatal(err)
	}
	cfg := tourmaline.Config{MaxSteps: 30, Seed: 5, Threads: 2}
	for name, in := range map[string]*tsp.Instance{"tour": closed, "path": path, "fixed": fixed} {
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
	cfg.Init = tsp.Identity(300)
	whole := solve(t, closed, cfg)
	data := stopped(t, tourmaline.Tours(closed), cfg, 0)
	cfg.Init = nil
	if r := resumed(t, tourmaline.Tours(closed), cfg, data); r.Cost != whole.Cost {
		t.Errorf("from a start tour: cost %v, unbroken %v", r.Cost, whole.Cost)
	}
}

// steps is a trace without its times.
func steps(r *tourmaline.Result) string {
	var b strings.Builder
	for _, p := range r.Trace {
		fmt.Fprintln(&b, p.Step, p.Cost)
	}
	return b.String()
}

// Time counts on: a limit is one for the whole search.
func TestTimeCountsOn(t *testing.T) {
	p := tourmaline.Tours(generate(t, 500))
	cfg := tourmaline.Config{TimeLimit: time.Hour}
	data := stopped(t, p, cfg, 5)
	cfg.TimeLimit = time.Nanosecond
	if r := resumed(t, p, cfg, data); r.Termination != "time" || r.Steps != 5 || r.Seconds <= 0 {
		t.Errorf("ended by %q after %d steps at %v s", r.Termination, r.Steps, r.Seconds)
	}
}

// What does not belong to the search, or is damaged, is refused with a sentence that
// helps, and never a panic.
func TestWrongCheckpointsAreRefused(t *testing.T) {
	in := generate(t, 60)
	p, cfg := tourmaline.Tours(in), tourmaline.Config{Algorithm: "ils", Seed: 5, MaxSteps: 20}
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
