package cli

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/internal/problems"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// eachPaper calls check for each plan that reproduces an experiment from a paper.
func eachPaper(t *testing.T, check func(t *testing.T, p *experiment.Plan)) {
	eachPlan(t, func(t *testing.T, p *experiment.Plan) {
		if p.Paper != nil {
			check(t, p)
		}
	})
}

func eachPlan(t *testing.T, check func(t *testing.T, p *experiment.Plan)) {
	files, err := filepath.Glob("../../plans/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d plans, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".toml"), func(t *testing.T) {
			p, err := readPlan(file)
			if err != nil {
				t.Fatal(err)
			}
			check(t, p)
		})
	}
}

// The plan in docs/experiments.md is a valid plan.
func TestDocumentedPlanIsAPlan(t *testing.T) {
	text, err := os.ReadFile("../../docs/experiments.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, found := strings.Cut(string(text), "```toml\n")
	plan, _, ended := strings.Cut(after, "```")
	if !found || !ended {
		t.Fatal("docs/experiments.md shows no plan")
	}
	p, err := experiment.ReadPlan(strings.NewReader(plan), "docs/experiments.md")
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Names(); !slices.Equal(got, []string{"ils -j 1", "ils -j 2", "few ants -j 1", "few ants -j 2"}) {
		t.Errorf("contestants %q", got)
	}
	if got := p.AtFullSize().Runs; got != 30 {
		t.Errorf("%d runs at full size, want 30", got)
	}
}

func TestPlansCiteAPaper(t *testing.T) {
	papers, err := os.ReadFile("../../docs/papers.md")
	if err != nil {
		t.Fatal(err)
	}
	eachPaper(t, func(t *testing.T, p *experiment.Plan) {
		if !strings.Contains(string(papers), "\n| ["+p.Paper.Cites+"] |") {
			t.Errorf("%q: expected a key of docs/papers.md", p.Paper.Cites)
		}
		if p.About == "" || p.Paper.Item == "" || p.Paper.Remark == "" {
			t.Errorf("about %q, item %q, remark %q: expected a text each", p.About, p.Paper.Item, p.Paper.Remark)
		}
	})
}

// Every figure of a plan refers to runs of the plan, because other figures would never be compared.
func TestFiguresOfPlansNameTheirRuns(t *testing.T) {
	eachPaper(t, func(t *testing.T, p *experiment.Plan) {
		instances := map[string]bool{experiment.AllInstances: true}
		for _, i := range slices.Concat(p.Instances, p.AtFullSize().Instances) {
			if strings.ContainsAny(i, "*?[") {
				t.Errorf("instance %q: expected names, as figures have them", i)
			}
			instances[experiment.InstanceName(i)] = true
		}
		for instance, row := range p.Paper.Figures {
			if !instances[instance] {
				t.Errorf("figures of %s: the plan has no such instance", instance)
			}
			for name := range maps.Keys(row) {
				if name != experiment.FriedmanP && !slices.Contains(p.Names(), name) {
					t.Errorf("figure of %s on %s: the plan has no such contestant", name, instance)
				}
			}
		}
	})
}

// Every instance exists, and every algorithm accepts its parameters. The check needs no device.
func TestPlansCanBeRun(t *testing.T) {
	data := testkit.Data(t)
	b := (&trial{data: data}).bench()
	b.Device, b.Open = nil, once(b.Open)
	eachPlan(t, func(t *testing.T, p *experiment.Plan) {
		if p.Paper != nil && p.Paper.Command != "" {
			return
		}
		var runs []experiment.Run
		for _, sized := range []*experiment.Plan{p, p.AtFullSize()} {
			instances, err := experiment.Instances(sized.Instances, data, problems.IsName)
			if err != nil {
				t.Fatal(err)
			}
			runs = append(runs, sized.Schedule(instances)...)
		}
		if err := b.Check(runs); err != nil {
			t.Error(err)
		}
	})
}

// once wraps open so that it opens each instance only once, even if many plans use it.
func once(open func(string) (tourmaline.Problem, error)) func(string) (tourmaline.Problem, error) {
	opened := map[string]tourmaline.Problem{}
	return func(name string) (tourmaline.Problem, error) {
		if p, has := opened[name]; has {
			return p, nil
		}
		p, err := open(name)
		if err == nil {
			opened[name] = p
		}
		return p, err
	}
}

// A plan that measures time warms up, so that compilation and first touch are not in a figure.
func TestTimedPlansWarmUp(t *testing.T) {
	timed := 0
	eachPaper(t, func(t *testing.T, p *experiment.Plan) {
		if m, _ := experiment.FindMeasure(p.Paper.Measure); !m.IsTime() {
			return
		}
		timed++
		for _, r := range slices.Concat(p.Schedule(p.Instances), p.AtFullSize().Schedule(p.Instances)) {
			if r.Warmup < 1 {
				t.Errorf("%s on %s: no warm-up run", r.Contestant.Name, r.Instance)
			}
		}
	})
	if timed < 15 {
		t.Errorf("%d plans measure time", timed)
	}
}

// The program that writes docs/results.md computes the verdicts, so remarks only describe the
// experiment.
func TestRemarksContainNoVerdicts(t *testing.T) {
	verdict := regexp.MustCompile(`(?i)here too|(best|better|worse|faster|fastest|slower) (here|on)\b|is best|by far|get (better|worse)|(larger|smaller|better|worse) than the paper|too few|exactly`)
	eachPaper(t, func(t *testing.T, p *experiment.Plan) {
		if found := verdict.FindString(p.Paper.Remark); found != "" {
			t.Errorf("the remark contains the verdict %q: %s", found, p.Paper.Remark)
		}
	})
}

func TestBenchOfACommandSaysWhichOne(t *testing.T) {
	file := filepath.Join(t.TempDir(), "plan.toml")
	testkit.WriteFile(t, file, "title = \"a\"\n[paper]\ncites = \"X\"\nitem = \"Fig. 6\"\ncommand = \"go test ./x\"\n")
	_, err := (&bench{}).plan(file)
	if err == nil || !strings.Contains(err.Error(), "measure Fig. 6 by\ngo test ./x") {
		t.Errorf("error %v", err)
	}
}
