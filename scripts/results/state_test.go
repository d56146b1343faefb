package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// exceptions reads the known faults of plans from lines of the form "plan: fault, fault: reason".
func exceptions(text string) (map[string][]string, error) {
	all := map[string][]string{}
	for i, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.SplitN(line, ": ", 3)
		if len(parts) < 3 || strings.TrimSpace(parts[2]) == "" {
			return nil, fmt.Errorf("line %d: %q: expected a plan, its faults and a reason, separated by colons", i+1, line)
		}
		if _, twice := all[parts[0]]; twice {
			return nil, fmt.Errorf("line %d: %s has two lines", i+1, parts[0])
		}
		all[parts[0]] = strings.Split(parts[1], ", ")
	}
	return all, nil
}

// compareFaults returns an error for every fault that is not a known exception, and for every
// exception that no longer applies.
func compareFaults(found []state, known map[string][]string) error {
	var faults []error
	seen := map[string]bool{}
	for _, s := range found {
		seen[s.plan.name] = true
		for _, fault := range s.faults {
			if !slices.Contains(known[s.plan.name], fault) {
				faults = append(faults, fmt.Errorf("%s: %s: run the plan again, or add it to plans/exceptions.txt with the reason", s.plan.name, fault))
			}
		}
		for _, fault := range known[s.plan.name] {
			if !slices.Contains(s.faults, fault) {
				faults = append(faults, fmt.Errorf("%s: the exception %q no longer applies: remove it from plans/exceptions.txt", s.plan.name, fault))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(known)) {
		if !seen[name] {
			faults = append(faults, fmt.Errorf("%s: plans/exceptions.txt names a plan that does not exist", name))
		}
	}
	return errors.Join(faults...)
}

// repositoryPlans returns the plans of papers in the repository.
func repositoryPlans(t *testing.T) []plan {
	t.Helper()
	files, err := filepath.Glob("../../plans/*.toml")
	if err != nil {
		t.Fatal(err)
	}
	plans, err := readPlans(files)
	if err != nil {
		t.Fatal(err)
	}
	return plans
}

// Every plan has records of a committed version, with seeds of their own and after a warm-up, or
// plans/exceptions.txt says why not.
func TestRecordsOfTheRepository(t *testing.T) {
	plans := repositoryPlans(t)
	records, err := readRecords("../../plans/results")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../plans/exceptions.txt")
	if err != nil {
		t.Fatal(err)
	}
	known, err := exceptions(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := compareFaults(states(plans, records), known); err != nil {
		t.Error(err)
	}
	if keys := unused(plans, records); len(keys) > 0 {
		t.Errorf("%d records belong to no plan: %q", len(keys), keys)
	}
}

// Both pages are up to date with the plans and records.
func TestPagesOfTheRepository(t *testing.T) {
	files, err := filepath.Glob("../../plans/*.toml")
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"-check", "-records", "../../plans/results", "-o", "../../docs/results.md", "-papers", "../../docs/papers.md"}
	if err := run(append(args, files...)); err != nil {
		t.Error(err)
	}
}

// Tables 3 and 4 of [MMAS20] have the same runs, under other titles.
func TestPlansOfTheRepositoryShareRuns(t *testing.T) {
	keys := map[string][]string{}
	for _, p := range repositoryPlans(t) {
		for _, r := range p.Schedule(p.Instances) {
			keys[p.name] = append(keys[p.name], r.Key())
		}
	}
	for a, b := range map[string]string{"mmas20-table3": "mmas20-table4", "mmas20-table5": "mmas20-table6"} {
		if len(keys[a]) == 0 || !slices.Equal(keys[a], keys[b]) {
			t.Errorf("%s and %s have different runs", a, b)
		}
	}
}

func TestStates(t *testing.T) {
	for _, c := range []struct {
		name, text string
		change     func(r *experiment.Record)
		want       string
	}{
		{"good", gaps, func(*experiment.Record) {}, ""},
		{"uncommitted", gaps, func(r *experiment.Record) { r.Machine.Version = "devel" }, uncommitted},
		{"former", gaps, func(r *experiment.Record) { r.Run = 0 }, sharedSeeds},
		{"busy", gaps, func(r *experiment.Record) { r.Busy = true }, ""},
		{"cold", times, func(r *experiment.Record) { r.Busy = true }, disturbed + ", " + noWarmup},
		{"warm", times, func(r *experiment.Record) { r.Warmup = 1 }, ""},
	} {
		dir := t.TempDir()
		records(t, filepath.Join(dir, "any.ndjson"), c.text, func(_ experiment.Run, record *experiment.Record) {
			gap := 1.0
			record.Result.GapPercent = &gap
			c.change(record)
		})
		file := filepath.Join(dir, "x.toml")
		testkit.WriteFile(t, file, c.text)
		plans, err := readPlans([]string{file})
		if err != nil {
			t.Fatal(err)
		}
		made, err := readRecords(dir)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(stateOf(plans[0], made).faults, ", "); got != c.want {
			t.Errorf("%s: faults %q, want %q", c.name, got, c.want)
		}
		none := stateOf(plans[0], nil)
		if !slices.Equal(none.faults, []string{noRecord}) || none.short.made != 0 || none.short.all != len(made) {
			t.Errorf("%s without records: %+v", c.name, none)
		}
		if len(unused(plans, made)) != 0 || len(unused(nil, made)) != len(made) {
			t.Errorf("%s: unused records %v", c.name, unused(plans, made))
		}
	}
}

func TestExceptionsShrink(t *testing.T) {
	found := []state{{plan: plan{name: "a"}, faults: []string{noWarmup, uncommitted}}, {plan: plan{name: "b"}}}
	for text, want := range map[string]string{
		"# none\n\na: no warm-up, uncommitted version: an old record\n": "",
		"a: no warm-up: an old record\n":                                "a: uncommitted version: run the plan again",
		"a: no warm-up, uncommitted version: old\nb: no record: old\n":  `b: the exception "no record" no longer applies`,
		"a: no warm-up, uncommitted version: old\nc: no record: old\n":  "c: plans/exceptions.txt names a plan that does not exist",
		"a: no warm-up, uncommitted version:  \n":                       "line 1",
		"a: no warm-up\n": "line 1",
		"a: no warm-up, uncommitted version: old\na: no warm-up: again\n": "line 2: a has two lines",
	} {
		known, err := exceptions(text)
		if err == nil {
			err = compareFaults(found, known)
		}
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

func TestOverview(t *testing.T) {
	page := "before\n" + overviewStart + "old\n" + overviewEnd + "after\n"
	got, err := withOverview(page, "| new |\n")
	if err != nil || got != "before\n"+overviewStart+"\n| new |\n\n"+overviewEnd+"after\n" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := withOverview("no marks", ""); err == nil {
		t.Error("a page without marks: no error")
	}
}
