package tourmaline_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// warm is an algorithm that records its paces and stays warm unless cold is set.
type warm struct {
	tourmaline.TourJob
	cold  bool
	paces []float64
}

func (w *warm) Step(ctx context.Context) error { return ctx.Err() }
func (w *warm) Cost() float64                  { return w.Instance.Cost(w.Start) }
func (w *warm) Best() tsp.Tour                 { return w.Start }
func (w *warm) Pace(used float64)              { w.paces = append(w.paces, used) }
func (w *warm) Warm() bool                     { return !w.cold }

// running returns a solver for w that appears to have been running for ten seconds.
func running(t *testing.T, w *warm, cfg tourmaline.Config) *tourmaline.Solver {
	t.Helper()
	p := tourmaline.Tours(generate(t, 100), tourmaline.TourAlgorithm{
		Name: "warm", New: func(_ context.Context, j tourmaline.TourJob) (search.Searcher[tsp.Tour], error) {
			w.TourJob = j
			return w, nil
		},
	})
	cfg.Algorithm, cfg.Began = "warm", time.Now().Add(-10*time.Second)
	s, err := tourmaline.New(p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// afterSteps runs a search, calls do after the given number of steps, and returns the progress of
// every step.
func afterSteps(t *testing.T, ctx context.Context, s *tourmaline.Solver, steps int, do func()) []search.Progress {
	t.Helper()
	var all []search.Progress
	for p, err := range s.Steps(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		if all = append(all, p); p.Step == steps && p.Cooling == "" {
			do()
		}
	}
	return all
}

func phaseNames(t *testing.T, s *tourmaline.Solver) (names []string) {
	t.Helper()
	r, err := s.Result()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Phases {
		names = append(names, p.Name)
	}
	return names
}

// After Stop, a search continues as if half of its budget were used, until the whole budget is
// used. Its progress reports the cooling, and it ends in time.
func TestStopCools(t *testing.T) {
	const most = 300 * time.Millisecond
	var w warm
	s := running(t, &w, tourmaline.Config{Limits: tourmaline.Limits{Time: 100 * time.Second}, Cooling: most})
	var before int
	all := afterSteps(t, t.Context(), s, 20, func() { before = len(w.paces); s.Stop(); s.Stop() })
	i := slices.IndexFunc(all, func(p search.Progress) bool { return p.Cooling != "" })
	if i < 0 {
		t.Fatal("it did not cool")
	}
	first, last := all[i], all[len(all)-1]
	if first.Step > 21 || first.Reason != "" || first.Cooling != search.Interrupted || first.CooledAt != first.Elapsed+most {
		t.Errorf("begins with %+v", first)
	}
	if last.Step <= first.Step || last.Reason != search.Interrupted {
		t.Errorf("ends with %+v", last)
	}
	paces := w.paces[before:]
	if len(paces) > 0 && paces[0] < 0.2 { // belongs to the step that had already started
		paces = paces[1:]
	}
	if len(paces) == 0 {
		t.Fatal("it made no step while it cooled")
	}
	if !slices.IsSorted(paces) || paces[0] < 0.5 || paces[0] > 0.8 || paces[len(paces)-1] < 0.7 || paces[len(paces)-1] > 1 {
		t.Errorf("%d paces from %v to %v", len(paces), paces[0], paces[len(paces)-1])
	}
	if names := phaseNames(t, s); !slices.Equal(names, []string{"prepare", "search", "cool"}) {
		t.Errorf("phases %v", names)
	}
}

// A search cools for at most a quarter of its time, and never beyond its time limit.
func TestCoolingIsBounded(t *testing.T) {
	for name, cfg := range map[string]tourmaline.Config{
		"a quarter": {Limits: tourmaline.Limits{Time: 100 * time.Second}, Cooling: time.Minute},
		"the limit": {Limits: tourmaline.Limits{Time: 11 * time.Second}, Cooling: time.Minute},
	} {
		s := running(t, &warm{}, cfg)
		ctx, cancel := context.WithCancel(t.Context())
		for p, err := range s.Steps(ctx) {
			if err != nil {
				t.Fatal(err)
			}
			if p.Step == 5 {
				s.Stop()
			}
			if p.Cooling != "" {
				cancel()
			}
		}
		cancel()
		r, err := s.Result()
		if err != nil {
			t.Fatal(err)
		}
		last := s.Progress()
		began := time.Duration((r.Seconds - r.Phases[len(r.Phases)-1].Seconds) * float64(time.Second))
		most := min(began+began/4, cfg.Limits.Time)
		if off := last.CooledAt - most; last.Cooling == "" || off.Abs() > 100*time.Millisecond {
			t.Errorf("%s: from %v to %v, want %v", name, began, last.CooledAt, most)
		}
	}
}

// A search that ends early cools first. It does not cool if the context is cancelled, if its budget
// is used up, or if its rules must give the same solution every time.
func TestWhatCools(t *testing.T) {
	const long = 100 * time.Second
	anything := 1e18
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for name, c := range map[string]struct {
		cfg  tourmaline.Config
		cold bool
		do   func(*tourmaline.Solver)
		why  search.Reason
		cool bool
	}{
		"stalled": {tourmaline.Config{Limits: tourmaline.Limits{Time: long, StallSteps: 30}}, false, nil, search.Stall, true},
		// reached before the search is prepared
		"target":           {tourmaline.Config{Limits: tourmaline.Limits{Time: long, Target: &anything}}, false, nil, search.Target, false},
		"own rule":         {tourmaline.Config{Limits: tourmaline.Limits{Time: long}, StopWhen: ownRule}, false, nil, "enough", true},
		"cold":             {tourmaline.Config{Limits: tourmaline.Limits{Time: long, StallSteps: 30}}, true, nil, search.Stall, false},
		"steps":            {tourmaline.Config{Limits: tourmaline.Limits{Steps: 30}}, false, nil, search.StepsDone, false},
		"stalled by steps": {tourmaline.Config{Limits: tourmaline.Limits{Steps: 100, StallSteps: 30}}, false, nil, search.Stall, false},
		"stopped by steps": {tourmaline.Config{Limits: tourmaline.Limits{Steps: 1 << 30}}, false, (*tourmaline.Solver).Stop, search.Interrupted, true},
		"cancelled":        {tourmaline.Config{Limits: tourmaline.Limits{Time: long}}, false, func(*tourmaline.Solver) { cancel() }, search.Interrupted, false},
	} {
		c.cfg.Cooling = 5 * time.Millisecond
		s := running(t, &warm{cold: c.cold}, c.cfg)
		on := t.Context()
		if name == "cancelled" {
			on = ctx
		}
		all := afterSteps(t, on, s, 20, func() {
			if c.do != nil {
				c.do(s)
			}
		})
		last := all[len(all)-1]
		if last.Reason != c.why || (last.Cooling != "") != c.cool {
			t.Errorf("%s: ends with %+v", name, last)
		}
		if r, err := s.Result(); err != nil || r.Termination != c.why {
			t.Errorf("%s: %v, %v", name, r.Termination, err)
		}
	}
}

func ownRule(p search.Progress) search.Verdict {
	if p.Step < 30 {
		return search.Verdict{}
	}
	return search.Verdict{Reason: "enough"}
}

// Without Config.Cooling a search ends immediately after Stop. A search that is cooling ends
// immediately when its context is cancelled.
func TestCoolingIsAWish(t *testing.T) {
	s := running(t, &warm{}, tourmaline.Config{Limits: tourmaline.Limits{Time: time.Hour}})
	all := afterSteps(t, t.Context(), s, 20, s.Stop)
	if last := all[len(all)-1]; last.Step > 21 || last.Cooling != "" || last.Reason != search.Interrupted {
		t.Errorf("without: %+v", last)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s = running(t, &warm{}, tourmaline.Config{Limits: tourmaline.Limits{Time: time.Hour, StallSteps: 20}, Cooling: time.Hour})
	var last search.Progress
	for p, err := range s.Steps(ctx) {
		if last = p; err != nil {
			t.Fatal(err)
		}
		if p.Cooling != "" {
			cancel()
		}
	}
	if last.Reason != search.Stall || last.Elapsed >= last.CooledAt {
		t.Errorf("cancelled: %+v", last)
	}
}

// A search that is stopped before it starts has a result, but no steps.
func TestStopBeforeTheBeginning(t *testing.T) {
	s := running(t, &warm{}, tourmaline.Config{Limits: tourmaline.Limits{Time: time.Hour}, Cooling: time.Hour})
	s.Stop()
	all := afterSteps(t, t.Context(), s, -1, nil)
	if len(all) != 1 || all[0].Reason != search.Interrupted || all[0].Step != 0 {
		t.Errorf("%+v", all)
	}
}
