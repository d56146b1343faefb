package report

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/experiment"
)

func TestCellsHaveTheirFigures(t *testing.T) {
	var records []experiment.Record
	for seed, cost := range []float64{1040, 1010, 1020, 1030, 1100} {
		records = append(records, ended("x/berlin.tsp.gz", "ils", uint64(9-seed), cost, 1000))
	}
	c := compareAll(t, records, Options{})
	cell := c.Instances[0].Cells[0]
	if c.Measure.Name != "gap" || c.Instances[0].Name != "berlin" || len(cell.Records) != 5 {
		t.Fatalf("%+v", c)
	}
	if !slices.IsSortedFunc(cell.Records, func(a, b experiment.Record) int { return int(a.Seed) - int(b.Seed) }) {
		t.Error("the runs are not sorted by seed")
	}
	s := cell.Summary
	for name, got := range map[string][2]float64{
		"median": {s.Median, 3}, "mean": {s.Mean, 4}, "best": {s.Min, 1}, "worst": {s.Max, 10}, "cost": {cell.Cost, 1030},
		"gap": {*cell.Gap, 3}, "seconds": {cell.Seconds, 2}, "rank": {cell.Rank, 1}, "sd": {s.SD, math.Sqrt(50.0 / 4)},
	} {
		if math.Abs(got[0]-got[1]) > 1e-9 {
			t.Errorf("%s is %v, want %v", name, got[0], got[1])
		}
	}
	if m := cell.Mean; !(m.Low < 4 && 4 < m.High && m.Low >= 1 && m.High <= 10) {
		t.Errorf("the mean is between %v and %v", m.Low, m.High)
	}
}

func TestOrderIsAsGiven(t *testing.T) {
	records := field(2, 4, 2)
	slices.Reverse(records)
	c := compareAll(t, records, Options{Contestants: []string{"c", "nobody", "a"}})
	if got := strings.Join(c.Contestants, " "); got != "c a d b" {
		t.Errorf("contestants %s", got)
	}
	if c.Instances[0].Name != "i2" {
		t.Errorf("first instance %s", c.Instances[0].Name)
	}
	if c.Contestants[c.Reference] != "a" {
		t.Errorf("reference %s, want the best", c.Contestants[c.Reference])
	}
}

func TestRecordsAreAdmittedOnce(t *testing.T) {
	records := field(1, 2, 3)
	again := records[0]
	busy := records[1]
	busy.Busy = true
	records[1] = busy
	retried := failed("tsplib/i1.tsp", "b", 9)
	done := ended("tsplib/i1.tsp", "b", 9, 1011, 1000)
	records = append(records, again, retried, done)

	c := compareAll(t, records, Options{})
	if c.Runs != 7 || c.Repeated != 2 || c.Busy != 1 || c.Excluded != 0 || c.Failed != 0 {
		t.Errorf("%+v", c)
	}
	c = compareAll(t, records, Options{ExcludeBusy: true})
	if c.Runs != 6 || c.Busy != 0 || c.Excluded != 1 || len(c.Instances[0].Cells[0].Records) != 2 {
		t.Errorf("%+v", c)
	}
}

// If a plan is changed and run again with the same log, the report notes that the log contains more
// than one experiment.
func TestMixedExperimentsAreNoted(t *testing.T) {
	records := field(1, 2, 3)
	if c := compareAll(t, records, Options{}); c.Mixed != 0 || strings.Contains(strings.Join(c.Notes, "\n"), "more than one experiment") {
		t.Errorf("%d mixed: %q", c.Mixed, c.Notes)
	}
	longer := ended("tsplib/i1.tsp", "a", 2, 900, 1000)
	longer.Key = "with more steps"
	c := compareAll(t, append(records, longer), Options{})
	if c.Mixed != 1 || !strings.Contains(strings.Join(c.Notes, "\n"), "more than one experiment: 1 record has") {
		t.Errorf("%d mixed: %q", c.Mixed, c.Notes)
	}
}

// Runs have seeds of their own, so a changed plan repeats no seed. Its setup shows that it differs.
func TestMixedSetupsAreNoted(t *testing.T) {
	records := field(1, 2, 3)
	for i := range records {
		records[i].Setup = "of " + records[i].Contestant
	}
	if c := compareAll(t, records, Options{}); c.Mixed != 0 {
		t.Errorf("%d mixed: %q", c.Mixed, c.Notes)
	}
	longer := ended("tsplib/i1.tsp", "a", 77, 900, 1000)
	longer.Setup = "with more steps"
	former := ended("tsplib/i1.tsp", "a", 78, 900, 1000)
	if c := compareAll(t, append(records, longer, former), Options{}); c.Mixed != 2 {
		t.Errorf("%d mixed: %q", c.Mixed, c.Notes)
	}
}

