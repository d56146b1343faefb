package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

const head = `# Results

This page compares the papers' figures with our measurements. ` + "`make results`" + ` generates it from
the plans in [plans](../plans) and the records in plans/results; do not edit it by hand.

` + "```sh" + `
tourmaline bench plans/NAME.toml --data DATA --no-solutions -o plans/results/NAME.ndjson
tourmaline bench plans/NAME.toml --full --data DATA --no-solutions -o plans/results/NAME-full.ndjson
` + "```" + `

The paper's figures are in parentheses. Where times matter, runs on a machine that was busy with other
programs are omitted. A star marks a figure that comes only from such runs: its time is too long, or its
gap is too large. A dagger marks the time of a run on a device without a warm-up run before it, which
may include the compilation of kernels. Costs after a fixed number of steps do not depend on the load.

The verdict under a table is computed: it compares the contestant that has the best mean rank with
each of the others, by the rank-sum test or, for paired runs, by the signed-rank test, adjusted by
Holm's method for the tests on one instance. A difference counts as shown if p is at most 0.05. A12 is
the probability that a run of the better contestant is better than a run of the other one.
The table under the name of a paper lists those of its claims that a test can decide: "A < B" means that
A has smaller values than B, that is, better tours or shorter times. Each claim is tested on every
instance by the same tests, adjusted by Holm's method for the instances.
"The paper" introduces what the paper found, and the last paragraph of a section contains the
differences between the paper's experiment and ours.
`

// write writes the page.
func write(w *strings.Builder, plans []plan, records archive) error {
	fmt.Fprint(w, head)
	paper := ""
	for _, p := range plans {
		if p.Paper.Cites != paper {
			paper = p.Paper.Cites
			fmt.Fprintf(w, "\n## [%s]\n", paper)
			if err := summary(w, of(plans, paper), records); err != nil {
				return err
			}
		}
		if err := section(w, p, records); err != nil {
			return err
		}
	}
	return nil
}

// of returns the plans of a paper.
func of(plans []plan, paper string) []plan {
	return slices.DeleteFunc(slices.Clone(plans), func(p plan) bool { return p.Paper.Cites != paper })
}

