package tourmaline_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/checkpoint"
)

// A result reports what auto picked and why, and reports no pick if the configuration names an
// algorithm.
func TestAutoSaysWhatItPicked(t *testing.T) {
	in := generate(t, 60)
	const (
		why   = "Lin-Kernighan moves and kicks work best for small instances"
		proof = "branch and bound usually proves the optimum from 3 core-seconds per 1,000 cities"
	)
	for name, c := range map[string]struct {
		cfg  tourmaline.Config
		want string
	}{
		"steps":           {tourmaline.Config{Limits: tourmaline.Limits{Steps: 3, Time: time.Hour}, Threads: 2}, "60 cities with a limit of 3 steps: " + why},
		"time":            {tourmaline.Config{Algorithm: "auto", Limits: tourmaline.Limits{Time: 20 * time.Millisecond}, Threads: 2}, "60 cities with a limit of 0.02 s on 2 threads: " + why},
		"the default":     {tourmaline.Config{Threads: 1}, "60 cities with a limit of 0.5 s on 1 thread: " + proof},
		"other limits":    {tourmaline.Config{Limits: tourmaline.Limits{StallSteps: 2}}, "60 cities with no time limit: " + why},
		"with parameters": {tourmaline.Config{Limits: tourmaline.Limits{Steps: 1}, Params: map[string]string{"lanes": "1"}}, "60 cities with a limit of 1 step and lanes set: " + why},
	} {
		if r := solve(t, in, c.cfg); r.Picked == nil || r.Picked.Why != c.want || (r.Algorithm == "exact") != strings.Contains(c.want, proof) {
			t.Errorf("%s: %s, %+v, want %s", name, r.Algorithm, r.Picked, c.want)
		}
	}
	if r := solve(t, in, tourmaline.Config{Algorithm: "ils", Limits: tourmaline.Limits{Steps: 1}}); r.Picked != nil {
		t.Errorf("ils was asked for: %+v", r.Picked)
	}
	r, err := tourmaline.Solve(t.Context(), signs(t), tourmaline.Config{Limits: tourmaline.Limits{Steps: 1}})
	if err != nil || r.Picked == nil || !strings.HasSuffix(r.Picked.Why, ": tabu is the default for every size") {
		t.Errorf("signs: %+v, %v", r, err)
	}
}

// Auto uses the smaller of the time limit and the deadline, rounded to two digits.
func TestAutoKnowsTheDeadline(t *testing.T) {
	for _, c := range []struct {
		deadline, limit time.Duration
		want            string
	}{
		{time.Hour, 0, " 1 h on"}, {time.Hour, 30 * time.Second, " 30 s on"}, {30 * time.Second, time.Hour, " 30 s on"},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), c.deadline)
		r, err := tourmaline.Solve(ctx, tourmaline.Tours(generate(t, 20)), tourmaline.Config{Limits: tourmaline.Limits{Time: c.limit, Target: new(1e9)}})
		cancel()
		if err != nil || !strings.Contains(r.Picked.Why, c.want) {
			t.Errorf("%v and %v: %+v, %v", c.deadline, c.limit, r, err)
		}
	}
}

// Problem.Algorithm returns the algorithm that New uses.
func TestTheAlgorithmOfAConfig(t *testing.T) {
	tiny := tourmaline.Tours(generate(t, 10))
	for _, c := range []struct {
		cfg  tourmaline.Config
		want string
	}{
		{tourmaline.Config{}, "exact"},
		{tourmaline.Config{Params: map[string]string{"neighbours": "5"}}, "exact"},
		{tourmaline.Config{Params: map[string]string{"kicks": "5"}}, "ils"},
		{tourmaline.Config{Algorithm: "faco"}, "faco"},
	} {
		a, err := tiny.Algorithm(c.cfg)
		if err != nil || a.Name != c.want || a.Default != (c.want == "exact") || len(a.Params) == 0 {
			t.Errorf("%+v: %s, %v", c.cfg, a.Name, err)
		}
		c.cfg.Limits.Steps = 1
		r, err := tourmaline.Solve(t.Context(), tiny, c.cfg)
		if err != nil || r.Algorithm != c.want {
			t.Errorf("%+v: %+v, %v", c.cfg, r, err)
		}
	}
	if _, err := tiny.Algorithm(tourmaline.Config{Algorithm: "magic"}); !errors.Is(err, tourmaline.ErrAlgorithm) {
		t.Error(err)
	}
	if _, err := (tourmaline.Problem{}).Algorithm(tourmaline.Config{}); err == nil {
		t.Error("no problem has an algorithm")
	}
}

