package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

const benchPlan = `
title = "To be killed"
instances = ["uniform:150", "clustered:120:3"]
runs = 6
steps = 12
[[contestant]]
algorithm = "ils"
[[contestant]]
algorithm = "mmas"
params = {ants = 8}
`

// A bench that is killed repeatedly performs every run exactly once, with the same results as a
// bench that is never killed.
func TestKilledBenchLosesNothing(t *testing.T) {
	dir, binary := t.TempDir(), tourmalineBinary(t)
	plan := filepath.Join(dir, "plan.toml")
	testkit.WriteFile(t, plan, benchPlan)
	whole, broken := filepath.Join(dir, "whole.ndjson"), filepath.Join(dir, "broken.ndjson")
	if out, err := exec.Command(binary, "bench", plan, "-q", "-o", whole).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	_, kills := testkit.KillAndResume(t, testkit.KillPlan{
		Binary: binary, Checkpoint: broken, Kills: 12, Least: 5 * time.Millisecond, Spread: 40 * time.Millisecond,
		Limit: 2 * time.Minute, Seed: 1,
		Args: func(bool, int) []string { return []string{"bench", plan, "-q", "-o", broken} },
	})
	if kills < 3 {
		t.Errorf("ended after %d kills: too fast to prove anything", kills)
	}
	want, got := runCosts(t, whole), runCosts(t, broken)
	if len(want) != 24 || len(got) != len(want) {
		t.Errorf("%d and %d results, want 24", len(want), len(got))
	}
	for key, cost := range want {
		if got[key] != cost {
			t.Errorf("%s: cost %v after kills, %v without", key, got[key], cost)
		}
	}
	t.Logf("%d kills", kills)
}

// runCosts returns the costs in a log by the keys of the runs. It reports a run that occurs twice
// as an error.
func runCosts(t *testing.T, path string) map[string]float64 {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	costs := map[string]float64{}
	for line := range bytes.Lines(data) {
		var r experiment.Record
		if err := json.Unmarshal(line, &r); err != nil || r.Result == nil {
			t.Fatalf("%s: %v, %q", path, err, r.Error)
		}
		if _, twice := costs[r.Key]; twice {
			t.Errorf("%s: the run %s is there twice", path, r.Key)
		}
		costs[r.Key] = r.Result.Cost
	}
	return costs
}

func TestLossesThatAreNotAllowed(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, cost float64) string {
		path := filepath.Join(dir, name)
		l, err := experiment.OpenLog(path)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		if err := l.Add(experiment.Record{Schema: experiment.Schema, Key: "1", Contestant: "ants", Instance: "a", Result: &tourmaline.Result{Cost: cost}}); err != nil {
			t.Fatal(err)
		}
		return path
	}
	before, after := write("before.ndjson", 100), write("after.ndjson", 101)
	for allowed, want := range map[string]int{"0.5%": exitCheck, "1%": exitOK, "x": exitUsage} {
		var out, errs bytes.Buffer
		if code := Main([]string{"compare", before, after, "-q", "--allow", allowed}, &out, &errs); code != want {
			t.Errorf("--allow %s: exit code %d, want %d: %s", allowed, code, want, errs.String())
		}
		if said := strings.Contains(errs.String(), "ants by 1.000 %"); said != (want == exitCheck) {
			t.Errorf("--allow %s: %s", allowed, errs.String())
		}
	}
}

func TestOtherVersionsAreNamed(t *testing.T) {
	var errs bytes.Buffer
	v := trial{streams: streams{err: &errs}}
	old := experiment.Record{Machine: experiment.Machine{Version: "v1"}, Result: &tourmaline.Result{}}
	v.warnOfVersions([]experiment.Record{old}, "v1", "log")
	if errs.Len() > 0 {
		t.Errorf("the same version: %s", errs.String())
	}
	v.warnOfVersions([]experiment.Record{old, old}, "v2", "log")
	if got := errs.String(); strings.Count(got, "log contains runs of version v1, but this is version v2") != 1 {
		t.Errorf("another version: %q", got)
	}
}
