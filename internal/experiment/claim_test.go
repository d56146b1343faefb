package experiment_test

import (
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/experiment"
)

// A plan accepts claims about its contestants and instances, and names what is wrong with others.
func TestClaims(t *testing.T) {
	plan := func(claims string) (*experiment.Plan, error) {
		return experiment.ReadPlan(strings.NewReader(`
title = "Two"
instances = ["a.tsp"]
runs = 2
steps = 3
[[contestant]]
name = "n(n-1)/2, GPU"
algorithm = "ils"
[[contestant]]
algorithm = "mmas"
[full]
instances = ["b.tsp.gz"]
[paper]
cites = "X20"
item = "Table 1"
measure = "gap"
claims = [`+claims+`]
`), "plan.toml")
	}
	for text, want := range map[string]string{
		`"mmas < n(n-1)/2, GPU"`:         "",
		`"n(n-1)/2, GPU < mmas on b, a"`: "",
		`"mmas"`:                         `claim "mmas": expected CONTESTANT < CONTESTANT`,
		`" < mmas"`:                      `claim " < mmas": expected`,
		`"mmas < ils"`:                   `claim "mmas < ils": the plan contains no contestant "ils"`,
		`"mmas < n(n-1)/2, GPU on c"`:    `the plan contains no instance "c"`,
	} {
		p, err := plan(text)
		switch {
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v, expected %q", text, err, want)
		case want == "" && err != nil:
			t.Errorf("%s: %v", text, err)
		case want == "" && `"`+p.Paper.Claims[0].String()+`"` != text:
			t.Errorf("%s was read as %s", text, p.Paper.Claims[0])
		}
	}
	p, err := plan(`"n(n-1)/2, GPU < mmas on b", "mmas < n(n-1)/2, GPU"`)
	if err != nil {
		t.Fatal(err)
	}
	if c := p.Paper.Claims; c[0].About("a") || !c[0].About("b") || !c[1].About("a") {
		t.Errorf("claims %v", c)
	}
}