// A resumed search keeps the algorithm with which it started, and the reason for the pick.
func TestResumeKeepsThePick(t *testing.T) {
	p := tourmaline.Tours(generate(t, 60))
	began := tourmaline.Config{Limits: tourmaline.Limits{Steps: 20}, Seed: 5, Threads: 1}
	data := stopped(t, p, began, 6)
	longer := tourmaline.Config{Limits: tourmaline.Limits{Steps: 30}, Seed: 5, Threads: 2}
	if r := resumed(t, p, longer, data); r.Picked == nil || !strings.HasPrefix(r.Picked.Why, "60 cities with a limit of 20 steps: ") {
		t.Errorf("picked: %+v", r.Picked)
	}
	longer.Algorithm = "ils"
	if r := resumed(t, p, longer, data); r.Picked != nil {
		t.Errorf("ils was asked for: %+v", r.Picked)
	}
	began.Algorithm, longer.Algorithm = "ils", "auto"
	if r := resumed(t, p, longer, stopped(t, p, began, 6)); r.Algorithm != "ils" || r.Picked != nil {
		t.Errorf("nobody picked: %s, %+v", r.Algorithm, r.Picked)
	}
}

// picked returns the checkpoint with its header changed to state that auto picked the algorithm.
func picked(t *testing.T, data []byte, algorithm, pick string) []byte {
	t.Helper()
	h, payload, err := checkpoint.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	h.Algorithm, h.Picked = algorithm, json.RawMessage(pick)
	if data, err = checkpoint.Encode(h, payload); err != nil {
		t.Fatal(err)
	}
	return data
}

// A resumed search keeps an algorithm that auto would no longer pick, with the parameters that auto
// set. The user's parameters take precedence.
func TestResumeKeepsAnotherPick(t *testing.T) {
	p := tourmaline.Tours(generate(t, 60))
	cfg := tourmaline.Config{Algorithm: "ga", Limits: tourmaline.Limits{Steps: 4}, Seed: 5, Params: map[string]string{"genes": "12", "edges": "2"}}
	whole, data := solve(t, generate(t, 60), cfg), stopped(t, p, cfg, 2)
	saved := picked(t, data, "ga", `{"why":"it was so","params":{"genes":"12","edges":"7"}}`)
	cfg.Algorithm, cfg.Params = "auto", map[string]string{"edges": "2"}
	r := resumed(t, p, cfg, saved)
	if r.Algorithm != "ga" || r.Cost != whole.Cost || !bytes.Equal(r.Params, whole.Params) || r.Picked == nil || r.Picked.Why != "it was so" || !maps.Equal(r.Picked.Params, map[string]string{"genes": "12"}) {
		t.Errorf("%s at %v, want %v, %s, %+v", r.Algorithm, r.Cost, whole.Cost, r.Params, r.Picked)
	}
	cfg.Params = nil
	if _, err := tourmaline.Resume(p, cfg, saved); !errors.Is(err, tourmaline.ErrCheckpoint) || !contains(err, "edges") {
		t.Errorf("the user's parameter is forgotten: %v", err)
	}
	for _, wrong := range [][]byte{data, picked(t, data, "ga", `{"why":3}`), picked(t, data, "magic", `{"why":"it was so"}`)} {
		if _, err := tourmaline.Resume(p, cfg, wrong); !errors.Is(err, tourmaline.ErrCheckpoint) {
			t.Errorf("taken: %v", err)
		}
	}
	if _, err := tourmaline.Resume(signs(t), cfg, saved); !errors.Is(err, tourmaline.ErrCheckpoint) || !contains(err, "problem") {
		t.Errorf("another problem: %v", err)
	}
}
