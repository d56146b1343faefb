package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/experiment"
)

// The table of claims says on which instances a claim holds, on which the reverse holds, and where no
// difference is shown.
func TestClaimsAreDecided(t *testing.T) {
	text := strings.Replace(gaps, "runs = 2", "runs = 8", 1)
	text = strings.Replace(text, `measure = "gap"`, `measure = "gap"
claims = ["first < second", "second < first on a"]`, 1)
	for name, c := range map[string]struct {
		gap  func(instance, contestant string, run int) float64
		want []string
	}{
		"holds": {func(_, contestant string, run int) float64 {
			return float64(run + 100*strings.Count(contestant, "second"))
		}, []string{"| Table 2 | first < second | 8 | holds on all 2 instances |", "| Table 2 | second < first on a | 8 | the reverse holds |"}},
		"differs by instance": {func(instance, contestant string, run int) float64 {
			if (instance == "a") == (contestant == "first") {
				return float64(run)
			}
			return float64(run) + 100
		}, []string{"| first < second | 8 | holds on a; the reverse holds on b |"}},
		"no difference": {func(string, string, int) float64 { return 1 },
			[]string{"| first < second | 8 | no difference shown on all 2 instances |", "| second < first on a | 8 | no difference shown |"}},
		"one instance": {func(instance, contestant string, run int) float64 {
			if instance == "a" && contestant == "second" {
				return float64(run) + 100
			}
			return float64(run)
		}, []string{"| first < second | 8 | holds on a; no difference shown on b |"}},
	} {
		dir := t.TempDir()
		records(t, filepath.Join(dir, "any.ndjson"), text, func(r experiment.Run, record *experiment.Record) {
			gap := c.gap(experiment.InstanceName(r.Instance), r.Contestant.Name, r.Number)
			record.Result.GapPercent = &gap
		})
		t.Run(name, func(t *testing.T) { expect(t, page(t, dir, map[string]string{"x20-table2": text}), c.want...) })
	}
}

// Claims about times are not decided by disturbed runs, nor any claim by runs that share seeds.
func TestClaimsNeedCleanRuns(t *testing.T) {
	text := strings.Replace(gaps, `measure = "gap"`, `measure = "seconds"
claims = ["first < second"]`, 1)
	for name, change := range map[string]func(r experiment.Run, record *experiment.Record){
		"disturbed":    func(_ experiment.Run, record *experiment.Record) { record.Busy = true },
		"shared seeds": func(r experiment.Run, record *experiment.Record) { record.Key, record.Run = r.FormerKey(), 0 },
	} {
		dir := t.TempDir()
		records(t, filepath.Join(dir, "any.ndjson"), text, func(r experiment.Run, record *experiment.Record) {
			record.Result.Seconds = float64(r.Number)
			change(r, record)
		})
		if got := page(t, dir, map[string]string{"x20-table2": text}); strings.Contains(got, "first < second") {
			t.Errorf("%s: the page decides a claim:\n%s", name, got)
		}
	}
}
