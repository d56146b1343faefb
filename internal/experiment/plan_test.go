package experiment_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/experiment"
)

const planText = `
title = "Two ants and a search"
instances = ["tsplib/*.tsp"]
runs = 3
steps = "0.5n"
engines = ["cpu"]
threads = [1, 2]

[[contestant]]
algorithm = "mmas"
params = {ants = 20, rho = 0.9}
threads = 1

[[contestant]]
name = "search"
algorithm = "ils"
time = "2s"
full = {time = "20s"}

[instance.berlin52]
steps = 7

[full]
runs = 30
instances = ["tsplib/big.tsp"]

[paper]
cites = "MMAS20"
item = "Table 9"
measure = "gap"
[paper.figures.berlin52]
mmas = 1.5
`

func readPlan(t *testing.T, text string) *experiment.Plan {
	t.Helper()
	p, err := experiment.ReadPlan(strings.NewReader(text), "plan.toml")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestReadPlan(t *testing.T) {
	p := readPlan(t, planText)
	if got := p.Names(); !slices.Equal(got, []string{"mmas", "search -j 1", "search -j 2"}) {
		t.Errorf("contestants %q", got)
	}
	if got := p.Paper.Figures["berlin52"]["mmas"]; got != 1.5 {
		t.Errorf("figure of the paper %v, want 1.5", got)
	}
	full := p.AtFullSize()
	if full.Runs != 30 || !slices.Equal(full.Instances, []string{"tsplib/big.tsp"}) || full.Limits != p.Limits {
		t.Errorf("full size: %+v", full.Size)
	}
	if got := full.Contestants[1].Limits.Time; got != 20*time.Second || p.Contestants[1].Limits.Time != 2*time.Second {
		t.Errorf("a contestant's time is %v at full size", got)
	}
	if p.Runs != 3 {
		t.Errorf("the plan itself has changed: %d runs", p.Runs)
	}
}

func TestLimitsOfARun(t *testing.T) {
	p := readPlan(t, planText)
	type limits struct {
		steps int
		time  time.Duration
	}
	want := map[string]limits{
		// Limits of the instance take precedence over those of the plan.
		"mmas berlin52": {7, 0}, "mmas eil51": {26, 0},
		// Limits of the contestant take precedence over both.
		"search -j 1 berlin52": {0, 2 * time.Second}, "search -j 1 eil51": {0, 2 * time.Second},
		"search -j 2 berlin52": {0, 2 * time.Second}, "search -j 2 eil51": {0, 2 * time.Second},
	}
	got := map[string]limits{}
	for _, r := range p.Schedule([]string{"tsplib/berlin52.tsp", "tsplib/eil51.tsp.gz"}) {
		name := r.Contestant.Name + " " + experiment.InstanceName(r.Instance)
		got[name] = limits{r.Limits.Steps.Of(51), r.Limits.Time}
	}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(limits{})); d != "" {
		t.Error(d)
	}
}

// A schedule interleaves contestants, because machine noise varies over time: contestants must run
// close together in time, and no contestant may always run first.
func TestScheduleInterleaves(t *testing.T) {
	p := &experiment.Plan{Title: "t", Size: experiment.Size{Runs: 6}, Contestants: []experiment.Contestant{
		{Algorithm: "a"}, {Algorithm: "b"}, {Algorithm: "c"},
	}}
	instances := []string{"x.tsp", "y.tsp"}
	runs := p.Schedule(instances)
	if len(runs) != 36 {
		t.Fatalf("%d runs, want 36", len(runs))
	}
	first, keys := map[string]int{}, map[string]bool{}
	for i := 0; i < len(runs); i += 3 {
		block := map[string]bool{}
		for _, r := range runs[i : i+3] {
			if r.Instance != runs[i].Instance || r.Number != runs[i].Number {
				t.Errorf("runs %d to %d are not of one instance and round", i, i+2)
			}
			block[r.Contestant.Name] = true
			keys[r.Key()] = true
		}
		if len(block) != 3 {
			t.Errorf("runs %d to %d: not all contestants: %v", i, i+2, block)
		}
		first[runs[i].Instance+runs[i].Contestant.Name]++
	}
	if len(keys) != 36 {
		t.Errorf("%d keys of 36 runs", len(keys))
	}
	for pair, n := range first {
		if n != 2 {
			t.Errorf("%s begins %d times, want 2: %v", pair, n, first)
		}
	}
}

