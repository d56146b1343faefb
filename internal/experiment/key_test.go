package experiment_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

const keyPlan = `
title = "keys"
instances = ["eil51.tsp"]
steps = "10n"
target = 7.5

[[contestant]]
algorithm = "ils"
params = {lanes = 4}
time = "90s"

[[contestant]]
name = "acs"
algorithm = "acs"
steps = 1000
target_gap = 0.5
[instance.eil51]
steps = 5
time = "2s"
`

// Keys and seeds do not change, because they identify the records of earlier versions.
func TestKeysAreStable(t *testing.T) {
	var former, keys []string
	var seeds []uint64
	for _, r := range readPlan(t, keyPlan).Schedule([]string{"eil51.tsp", "other.tsp"}) {
		former, keys, seeds = append(former, r.FormerKey()), append(keys, r.Key()), append(seeds, r.Seed)
	}
	if want := []string{"30e2471fdbd8063c0b1ae242", "dc9cd7109a0605f3c991b801", "a7046806fa2aec7c9b237c8e", "c2880e3b6ff141279e545b33"}; !slices.Equal(former, want) {
		t.Errorf("former keys %q, want %q", former, want)
	}
	if want := []string{"730354d2f4a392e2d2d74716", "88a0e25038f336ed65c0dc01", "fb6e18d3dcaa296f8d7359ea", "f6d59369ba35d54b8d1ef4f7"}; !slices.Equal(keys, want) {
		t.Errorf("keys %q, want %q", keys, want)
	}
	if want := []uint64{177402596463283, 73942781146866, 266022192330805, 23023196214164}; !slices.Equal(seeds, want) {
		t.Errorf("seeds %d, want %d", seeds, want)
	}
}

// A plan accepts every limit of a search at every level, and a record preserves it.
func TestPlanHasAllLimits(t *testing.T) {
	examples := map[job.Kind]string{job.KindDuration: `"3s"`, job.KindInteger: "4", job.KindNumber: "5", job.KindPercent: "6", job.KindText: `"7n"`}
	fields := job.Describe[experiment.Limits]()
	if len(fields) < 6 {
		t.Fatalf("%d limits", len(fields))
	}
	for _, f := range fields {
		line := f.Plan + " = " + examples[f.Kind] + "\n"
		for _, text := range []string{
			line + "[[contestant]]\nalgorithm = \"ils\"\n",
			"[[contestant]]\nalgorithm = \"ils\"\n" + line,
			"[[contestant]]\nalgorithm = \"ils\"\n[instance.a]\n" + line,
			"[[contestant]]\nalgorithm = \"ils\"\n[full]\n" + line,
			"[[contestant]]\nalgorithm = \"ils\"\nfull = {" + strings.TrimSpace(line) + "}\n[full]\nruns = 1\n",
		} {
			limits := readPlan(t, "title = \"t\"\n"+text).AtFullSize().Schedule([]string{"a.tsp"})[0].Limits
			if limits == (experiment.Limits{}) {
				t.Errorf("%s: no limit", text)
			}
			data, err := json.Marshal(limits)
			var again experiment.Limits
			if err != nil || json.Unmarshal(data, &again) != nil || !cmp.Equal(again, limits) {
				t.Errorf("%s: %s, %v: %+v, want %+v", text, data, err, again, limits)
			}
		}
	}
}

func TestLimitsOf(t *testing.T) {
	p := readPlan(t, "title = \"t\"\nsteps = \"2n\"\nstall_steps = 3\nno_improvement = \"1m\"\n[[contestant]]\nalgorithm = \"ils\"\n")
	got := p.Schedule([]string{"a.tsp"})[0].Limits.For(10)
	if got.Steps != 20 || got.StallSteps != 3 || got.NoImprovement != time.Minute {
		t.Errorf("%+v", got)
	}
}