// section writes the section of one plan.
func section(w *strings.Builder, p plan, records archive) error {
	fmt.Fprintf(w, "\n### %s: %s\n\nThe paper: %s [%s](../plans/%[4]s.toml)\n", p.Paper.Item, p.Title, p.About, p.name)
	switch command := p.Paper.Command; {
	case command != "":
		fmt.Fprintf(w, "\n```sh\n%s\n```\n", command)
	default:
		if err := tables(w, newGrid(p.Plan, records), newGrid(p.AtFullSize(), records)); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	if p.Paper.Remark != "" {
		fmt.Fprintf(w, "\n%s\n", p.Paper.Remark)
	}
	return nil
}

// tables writes the figures of both sizes without repeating runs that belong to both.
func tables(w *strings.Builder, short, full *grid) error {
	switch {
	case len(short.keys)+len(full.keys) == 0:
		fmt.Fprint(w, "\nNot run yet.\n")
		return nil
	case full.within(short):
		return table(w, "", short)
	case short.within(full):
		return table(w, "At full size: ", full)
	}
	return errors.Join(table(w, "", short), table(w, "At full size: ", full))
}

// table writes a grid and the verdict on it. The longer dimension becomes the rows.
func table(w *strings.Builder, size string, g *grid) error {
	fmt.Fprintf(w, "\n%s%s.\n\n", size, g.caption())
	rows, columns := g.titles()
	value := g.entry
	corner := "instance"
	if len(columns) > len(rows) {
		rows, columns, corner = columns, rows, "contestant"
		value = func(row, column string) string { return g.entry(column, row) }
	}
	fmt.Fprintf(w, "| %s | %s |\n|---|%s\n", corner, strings.Join(columns, " | "), strings.Repeat("---|", len(columns)))
	for _, row := range rows {
		fmt.Fprintf(w, "| %s |", row)
		for _, column := range columns {
			fmt.Fprintf(w, " %s |", value(row, column))
		}
		fmt.Fprintln(w)
	}
	text, err := g.verdict()
	if err != nil {
		return err
	}
	if text != "" {
		fmt.Fprintf(w, "\n%s\n", text)
	}
	fmt.Fprintf(w, "\n%s\n", origin(g))
	return nil
}

// titles returns the instances and contestants, including the additional rows and columns of the
// paper's figures.
func (g *grid) titles() (instances, contestants []string) {
	instances, contestants = slices.Clone(g.instances), slices.Clone(g.contestants)
	if _, has := g.paper.Figures[experiment.AllInstances]; has {
		instances = append(instances, experiment.AllInstances)
	}
	for _, row := range g.paper.Figures {
		if _, has := row[experiment.FriedmanP]; has {
			return instances, append(contestants, experiment.FriedmanP)
		}
	}
	return instances, contestants
}

// entry returns a figure, followed by the paper's figure in parentheses.
func (g *grid) entry(instance, contestant string) string {
	v, disturbed, has := g.at(instance, contestant)
	if !has {
		return ""
	}
	text := number(v)
	if disturbed {
		text += "*"
	}
	if c := g.cells[place{instance, contestant}]; c != nil && c.cold {
		text += "†"
	}
	if theirs, has := g.paper.Figures[instance][contestant]; has {
		text += " (" + humanize.Number(theirs) + ")"
	}
	return text
}

// caption returns a description of the figures.
func (g *grid) caption() string {
	text := g.measure.Says
	if g.measure.Unit != "" && !strings.Contains(text, "econds") {
		text += " in " + g.measure.Unit
	}
	text = strings.ToUpper(text[:1]) + text[1:]
	switch {
	case g.most == 1:
		text += ", one run"
	case g.fewest == g.most:
		text += fmt.Sprintf(", %s of %d runs", g.summary(), g.most)
	default:
		text += fmt.Sprintf(", %s of %d to %d runs", g.summary(), g.fewest, g.most)
	}
	if len(g.limits) == 1 {
		text += limit(g.limits[0])
	}
	return text
}

// limit describes the limit of a run. It is an upper limit, because a run stops early at a known
// optimum.
func limit(l experiment.Limits) string {
	switch {
	case l.Time > 0:
		return ", at most " + humanize.Duration(l.Time.Seconds()) + " each"
	case l.Steps.PerCity:
		return ", at most " + l.Steps.String() + " steps each"
	case l.Steps.Factor == 1:
		return ", one step each"
	case l.Steps.Factor > 0:
		return ", at most " + humanize.Number(l.Steps.Factor) + " steps each"
	}
	return ""
}

// number formats v with three significant digits, and whole numbers in full.
func number(v float64) string {
	if v == 0 {
		return "0"
	}
	decimals := 2 - int(math.Floor(math.Log10(math.Abs(v))))
	if v == math.Trunc(v) {
		decimals = 0
	}
	return humanize.Thousands(v, min(max(decimals, 0), 4))
}

// natural compares names so that table2 comes before table10.
func natural(a, b string) int {
	for a != "" && b != "" {
		x, y := chunk(a), chunk(b)
		a, b = a[len(x):], b[len(y):]
		m, err1 := strconv.Atoi(x)
		n, err2 := strconv.Atoi(y)
		if err1 == nil && err2 == nil {
			if c := cmp.Compare(m, n); c != 0 {
				return c
			}
			continue
		}
		if c := strings.Compare(x, y); c != 0 {
			return c
		}
	}
	return strings.Compare(a, b)
}

// chunk returns the leading number of a name or, if the name does not start with a digit, its first
// byte.
func chunk(name string) string {
	digits := len(name) - len(strings.TrimLeft(name, "0123456789"))
	return name[:max(digits, 1)]
}
