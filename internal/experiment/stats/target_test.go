package stats

import (
	"math"
	"slices"
	"sort"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// The data are the weeks of remission of 21 leukaemia patients who received 6-MP, most of them
// still in remission at the end (Freireich and others, Blood 21, 1963). Many textbooks on survival
// analysis print these data and the expected shares.
func TestTimeToTargetOfRemissions(t *testing.T) {
	var runs []Run
	for _, week := range []float64{6, 6, 6, 7, 10, 13, 16, 22, 23} {
		runs = append(runs, Run{week, true})
	}
	for _, week := range []float64{6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35} {
		runs = append(runs, Run{week, false})
	}
	got, err := TimeToTarget(runs)
	want := Distribution{{6, 0.857}, {7, 0.807}, {10, 0.753}, {13, 0.690}, {16, 0.627}, {22, 0.538}, {23, 0.448}}
	if err != nil || len(got) != len(want) {
		t.Fatalf("%v, error %v", got, err)
	}
	for i, point := range got {
		if point.X != want[i].X || math.Abs(1-point.Share-want[i].Share) > 6e-4 {
			t.Errorf("%v missing at %v, want %v", 1-point.Share, point.X, want[i])
		}
	}
}

// With the same limit for all runs, the estimate is the share of runs that reached the target.
func TestTimeToTargetCountsRuns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		times := rapid.SliceOfN(rapid.IntRange(0, 20), 1, 20).Draw(t, "times")
		limit := rapid.IntRange(0, 20).Draw(t, "limit")
		runs := make([]Run, len(times))
		for i, time := range times {
			runs[i] = Run{float64(min(time, limit)), time <= limit}
		}
		got, err := TimeToTarget(runs)
		if err != nil {
			t.Fatal(err)
		}
		for x := range limit + 1 {
			reached := 0
			for _, time := range times {
				if time <= x {
					reached++
				}
			}
			if want := float64(reached) / float64(len(times)); math.Abs(got.At(float64(x))-want) > 1e-12 {
				t.Fatalf("%v within %d, want %v", got.At(float64(x)), x, want)
			}
		}
	})
}

// At returns the share at x.
func (d Distribution) At(x float64) float64 {
	above := sort.Search(len(d), func(i int) bool { return d[i].X > x })
	if above == 0 {
		return 0
	}
	return d[above-1].Share
}

func TestDistributionAt(t *testing.T) {
	d := Distribution{{1, 0.25}, {3, 0.5}}
	for x, want := range map[float64]float64{0: 0, 0.999: 0, 1: 0.25, 2: 0.25, 3: 0.5, 1e9: 0.5} {
		if got := d.At(x); got != want {
			t.Errorf("at %v: %v, want %v", x, got, want)
		}
	}
	if got := (Distribution)(nil).At(1); got != 0 {
		t.Errorf("of nothing: %v", got)
	}
}

func TestExpectedTime(t *testing.T) {
	for _, c := range []struct {
		name string
		runs []Run
		want float64
	}{
		{"all reach it", []Run{{10, true}, {20, true}}, 15},
		{"one does not", []Run{{10, true}, {20, true}, {100, false}}, 65},
		{"none does", []Run{{100, false}}, math.Inf(1)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, err := ExpectedTime(c.runs); err != nil || got != c.want {
				t.Errorf("%v, want %v; error %v", got, c.want, err)
			}
		})
	}
	if got, err := TimeToTarget([]Run{{100, false}}); err != nil || len(got) != 0 {
		t.Errorf("no success: %v, error %v", got, err)
	}
}

func TestRunsRefused(t *testing.T) {
	for want, runs := range map[string][]Run{
		"no runs":                    nil,
		"run 1: the time is NaN":     {{math.NaN(), true}},
		"run 2: the time is -1":      {{1, true}, {-1, true}},
		"run 1: the time is +Inf, e": {{math.Inf(1), false}},
	} {
		_, err := TimeToTarget(runs)
		_, err2 := ExpectedTime(runs)
		for _, err := range []error{err, err2} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("error %v, want %q in it", err, want)
			}
		}
	}
}

func TestPerformanceProfiles(t *testing.T) {
	inf := math.Inf(1)
	got, err := PerformanceProfiles([][]float64{
		{1, 4, inf, 6, inf}, // ratios 1, 2, -, 1, -
		{2, 2, 5, 6, inf},   // ratios 2, 1, 1, 1, -
	})
	want := []Distribution{{{1, 0.4}, {2, 0.6}}, {{1, 0.6}, {2, 0.8}}}
	if err != nil || !slices.EqualFunc(got, want, slices.Equal[Distribution]) {
		t.Errorf("%v, want %v; error %v", got, want, err)
	}
	if got, err := PerformanceProfiles([][]float64{{inf}, {1}}); err != nil || len(got[0]) != 0 || got[1].At(1) != 1 {
		t.Errorf("one fails: %v, error %v", got, err)
	}
}

func TestPerformanceProfilesRefuse(t *testing.T) {
	for want, costs := range map[string][][]float64{
		"no algorithms":                  nil,
		"or no problems":                 {{}, {}},
		"algorithm 2 has 1 costs, but":   {{1, 2}, {1}},
		"algorithm 2: cost 1 is NaN":     {{1}, {math.NaN()}},
		"algorithm 1: cost 2 is 0, exp":  {{1, 0}},
		"algorithm 1: cost 1 is -Inf, e": {{math.Inf(-1)}},
	} {
		if _, err := PerformanceProfiles(costs); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
}
