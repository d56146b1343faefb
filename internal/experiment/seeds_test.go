package experiment_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/experiment"
)

const seedPlan = `
title = "Seeds"
runs = 3
steps = 5
[[contestant]]
name = "lists"
algorithm = "mmas"
params = {tabu = "lc"}
[[contestant]]
name = "bits"
algorithm = "mmas"
params = {tabu = "bt"}
`

// Every run of every contestant on every instance has a seed of its own, so that the samples of a
// rank-sum test are independent.
func TestEveryRunHasItsOwnSeed(t *testing.T) {
	owner := map[uint64]string{}
	runs := readPlan(t, seedPlan).Schedule([]string{"a.tsp", "b.tsp"})
	for _, r := range runs {
		name := fmt.Sprint(r.Contestant.Name, " on ", r.Instance)
		if other, taken := owner[r.Seed]; taken {
			t.Errorf("%s and %s have the seed %d", other, name, r.Seed)
		}
		if owner[r.Seed] = name; r.Seed >= 1<<48 {
			t.Errorf("%s: seed %d is too large for a number in JSON", name, r.Seed)
		}
	}
	if len(runs) != 12 {
		t.Errorf("%d runs, want 12", len(runs))
	}
}

// A plan that asks for pairs, or lists its seeds, gives all contestants the same seeds.
func TestPairedRunsShareSeeds(t *testing.T) {
	for line, first := range map[string]uint64{"paired = true\nruns = 3": 1, "seeds = [7, 8, 9]": 7} {
		p := readPlan(t, strings.Replace(seedPlan, "runs = 3", line, 1))
		for i, r := range p.Schedule([]string{"a.tsp"}) {
			if want := first + uint64(i/2); r.Seed != want || !r.Paired || r.Number != i/2+1 {
				t.Errorf("%s: run %d has the seed %d, want %d; paired %v", line, r.Number, r.Seed, want, r.Paired)
			}
		}
	}
}

// A key says what was run. The names of the plan, of the contestant and of the instance's folder do
// not matter, so plans share their runs.
func TestPlansShareRuns(t *testing.T) {
	keys := func(text, instance string) string {
		var all []string
		for _, r := range readPlan(t, text).Schedule([]string{instance}) {
			all = append(all, fmt.Sprint(r.Key(), r.Seed))
		}
		return strings.Join(all, " ")
	}
	want := keys(seedPlan, "tsplib/a.tsp")
	for old, same := range map[string]string{
		`"Seeds"`: `"Other"`, `"lists"`: `"MMAS-LC"`, `"lc"}`: `"lc"}` + "\ninstances = [\"a\"]",
	} {
		if got := keys(strings.Replace(seedPlan, old, same, 1), "elsewhere/a.tsp.gz"); got != want {
			t.Errorf("%s instead of %s: other runs", same, old)
		}
	}
	for old, other := range map[string]string{
		"steps = 5": "steps = 6", `"lc"}`: `"ct"}`, `algorithm = "mmas"`: `algorithm = "acs"`, `"bt"}`: `"bt"}` + "\nengine = \"opencl\"",
		"runs = 3": "runs = 3\nthreads = [2]", `tabu = "lc"`: `tabu = "lc", ants = 3`,
	} {
		if keys(strings.Replace(seedPlan, old, other, 1), "tsplib/a.tsp") == want {
			t.Errorf("%s instead of %s: the same runs", other, old)
		}
	}
	if keys(seedPlan, "tsplib/b.tsp") == want {
		t.Error("another instance: the same runs")
	}
	if keys(strings.Replace(seedPlan, `"lc"}`, `"lc", ants = 4}`, 1), "a") != keys(strings.Replace(seedPlan, `"lc"}`, `"lc", ants = "4"}`, 1), "a") {
		t.Error("a number and its text are different parameters")
	}
}

// More runs of a plan add to its runs, and do not replace them.
func TestMoreRunsKeepTheFirst(t *testing.T) {
	few := readPlan(t, seedPlan).Schedule([]string{"a"})
	more := readPlan(t, strings.Replace(seedPlan, "runs = 3", "runs = 5", 1)).Schedule([]string{"a"})
	for i, r := range few {
		if more[i].Key() != r.Key() {
			t.Errorf("run %d is different", i)
		}
	}
}

// Two contestants that differ only in their names would have the same runs.
func TestContestantsMustDiffer(t *testing.T) {
	_, err := experiment.ReadPlan(strings.NewReader(strings.Replace(seedPlan, `"bt"`, `"lc"`, 1)), "plan")
	if err == nil || !strings.Contains(err.Error(), `contestants "lists" and "bits" run the same`) {
		t.Errorf("error %v", err)
	}
}