func TestMeasureIsTheGapWhereAllHaveOne(t *testing.T) {
	records := field(1, 2, 2)
	if c := compareAll(t, records, Options{}); c.Measure.Name != "gap" {
		t.Errorf("%s", c.Measure.Name)
	}
	if c := compareAll(t, records, Options{Measure: "seconds"}); c.Instances[0].Cells[0].Summary.Median != 2 {
		t.Error("not the seconds")
	}
	records = append(records, ended("new.tsp", "a", 1, 5, math.NaN()))
	if c := compareAll(t, records, Options{}); c.Measure.Name != "cost" {
		t.Errorf("%s", c.Measure.Name)
	}
}

func TestCompareRefuses(t *testing.T) {
	records := append(field(1, 2, 2), ended("new.tsp", "a", 1, 5, math.NaN()))
	for want, o := range map[string]Options{
		`measure "beauty"`:                             {Measure: "beauty"},
		`measure "optimal": higher values`:             {Measure: "optimal"},
		`measure "gap": missing for a on new.tsp with`: {Measure: "gap"},
		`against "nobody": expected one of`:            {Against: "nobody"},
		`alpha 1: expected a number between`:           {Alpha: 1},
		`alpha NaN`:                                    {Alpha: math.NaN()},
		`target gaps [NaN]`:                            {TargetGaps: []float64{math.NaN()}},
	} {
		if _, err := Compare(records, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	busy := records[:1]
	busy[0].Busy = true
	if _, err := Compare(busy, Options{ExcludeBusy: true}); err == nil || !strings.Contains(err.Error(), "no records") {
		t.Errorf("error %v", err)
	}
}

// A failed run is worse than any result in ranks and tests, and is ignored in every other figure.
func TestFailuresAreWorseThanAnyResult(t *testing.T) {
	var records []experiment.Record
	for seed := range uint64(6) {
		records = append(records, ended("i", "solid", seed, 2000+float64(seed), 1000))
		if seed < 2 {
			records = append(records, ended("i", "brittle", seed, 1000, 1000))
		} else {
			records = append(records, failed("i", "brittle", seed))
		}
	}
	c := compareAll(t, records, Options{Against: "solid"})
	brittle := c.Instances[0].Cells[1]
	if brittle.Failed != 4 || c.Failed != 4 || brittle.Summary.Max != 0 || brittle.Rank != 2 {
		t.Errorf("%+v", brittle)
	}
	if a12 := brittle.Against.Effect.A12; math.Abs(a12-2.0/6) > 1e-9 {
		t.Errorf("A12 is %v, want that 2 of 6 runs are better", a12)
	}
	if !slices.ContainsFunc(c.Notes, func(s string) bool { return strings.Contains(s, "4 of 12 runs failed") }) {
		t.Errorf("notes %q", c.Notes)
	}
}

func TestPairsThatAreMissingAreLeftOutOfRanks(t *testing.T) {
	records := field(3, 3, 5)
	records = slices.DeleteFunc(records, func(r experiment.Record) bool { return r.Contestant == "b" && r.Instance == "tsplib/i2.tsp" })
	c := compareAll(t, records, Options{})
	if c.Overall.Instances != 2 || !slices.Equal(c.Overall.LeftOut, []string{"i2"}) {
		t.Errorf("%+v", c.Overall)
	}
	if got := c.Overall.MeanRanks; !slices.Equal(got, []float64{1, 2, 3}) {
		t.Errorf("mean ranks %v", got)
	}
	if cell := c.Instances[1].Cells[1]; cell.Rank != 0 || cell.Against != nil {
		t.Errorf("%+v", cell)
	}
	if !strings.Contains(c.Verdicts[0], "a is better than b on 2 of 2 instances") {
		t.Errorf("%q", c.Verdicts)
	}
}

// Maximisation problems have negative costs, and the most negative cost is the best.
func TestNegativeCosts(t *testing.T) {
	var records []experiment.Record
	for seed := range uint64(5) {
		records = append(records, ended("g", "tabu", seed, -1000-float64(seed), -1010), ended("g", "climb", seed, -900-float64(seed), -1010))
	}
	for _, measure := range []string{"", "cost"} {
		c := compareAll(t, records, Options{Measure: measure})
		if c.Contestants[c.Reference] != "tabu" || c.Instances[0].Cells[1].Against.Outcome != Worse {
			t.Errorf("measure %q: %q", measure, c.Verdicts)
		}
	}
	if c := compareAll(t, records, Options{}); c.Instances[0].Cells[1].Summary.Min <= 0 {
		t.Error("the gap of a smaller cut is not positive")
	}
}

func TestInstancesOfOneNameAreToldApart(t *testing.T) {
	records := []experiment.Record{ended("a/x.tsp", "ils", 1, 2, 1), ended("b/x.tsp", "ils", 1, 3, 1)}
	c := compareAll(t, records, Options{})
	if c.Instances[0].Name != "x" || c.Instances[1].Name != "b/x.tsp" {
		t.Errorf("%s and %s", c.Instances[0].Name, c.Instances[1].Name)
	}
}
