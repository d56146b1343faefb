package report

import (
	"math"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/experiment"
)

// traced returns a run whose cost falls to the given costs after 1, 2, 3, … seconds and the same
// numbers of steps. The best known cost is 100.
func traced(contestant string, seed uint64, costs ...float64) experiment.Record {
	r := ended("i", contestant, seed, costs[len(costs)-1], 100)
	r.Result.Trace = nil
	for i, cost := range costs {
		r.Result.Trace = append(r.Result.Trace, tourmaline.TracePoint{Seconds: float64(i + 1), Step: i + 1, Cost: cost})
	}
	r.Result.Seconds, r.Result.Steps = 10, 10
	return r
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

func TestBandIsTheMedianWithQuartiles(t *testing.T) {
	c := compareAll(t, []experiment.Record{
		traced("a", 1, 150, 140, 130), traced("a", 2, 160, 120), traced("a", 3, 200, 190, 180, 110), failed("i", "a", 4),
	}, Options{})
	for _, against := range []axis{bySeconds(), bySteps()} {
		s, err := band("a", c.Instances[0].progresses(0), against)
		if err != nil {
			t.Fatal(err)
		}
		last := len(s.X) - 1
		if s.X[0] != 1 || s.X[last] != 10 || !slices.IsSorted(s.X) {
			t.Errorf("from %v to %v", s.X[0], s.X[last])
		}
		if !near(s.Y[0], 60) || !near(s.Low[0], 55) || !near(s.High[0], 80) {
			t.Errorf("begins with %v in %v to %v, want 60 in 55 to 80", s.Y[0], s.Low[0], s.High[0])
		}
		if !near(s.Y[last], 20) || !near(s.Low[last], 15) || !near(s.High[last], 25) {
			t.Errorf("ends with %v in %v to %v, want 20 in 15 to 25", s.Y[last], s.Low[last], s.High[last])
		}
		middle, _ := slices.BinarySearch(s.X, 2.5)
		if !near(s.Y[middle], 40) {
			t.Errorf("after two seconds the median is %v, want 40", s.Y[middle])
		}
	}
	one, err := band("a", c.Instances[0].progresses(0)[:1], bySeconds())
	if err != nil || one.Low != nil {
		t.Errorf("a single run has a band, or %v", err)
	}
}

// Trace points that go back in time are moved, and points at which the cost rises are ignored.
func TestProgressOnlyFalls(t *testing.T) {
	r := traced("a", 1, 150, 170, math.NaN(), 130)
	r.Result.Trace[3].Seconds = 0.5
	c := compareAll(t, []experiment.Record{r}, Options{Measure: "cost"})
	p := c.Instances[0].progresses(0)[0]
	if len(p.values) != 2 || !near(p.values[0], 50) || !near(p.values[1], 30) || !slices.Equal(p.seconds, []float64{1, 1}) {
		t.Errorf("%+v", p)
	}
}

// shareAt returns the share of runs that have reached the target after some seconds.
func shareAt(r Reach, seconds float64) (share float64) {
	for _, p := range r.Shares {
		if p.X <= seconds {
			share = p.Share
		}
	}
	return share
}

func TestTargets(t *testing.T) {
	records := []experiment.Record{
		traced("a", 1, 150, 101), traced("a", 2, 150, 140, 101), traced("a", 3, 150, 140, 101),
		traced("b", 1, 150, 140, 130, 104), traced("b", 2, 150, 106), failed("i", "b", 3),
		traced("c", 1, 190),
	}
	c := compareAll(t, records, Options{})
	in := c.Instances[0]
	if len(in.Targets) != 1 || in.Targets[0].Label != "gap ≤ 5 %" {
		t.Fatalf("%+v, want the median of b", in.Targets)
	}
	a, b, worst := in.Targets[0].Cells[0], in.Targets[0].Cells[1], in.Targets[0].Cells[2]
	if !near(shareAt(a, 2), 1.0/3) || shareAt(a, 3) != 1 || !near(a.Expected, 8.0/3) {
		t.Errorf("a: %+v", a)
	}
	if !near(shareAt(b, 10), 1.0/3) || b.Expected != 4+10+10 {
		t.Errorf("b: %+v, want one run of three, the failure counted", b)
	}
	if len(worst.Shares) != 0 || !math.IsInf(worst.Expected, 1) {
		t.Errorf("c: %+v", worst)
	}
	c = compareAll(t, records, Options{TargetGaps: []float64{45, 1}})
	if targets := c.Instances[0].Targets; len(targets) != 2 || !near(shareAt(targets[0].Cells[1], 2), 2.0/3) {
		t.Errorf("%+v", targets)
	}
}

// A run that has ended cannot reach its target later. The share is relative to all runs, even if
// unsuccessful runs are shorter than successful ones.
func TestRunsThatEndEarlyCount(t *testing.T) {
	short := traced("a", 1, 150)
	short.Result.Seconds, short.Result.Steps = 1.5, 2
	c := compareAll(t, []experiment.Record{short, traced("a", 2, 150, 140, 101)}, Options{TargetGaps: []float64{5}})
	reach := c.Instances[0].Targets[0].Cells[0]
	if !near(shareAt(reach, 3), 0.5) || !near(reach.Expected, 4.5) {
		t.Errorf("%+v, want one run of two, 4.5 s expected", reach)
	}
}

func TestFloorOfALogarithmicAxis(t *testing.T) {
	gaps, costs := &Instance{byGap: true}, &Instance{}
	for name, c := range map[string]struct {
		in     *Instance
		values []float64
		at     float64
		label  string
	}{
		"costs":          {costs, []float64{1, 1000}, 0, ""},
		"narrow":         {gaps, []float64{0, 2, 3}, 0, ""},
		"wide":           {gaps, []float64{0.1, 30}, 0.05, ""},
		"with a zero":    {gaps, []float64{0, 0.1, 30}, 0.05, "0"},
		"below the best": {gaps, []float64{-1, 0, 0.1, 30}, 0.05, "≤ 0"},
		"only zeros":     {gaps, []float64{0, 0}, 0, ""},
	} {
		if at, label := c.in.floor(c.values); at != c.at || label != c.label {
			t.Errorf("%s: %v %q, want %v %q", name, at, label, c.at, c.label)
		}
	}
}
