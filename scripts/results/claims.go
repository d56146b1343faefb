package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/internal/experiment/report"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// An outcome says what tests of a claim show, by instance.
type outcome struct {
	claim                     experiment.Claim
	holds, reversed, notShown []string
}

// claims tests the claims of the paper on every instance. It returns nothing if the records do not
// permit tests.
func (g *grid) claims() (all []outcome, err error) {
	if len(g.records) == 0 || g.sharesSeeds() {
		return nil, nil
	}
	records := g.judged()
	for _, c := range g.paper.Claims {
		about := slices.DeleteFunc(slices.Clone(records), func(r experiment.Record) bool {
			return !c.About(r.Instance) || r.Contestant != c.Better && r.Contestant != c.Worse
		})
		if about = completePairs(about); !compared(about) {
			continue
		}
		o, err := decide(c, about, g.measure.Name)
		if err != nil {
			return nil, err
		}
		all = append(all, o)
	}
	return all, nil
}

// decide tests a claim. The tests on all instances are adjusted together.
func decide(c experiment.Claim, records []experiment.Record, measure string) (o outcome, err error) {
	found, err := report.Compare(records, report.Options{Measure: measure, Contestants: []string{c.Better, c.Worse}, Against: c.Worse})
	if err != nil {
		return o, err
	}
	var names []string
	var tests []*report.Test
	for _, in := range found.Instances {
		if t := in.Cells[0].Against; t != nil {
			names, tests = append(names, in.Name), append(tests, t)
		}
	}
	if err := report.Adjust(tests, found.Alpha); err != nil {
		return o, err
	}
	o.claim = c
	for i, t := range tests {
		on := map[report.Outcome]*[]string{report.Better: &o.holds, report.Worse: &o.reversed, report.NotShown: &o.notShown}[t.Outcome]
		*on = append(*on, names[i])
	}
	return o, nil
}

// String returns what the tests show.
func (o outcome) String() string {
	all := len(o.holds) + len(o.reversed) + len(o.notShown)
	if all == 1 {
		switch {
		case len(o.holds) == 1:
			return "holds"
		case len(o.reversed) == 1:
			return "the reverse holds"
		}
		return "no difference shown"
	}
	var parts []string
	for _, part := range []struct {
		says string
		on   []string
	}{{"holds on", o.holds}, {"the reverse holds on", o.reversed}, {"no difference shown on", o.notShown}} {
		switch n := len(part.on); {
		case n == all:
			parts = append(parts, fmt.Sprintf("%s all %d instances", part.says, all))
		case n > 0:
			parts = append(parts, fmt.Sprintf("%s %s", part.says, strings.Join(part.on, ", ")))
		}
	}
	return strings.Join(parts, "; ")
}

// summary writes a table of the claims of a paper and what our runs show.
func summary(w *strings.Builder, plans []plan, records archive) error {
	var rows []string
	for _, p := range plans {
		g, size := newGrid(p.AtFullSize(), records), ", full size"
		if short := newGrid(p.Plan, records); len(short.keys) > len(g.keys) || p.Full == nil {
			g, size = short, ""
		}
		all, err := g.claims()
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		for _, o := range all {
			runs := humanize.Number(float64(g.fewest))
			if g.most > g.fewest {
				runs += " to " + humanize.Number(float64(g.most))
			}
			rows = append(rows, fmt.Sprintf("| %s | %s | %s%s | %s |\n", p.Paper.Item, o.claim, runs, size, o))
		}
	}
	if len(rows) > 0 {
		fmt.Fprintf(w, "\n| table or figure | claim of the paper | runs | our runs |\n|---|---|---|---|\n%s", strings.Join(rows, ""))
	}
	return nil
}
