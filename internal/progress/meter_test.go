package progress

import (
	"math"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

func near(got *float64, want float64) bool { return got != nil && math.Abs(*got-want) < 1e-9 }

// The share and the remaining time are those of the limit with the larger used share.
func TestTheNearestLimit(t *testing.T) {
	for name, c := range map[string]struct {
		limit time.Duration
		steps int
		share float64
		left  float64
	}{
		"time":         {40 * time.Second, 0, 0.25, 30},
		"steps":        {0, 400, 0.5, 10},
		"time first":   {11 * time.Second, 400, 10.0 / 11, 1},
		"steps first":  {40 * time.Second, 400, 0.5, 10},
		"time is over": {5 * time.Second, 0, 1, 0},
	} {
		m := &Meter{limit: c.limit, maxSteps: c.steps}
		began := time.Now()
		m.rate.add(began.Add(-5*time.Second), 100)
		m.last, m.at = search.Progress{Step: 200, Elapsed: 9 * time.Second}, began
		m.rate.add(began, 200)
		f := m.Read(began.Add(time.Second)) // one second after the last step
		if !near(f.Share, c.share) || !near(f.Left, c.left) || f.Seconds != 10 || !near(f.Rate, 20) {
			t.Errorf("%s: share %v, left %v, %v s, rate %v", name, *f.Share, *f.Left, f.Seconds, *f.Rate)
		}
	}
	var none Meter
	if f := none.Read(time.Now()); f.Share != nil || f.Left != nil || f.Rate != nil || f.Improvement != nil || f.Gap != nil {
		t.Errorf("without limits: %+v", f)
	}
}

// A reading contains the gap, the improvement since the first solution of the search, and the time
// since the last improvement.
func TestFigures(t *testing.T) {
	m := &Meter{start: 3, known: &tourmaline.Known{Value: 100}}
	m.update(search.Progress{Step: 3, Cost: 900}, "curve", 0)
	m.update(search.Progress{Step: 3, Cost: 200}, "", 0)
	if f := m.Read(m.at); f.Improvement != nil || f.Preparing != "" {
		t.Errorf("before the first step: %+v", f)
	}
	m.update(search.Progress{Step: 4, Cost: 150, Elapsed: 9 * time.Second, ImprovedAt: 2 * time.Second}, "", 0)
	f := m.Read(m.at)
	if !near(f.Gap, 50) || !near(f.Improvement, 25) || f.Quiet != 7 {
		t.Errorf("gap %v, improvement %v, quiet %v", *f.Gap, *f.Improvement, f.Quiet)
	}
	m.update(search.Progress{Step: 4, Elapsed: 9 * time.Second, Cooling: search.Target, CooledAt: 11 * time.Second}, "", 0)
	if f := m.Read(m.at.Add(time.Second)); f.Share != nil || !near(f.Left, 1) || f.Cooling != search.Target {
		t.Errorf("cooling: %+v", f)
	}
	m.update(search.Progress{Step: 4, Elapsed: 9 * time.Second, Reason: search.Time}, "", 0)
	if f := m.Read(m.at.Add(time.Hour)); f.Seconds != 9 || f.Termination != search.Time {
		t.Errorf("in the end: %+v", f)
	}
}

// The rate is measured over the last few seconds, and restarts after the program was suspended.
func TestTheRate(t *testing.T) {
	var m Meter
	began := time.Now()
	for i := range 100 { // 10 per second at first, then 100
		at, step := time.Duration(i)*sampleEvery, 2*i
		if i > 50 {
			step = 100 + 20*(i-50)
		}
		m.rate.add(began.Add(at), step)
		m.rate.add(began.Add(at+time.Millisecond), step+1)
		if got := m.rate.perSecond(); i == 0 && got != nil || i == 50 && !near(got, 10) || i == 99 && !near(got, 100) {
			t.Errorf("mark %d: %v", i, got)
		}
	}
	if n := len(m.rate.samples); n > 30 {
		t.Errorf("%d marks", n)
	}
	m.ResetRate()
	if m.rate.perSecond() != nil {
		t.Error("not reset")
	}
}

// If a search resumes from an earlier checkpoint, the measurement of its rate restarts.
func TestTheRateOfASearchThatIsTakenUp(t *testing.T) {
	m := &Meter{last: search.Progress{Step: 900}}
	m.rate.add(time.Now().Add(-2*time.Second), 700)
	m.rate.add(time.Now().Add(-time.Second), 900)
	m.update(search.Progress{Step: 500}, "", 0)
	if f := m.Read(m.at); f.Rate != nil {
		t.Errorf("%v steps a second", *f.Rate)
	}
}

// A meter reads its source when it is created and at each update.
func TestMeterOfASolver(t *testing.T) {
	in, err := tsp.Generate(tsp.Uniform, 30, 1)
	if err != nil {
		t.Fatal(err)
	}
	solver, err := tourmaline.New(tourmaline.Tours(in), tourmaline.Config{Algorithm: "ils", Threads: 1, Limits: tourmaline.Limits{Steps: 4, Time: time.Hour}})
	if err != nil {
		t.Fatal(err)
	}
	m := NewMeter(Local{solver}, 4)
	for p, err := range solver.Steps(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		m.Update(p)
		if f := m.Read(m.at); f.Step != p.Step || p.Step > 0 && !near(f.Share, float64(p.Step)/4) || f.Gap != nil || f.Cost != p.Cost {
			t.Errorf("after %+v: %+v", p, f)
		}
	}
	local := Local{solver}
	if local.TimeLimit() != time.Hour || local.Info().N != 30 || local.Preparing() != "" {
		t.Errorf("limit %v, %+v, preparing %q", local.TimeLimit(), local.Info(), local.Preparing())
	}
}

// Only a cost that is better than all before is an improvement.
func TestImprovements(t *testing.T) {
	improves := Improvements(10)
	for i, c := range []struct {
		cost float64
		want bool
	}{{10, false}, {9, true}, {9, false}, {11, false}, {9.5, false}, {8, true}} {
		if improves(search.Progress{Cost: c.cost}) != c.want {
			t.Errorf("number %d: %+v", i, c)
		}
	}
	if p := Point(search.Progress{Elapsed: 1500 * time.Millisecond, Step: 3, Cost: 4}); p != (tourmaline.TracePoint{Seconds: 1.5, Step: 3, Cost: 4}) {
		t.Errorf("%+v", p)
	}
}