// Many instances in one line are not nested.
func TestPlanWithALongLine(t *testing.T) {
	text := "title = \"a\"\ninstances = [" + strings.Repeat(`"../a.b.tsp", `, 1000) + "]\n[[contestant]]\nalgorithm=\"ils\"\n"
	if p, err := experiment.ReadPlan(strings.NewReader(text), "plan.toml"); err != nil || len(p.Instances) != 1000 {
		t.Errorf("%v, %v", p, err)
	}
}

func TestFaultyPlans(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"title = 1", "plan.toml"},
		{"title = " + strings.Repeat("[", 1<<19), "plan.toml: line 1 is nested too deeply: expected at most 100 levels"},
		{"\na = " + strings.Repeat("{a=", 200), "plan.toml: line 2 is nested too deeply"},
		{"a" + strings.Repeat(".a", 200) + " = 1", "plan.toml: line 1 is nested too deeply"},
		{"[a" + strings.Repeat(`."a"`, 200) + "]", "plan.toml: line 1 is nested too deeply"},
		{strings.Repeat("#", 1<<20) + "\n", "plan.toml: too large: expected at most 1 MiB, found more"},
		{"[[contestant]]\nalgorithm=\"ils\"", "plan.toml: title: expected a single line of text"},
		{"title = \" \"\n[[contestant]]\nalgorithm=\"ils\"", "plan.toml: title: expected a single line of text"},
		{"title = \"a\"\nruns=100001\n[[contestant]]\nalgorithm=\"ils\"", "runs: expected a number of runs up to 100000"},
		{"title = \"a\"\nthreads=[-1]\n[[contestant]]\nalgorithm=\"ils\"", "threads: expected distinct non-negative numbers"},
		{"title = \"a\"\n[[contestant]]\nalgorithm=\"ils\"\nengine=\"cuda\"", `contestant "ils": engine "cuda": expected cpu or opencl`},
		{"title = \"a\"\n[[contestant]]\nthreads=1", "contestant: expected an algorithm"},
		{"title = \"a\"\nrnus = 3", `plan.toml: unknown key "rnus"`},
		{"title = \"a\"\n[[contestant]]\nalgorithm=\"ils\"\n[full]\ntimes = \"3s\"", `plan.toml: unknown key "full.times"`},
		{"title = \"a\"\n[[contestant]]\nalgorithm=\"ils\"\n[instance.a]\nseeds = [1]", `plan.toml: unknown key "instance.a.seeds"`},
		{"title = \"a\"\n[[contestant]]\nalgorithm=\"ils\"\n[paper]\nsteps = 3", `plan.toml: unknown key "paper.steps"`},
		{"title = \"a\"\n[[contestant]]\nalgorithm=\"ils\"\nfull = {full = {steps = 3}}", `plan.toml: unknown key "contestant.full.full`},
		{"title = \"a\"\ninstance = {a = 3}\n[[contestant]]\nalgorithm=\"ils\"", "plan.toml: instance: a: expected a table"},
		{"title = \"a\"\n[[contestant]]\nalgorithm=\"ils\"\nfull = 3", "plan.toml: contestant 1: full: expected a table"},
		{"title = \"a\"\nstall_steps = 0\n[[contestant]]\nalgorithm=\"ils\"", "plan.toml: stall_steps: expected a whole number of at least 1, found 0"},
		{"title = \"a\"\n\nruns = = 3", "plan.toml:3:"},
		{"title = \"a\"", "expected at least one [[contestant]]"},
		{"title = \"a\"\nsteps = \"10m\"\n[[contestant]]\nalgorithm=\"ils\"", "steps: expected a number such as 100, or a number per city such as 10n, found 10m"},
		{"title = \"a\"\nsteps = 1.5\n[[contestant]]\nalgorithm=\"ils\"", "expected a number such as 100"},
		{"title = \"a\"\n[[contestant]]\nalgorithm=\"ils\"\nfull={target=nan}", "contestant 1: full: target: expected a number, found NaN"},
		{"title = \"a\"\ntime = \"-1s\"\n[[contestant]]\nalgorithm=\"ils\"", "time: expected a duration such as 30s"},
		{"title = \"a\"\n[[contestant]]\nalgorithm=\"ils\"\n[[contestant]]\nalgorithm=\"ils\"", `contestant "ils": duplicate name`},
		{"title = \"a\"\nengines=[\"cuda\"]\n[[contestant]]\nalgorithm=\"ils\"", "engines: expected cpu, opencl or both"},
		{"title = \"a\"\nruns=2\nseeds=[1]\n[[contestant]]\nalgorithm=\"ils\"", "seeds instead"},
		{"title = \"a\"\n[[contestant]]\nalgorithm=\"ils\"\n[paper]\ncites=\"X\"\nmeasure=\"speed\"", `measure "speed": expected one of gap`},
		{"title = \"a\"\n[[contestant]]\nalgorithm=\"ils\"\n[paper]\ncites=\"X\"\nmeasure=\"gap\"\nsummary=\"worst\"", `summary "worst": expected one of mean`},
		{"title = \"a\"\n[[contestant]]\nalgorithm=\"ils\"\n[paper]\ncites=\"X\"\ncommand=\"go test\"", "expected at least one [[contestant]], or a command"},
		{"title = \"a\"\nruns=9000000000000000000\n[[contestant]]\nalgorithm=\"ils\"", "runs: expected a number of runs up to 100000"},
		{"title = \"a\"\n[[contestant]]\nalgorithm=\"ils\"\n[full]\nruns=-1", "full: runs: expected"},
		{"title = \"a\"\nseeds=[7, 8, 7]\n[[contestant]]\nalgorithm=\"ils\"", "seeds: duplicate seed 7"},
		{"title = \"a\"\nthreads=[2, 2]\n[[contestant]]\nalgorithm=\"ils\"", "threads: expected distinct non-negative numbers"},
		{"title = \"a\"\nengines=[\"cpu\", \"cpu\"]\n[[contestant]]\nalgorithm=\"ils\"", "engines: expected cpu, opencl or both"},
		{"title = \"a\"\nthreads=[1, 2]\n[[contestant]]\nalgorithm=\"ils\"\n[[contestant]]\nname=\"ils -j 2\"\nalgorithm=\"ils\"\nthreads=3", "duplicate name"},
		{"title = \"a\"\nsteps=\"nann\"\n[[contestant]]\nalgorithm=\"ils\"", "steps: expected a number"},
		{"title = \"a\"\ntarget=nan\n[[contestant]]\nalgorithm=\"ils\"", "target: expected a number, found NaN"},
		{"title = \"a\"\n[[contestant]]\nalgorithm=\"ils\"\ntarget_gap=inf", "contestant 1: target_gap: expected a percentage such as 1%, found +Inf"},
		{"title = \"a\"\n[[contestant]]\nalgorithm=\"ils\"\n[instance.a]\ntarget=-inf", "instance: a: target: expected a number, found -Inf"},
		{"title = \"a\"\n[[contestant]]\nalgorithm=\"mmas\"\nparams={rho=nan}", `contestant "mmas": params: `},
	} {
		_, err := experiment.ReadPlan(strings.NewReader(c.text), "plan.toml")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q", c.text, err, c.want)
		}
	}
}

