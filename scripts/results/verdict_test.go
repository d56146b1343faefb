package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/internal/experiment/report"
)

// The verdict under a table depends on the test and the number of runs. A table whose runs do not
// support a verdict has no verdict.
func TestVerdicts(t *testing.T) {
	plan := func(lines string) string { return strings.Replace(gaps, "runs = 2", lines, 1) }
	former := func(r experiment.Run, record *experiment.Record) { record.Key, record.Run = r.FormerKey(), 0 }
	busy := func(r experiment.Run, record *experiment.Record) { record.Busy = r.Contestant.Name == "second" }
	once := func(r experiment.Run, record *experiment.Record) {
		record.Busy = r.Contestant.Name == "second" && r.Number == 3
		record.Result.Seconds = *record.Result.GapPercent
	}
	timed := func(lines string) string {
		return strings.Replace(plan(lines), `measure = "gap"`, `measure = "seconds"`, 1)
	}
	for _, c := range []struct {
		name, text string
		change     func(experiment.Run, *experiment.Record)
		want       string
	}{
		{"few", plan("runs = 2"), nil, "No verdict: too few runs. No difference can be shown with 2 runs per instance: the smallest possible p is 0.33. At least 4 runs per contestant would be needed."},
		{"enough", plan("runs = 10"), nil, "Verdict: first is better than second on 2 of 2 instances (p < 0.001 each, Holm; A12 ≥ 1.00)."},
		{"equal", plan("runs = 10"), func(r experiment.Run, record *experiment.Record) { *record.Result.GapPercent = float64(r.Number) },
			"Verdict: No difference between first and second is shown on any of 2 instances (smallest p = 1, Holm)."},
		{"power", plan("runs = 10"), func(r experiment.Run, record *experiment.Record) { *record.Result.GapPercent = float64(r.Number) },
			"With 10 runs per contestant, the tests show a difference of A12 ≥ 0.86 with a probability of about 80 %"},
		{"paired", plan("runs = 5\npaired = true"), nil, "No verdict: too few runs. No difference can be shown with 5 runs per instance: the smallest possible p is 0.062. At least 6 runs"},
		{"former", plan("runs = 10"), former, "No verdict: all contestants had the same seeds, so their runs are not independent."},
		{"former pairs", plan("runs = 10\npaired = true"), former, "Verdict: first is better than second on 2 of 2 instances (p = 0.002 each, Holm; A12 ≥ 1.00)."},
		{"busy costs", plan("runs = 10"), busy, "Verdict: first is better than second on 2 of 2 instances"},
		{"a busy time of a pair", timed("runs = 10\npaired = true"), once, "Verdict: first is better than second on 2 of 2 instances (p = 0.0039 each, Holm;"},
		{"busy times", timed("runs = 10"), busy, "No verdict: other programs disturbed the runs."},
	} {
		dir := t.TempDir()
		records(t, filepath.Join(dir, "any.ndjson"), c.text, func(r experiment.Run, record *experiment.Record) {
			gap := float64(r.Number) / 100
			if r.Contestant.Name == "second" {
				gap++
			}
			record.Contestant, record.Seed, record.Paired = "of another plan", r.Seed, r.Paired
			record.Result.GapPercent = &gap
			if c.change != nil {
				c.change(r, record)
			}
		})
		got := page(t, dir, map[string]string{"x20-table2": c.text})
		if shared := strings.Contains(got, "| a | 0.0550 (0.5) | 1.06 |  |"); shared != (c.name == "former") {
			t.Errorf("%s: a test of runs that share seeds, or none:\n%s", c.name, got)
		}
		if !strings.Contains(got, c.want) || strings.Count(got, "erdict: ") != 1 {
			t.Errorf("%s: the page lacks %q:\n%s", c.name, c.want, got)
		}
	}
}

// Every table with several contestants has a verdict, or says why not.
func TestTablesOfTheRepositoryHaveVerdicts(t *testing.T) {
	all, err := readRecords("../../plans/results")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range repositoryPlans(t) {
		for _, g := range []*grid{newGrid(p.Plan, all), newGrid(p.AtFullSize(), all)} {
			text, err := g.verdict()
			if err != nil || strings.Contains(text, "erdict: ") != (len(g.contestants) > 1) {
				t.Error(fmt.Sprint(p.name, ": ", text, err))
			}
		}
	}
}

// costly names the plans whose default size has too few runs for a verdict, because it would take
// more than half an hour.
var costly = []string{"mmas20-table9", "mmas20-table9-large"}

// The default size of a plan has enough runs for a verdict.
func TestPlansHaveEnoughRuns(t *testing.T) {
	for _, p := range repositoryPlans(t) {
		contestants := p.Names()
		if len(contestants) < 2 || slices.Contains(costly, p.name) {
			continue
		}
		if needed := report.RunsNeeded(len(contestants), p.Paired, 0.05); p.Runs < needed {
			t.Errorf("%s: %d runs of %d contestants (paired: %v), want at least %d", p.name, p.Runs, len(contestants), p.Paired, needed)
		}
	}
}
