package report

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/experiment"
)

func TestVerdicts(t *testing.T) {
	same := func(records []experiment.Record) []experiment.Record {
		for i := range records {
			gap := 0.0
			records[i].Result.Cost, records[i].Result.GapPercent = 1000, &gap
		}
		return records
	}
	for name, c := range map[string]struct {
		records []experiment.Record
		want    []string
	}{
		"two of five runs on five instances": {field(5, 2, 5), []string{
			"a is better than b on 5 of 5 instances (p = 0.0079 each, Holm; A12 ≥ 1.00).",
			"Over 5 instances, no difference between a and b is shown (signed-rank test of the medians, p = 0.062).",
			"No difference across instances can be shown with 5 instances: the smallest possible p is 0.062. At least 6 would be needed.",
		}},
		"two on six instances": {field(6, 2, 5), []string{
			"a is better than b on 6 of 6 instances (p = 0.0079 each, Holm; A12 ≥ 1.00).",
			"Over 6 instances, a is better than b (signed-rank test of the medians, p = 0.031).",
		}},
		"three runs": {field(1, 2, 3), []string{
			"No difference between a and b is shown on the only instance (p = 0.1, Holm).",
			"No difference can be shown with 3 runs per instance: the smallest possible p is 0.1. At least 4 runs per contestant would be needed.",
			"No difference across instances can be shown with 1 instance: the smallest possible p is 1. At least 6 would be needed.",
		}},
		"four contestants, four runs": {field(4, 4, 4), []string{
			"No difference between a and b is shown on any of 4 instances (smallest p = 0.086, Holm).",
			"No difference between a and c is shown on any of 4 instances (smallest p = 0.086, Holm).",
			"No difference between a and d is shown on any of 4 instances (smallest p = 0.086, Holm).",
			"Over 4 instances, the mean ranks differ (Friedman's test in the form of Iman and Davenport, p < 0.001). The mean rank of a differs from d by more than the critical difference of 2.35 (Nemenyi).",
			"No difference can be shown with 4 runs per instance: the smallest possible p is 0.029, which Holm's method multiplies by up to 3. At least 5 runs per contestant would be needed.",
		}},
		"all the same": {same(field(7, 2, 6)), []string{
			"No difference between a and b is shown on any of 7 instances (smallest p = 1, Holm).",
			"Over 7 instances, no difference between a and b is shown (signed-rank test of the medians, p = 1).",
			"With 6 runs per contestant, the tests show a difference of A12 ≥ 0.97 with a probability of about 80 %; smaller differences may remain hidden.",
		}},
		"alone": {field(2, 1, 3), []string{"a is the only contestant: there is nothing to compare it with."}},
	} {
		if got := compareAll(t, c.records, Options{}).Verdicts; !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%s\nwant:\n%s", name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// The contestant that is better by the signed-rank test may have the worse mean rank, because many
// narrow wins weigh less than fewer clear ones.
func TestSignedRankVerdictIsThatOfTheTest(t *testing.T) {
	var records []experiment.Record
	for i := range 100 {
		a, b := 1001.0+float64(i)/100, 1000.0
		if i >= 60 {
			a, b = 1000, 1100+float64(i)
		}
		name := fmt.Sprintf("i%d.tsp", i)
		records = append(records, ended(name, "a", 1, a, 1000), ended(name, "b", 1, b, 1000))
	}
	c := compareAll(t, records, Options{})
	want := "Over 100 instances, a is better than b (signed-rank test of the medians, p = 0.017)."
	if !slices.Contains(c.Verdicts, want) || c.Overall.MeanRanks[0] < c.Overall.MeanRanks[1] {
		t.Errorf("mean ranks %v: %q", c.Overall.MeanRanks, c.Verdicts)
	}
}

// If the chosen reference is worse, the verdict says so.
func TestVerdictOfAWorseReference(t *testing.T) {
	c := compareAll(t, field(6, 2, 5), Options{Against: "b"})
	want := "b is worse than a on 6 of 6 instances (p = 0.0079 each, Holm; A12 ≥ 1.00)."
	if c.Verdicts[0] != want || c.Chosen || c.Overall.Tallies[0] != (Tally{Better: 6}) {
		t.Errorf("%q, %+v", c.Verdicts, c.Overall.Tallies)
	}
	if !strings.Contains(c.Verdicts[1], "a is better than b") {
		t.Errorf("%q", c.Verdicts[1])
	}
}

// No output calls a difference significant, because the word is ambiguous.
func TestVerdictsSayWhatIsShown(t *testing.T) {
	for _, text := range writtenAs(t, compareAll(t, field(6, 4, 6), Options{})) {
		if strings.Contains(strings.ToLower(text), "significan") {
			t.Error("significant")
		}
	}
}

// Runs form pairs only if the plan asked for pairs: otherwise the rank-sum test compares them, even
// if their seeds happen to be the same.
func TestPairs(t *testing.T) {
	records := field(1, 2, 6)
	c := compareAll(t, records, Options{})
	if p := c.Instances[0].Cells[1].Against.P; c.Paired || math.Abs(p-2.0/924) > 1e-12 {
		t.Errorf("not paired: p = %v, paired %v", p, c.Paired)
	}
	for i := range records {
		records[i].Paired = true
	}
	c = compareAll(t, records, Options{})
	if p := c.Instances[0].Cells[1].Against.P; !c.Paired || p != 2.0/64 {
		t.Errorf("paired: p = %v, paired %v", p, c.Paired)
	}
	if !strings.Contains(strings.Join(c.Notes, " "), "two-sided signed-rank test of the runs with the same seed against a") {
		t.Errorf("notes %q", c.Notes)
	}
	c = compareAll(t, records[:11], Options{})
	if c.Paired {
		t.Error("a run without its partner counts as a pair")
	}
	c = compareAll(t, append(records[:5:5], records[6:11]...), Options{})
	if !c.Paired || !strings.Contains(strings.Join(c.Verdicts, " "), "No difference can be shown with 5 runs per instance: the smallest possible p is 0.062") {
		t.Errorf("five pairs: paired %v, %q", c.Paired, c.Verdicts)
	}
}

func TestPower(t *testing.T) {
	for _, c := range []struct{ tests, want int }{{1, 4}, {2, 5}, {6, 5}, {11, 6}} {
		if got := RunsNeeded(c.tests+1, false, 0.05); got != c.want {
			t.Errorf("%d tests: %d runs, want %d", c.tests, got, c.want)
		}
	}
	if p := leastP(3); p != 0.1 {
		t.Errorf("3 and 3 runs reach p = %v, want 0.1", p)
	}
	if p := leastSignedP(5); p != 0.0625 {
		t.Errorf("5 instances reach p = %v, want 0.0625", p)
	}
}