// A plan that a program builds is checked like one in a file, at every level.
func TestLimitsOfBuiltPlansAreChecked(t *testing.T) {
	wrong := experiment.Limits{Limits: tourmaline.Limits{Time: -1}}
	for want, change := range map[string]func(*experiment.Plan){
		"":                     func(p *experiment.Plan) { p.Runs = 100_000 },
		"time":                 func(p *experiment.Plan) { p.Limits = wrong },
		`instance "a": `:       func(p *experiment.Plan) { p.Instance = map[string]experiment.Limits{"a": wrong} },
		"full: ":               func(p *experiment.Plan) { p.Full = &experiment.Size{Limits: wrong} },
		`contestant "x": time`: func(p *experiment.Plan) { p.Contestants[0].Limits = wrong },
		`contestant "x": `:     func(p *experiment.Plan) { p.Contestants[0].Full = &wrong },
	} {
		p := &experiment.Plan{Title: "t", Contestants: []experiment.Contestant{{Name: "x", Algorithm: "ils"}}}
		change(p)
		if err := p.Validate(); want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestCountIsReadAsWritten(t *testing.T) {
	for _, text := range []string{"1", "100", "0.1n", "10n", "2.5n"} {
		var c experiment.Count
		if err := c.UnmarshalText([]byte(text)); err != nil || c.String() != text {
			t.Errorf("%s: %v, %v", text, c, err)
		}
	}
}

func TestCountOf(t *testing.T) {
	for text, want := range map[string]int{"7": 7, "10n": 510, "0.1n": 6, "0.001n": 1} {
		var c experiment.Count
		if err := c.UnmarshalText([]byte(text)); err != nil || c.Of(51) != want {
			t.Errorf("%s: %d steps, %v, want %d", text, c.Of(51), err, want)
		}
	}
	for _, text := range []string{"", "n", "0", "-1", "1.5", "1e13", "0n", "nan", "inf", "10N"} {
		var c experiment.Count
		if err := c.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q: %v", text, c)
		}
	}
}

// Keep selects contestants by their names in the plan.
func TestKeep(t *testing.T) {
	p := readPlan(t, planText)
	if err := p.Keep([]string{"magic"}); err == nil || !strings.Contains(err.Error(), `no contestant "magic"`) || len(p.Contestants) != 2 {
		t.Errorf("%v, %d contestants", err, len(p.Contestants))
	}
	if err := p.Keep([]string{"search", "mmas"}); err != nil || !slices.Equal(p.Names(), []string{"search -j 1", "search -j 2", "mmas"}) {
		t.Errorf("%v, %q", err, p.Names())
	}
	if err := p.Keep([]string{"search"}); err != nil || len(p.Contestants) != 1 {
		t.Errorf("%v, %d contestants", err, len(p.Contestants))
	}
}

// A contestant that names its instances runs on no others.
func TestScheduleOfSomeInstances(t *testing.T) {
	p := readPlan(t, "title = \"t\"\nseeds = [7, 3]\n[[contestant]]\nalgorithm = \"ils\"\n[[contestant]]\nalgorithm = \"mmas\"\ninstances = [\"b\"]\n")
	var got []string
	for _, r := range p.Schedule([]string{"a.tsp", "b.tsp"}) {
		got = append(got, fmt.Sprint(r.Contestant.Name, " ", r.Instance, " ", r.Seed))
	}
	slices.Sort(got)
	if want := []string{"ils a.tsp 3", "ils a.tsp 7", "ils b.tsp 3", "ils b.tsp 7", "mmas b.tsp 3", "mmas b.tsp 7"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func FuzzReadPlan(f *testing.F) {
	f.Add(planText)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := experiment.ReadPlan(strings.NewReader(text), "plan")
		if err != nil || len(p.Contestants) == 0 {
			return
		}
		runs := p.Schedule([]string{"a.tsp"})
		if len(runs) == 0 && len(p.Contestants[0].Instances) == 0 {
			t.Error(fmt.Sprint("a plan without runs: ", text))
		}
		for _, r := range runs[:min(len(runs), 100)] {
			r.Key() // must not panic for any valid plan
		}
	})
}

func TestPlanOfACommand(t *testing.T) {
	p := readPlan(t, "title = \"a\"\n[paper]\ncites = \"X\"\ncommand = \"go test\"")
	if p.Paper.Command != "go test" || len(p.Schedule([]string{"a.tsp"})) != 0 {
		t.Errorf("%+v has %d runs", p.Paper, len(p.Schedule([]string{"a.tsp"})))
	}
}
