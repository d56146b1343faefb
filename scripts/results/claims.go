package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/internal/experiment/stats"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// alpha is the largest p that shows a difference.
const alpha = 0.05

// An outcome says what tests of a claim show, by instance.
type outcome struct {
	claim                     experiment.Claim
	holds, reversed, notShown []string
}

// claims tests the claims of the paper on every instance. The tests of one claim are adjusted by
// Holm's method. It returns nothing if the records do not permit tests.
func (g *grid) claims() (all []outcome, err error) {
	if len(g.records) == 0 || g.sharesSeeds() {
		return nil, nil
	}
	for _, c := range g.paper.Claims {
		o, err := g.decide(c)
		if err != nil {
			return nil, err
		}
		if len(o.holds)+len(o.reversed)+len(o.notShown) > 0 {
			all = append(all, o)
		}
	}
	return all, nil
}

func (g *grid) decide(c experiment.Claim) (o outcome, err error) {
	o.claim = c
	var names []string
	var ps, effects []float64
	for _, name := range g.instances {
		a, b, ok := g.samples(c, name)
		if !ok {
			continue
		}
		p, effect, err := g.test(a, b)
		if err != nil {
			return o, err
		}
		names, ps, effects = append(names, name), append(ps, p), append(effects, effect)
	}
	adjusted, err := stats.Holm(ps)
	if err != nil {
		return o, err
	}
	for i, name := range names {
		switch {
		case adjusted[i] > alpha:
			o.notShown = append(o.notShown, name)
		case effects[i] < 0.5:
			o.holds = append(o.holds, name)
		default:
			o.reversed = append(o.reversed, name)
		}
	}
	return o, nil
}

// samples returns the values of both contestants of a claim on an instance, in the order of the
// runs. Without enough undisturbed runs, it returns false.
func (g *grid) samples(c experiment.Claim, instance string) (a, b []float64, ok bool) {
	better, worse := g.cells[place{instance, c.Better}], g.cells[place{instance, c.Worse}]
	if better == nil || worse == nil || !c.About(instance) {
		return nil, nil, false
	}
	for _, cell := range []*cell{better, worse} {
		if _, disturbed := cell.values(); disturbed {
			return nil, nil, false
		}
	}
	if !g.records[0].Paired {
		a, _ = better.values()
		b, _ = worse.values()
		return a, b, true
	}
	for _, run := range slices.Sorted(maps.Keys(better.byRun)) {
		if other, made := worse.byRun[run]; made {
			a, b = append(a, better.byRun[run]), append(b, other)
		}
	}
	return a, b, len(a) > 0
}

// test returns the p-value of a difference and the probability that a value of a is larger than one
// of b.
func (g *grid) test(a, b []float64) (p, effect float64, err error) {
	e, err := stats.VarghaDelaney(a, b)
	if err != nil {
		return 0, 0, err
	}
	if g.records[0].Paired {
		_, p, err = stats.SignedRank(a, b)
	} else {
		_, p, err = stats.RankSum(a, b)
	}
	return p, e.A12, err
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
