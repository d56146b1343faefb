package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// A table is the common form of the text, Markdown and HTML tables. Its fields are exported for the
// page template.
type table struct {
	Head []column
	Rows [][]string
}

// A column has a name. Columns of words are left-aligned.
type column struct {
	Name  string
	Words bool
}

func words(name string) column   { return column{name, true} }
func numbers(name string) column { return column{name, false} }

// cellTable returns a table with a row for every contestant and each of the instances on which it
// ran.
func (c *Comparison) cellTable(instances []Instance) table {
	t := table{Head: []column{
		words("instance"), words("contestant"), numbers("runs"), numbers("median" + c.unit()), numbers("mean"), numbers("95 % interval"),
		numbers("best"), numbers("worst"), numbers("sd"),
	}}
	gaps := c.Measure.Name != "gap" && slices.ContainsFunc(instances, Instance.hasGap)
	if gaps {
		t.Head = append(t.Head, numbers("gap %"))
	}
	t.Head = append(t.Head, numbers("seconds"), numbers("rank"), numbers("p"), numbers("A12"), words("verdict"))
	for _, in := range instances {
		for i, cell := range in.Cells {
			if len(cell.Records) == 0 {
				continue
			}
			row := append([]string{in.Name, c.Contestants[i], cell.runs()}, c.figures(cell)...)
			if gaps {
				row = append(row, cell.gap())
			}
			row = append(row, cell.time(), humanize.Figure(cell.Rank))
			t.Rows = append(t.Rows, append(row, cell.tested(i == c.Reference)...))
		}
	}
	return t
}

// hasGap reports whether the gap of any contestant on the instance is known.
func (in Instance) hasGap() bool {
	return slices.ContainsFunc(in.Cells, func(c Cell) bool { return c.Gap != nil })
}

func (c *Comparison) unit() string {
	if c.Measure.Unit == "" {
		return ""
	}
	return " " + c.Measure.Unit
}

// figures returns the median, the mean, the interval of the mean, the best and worst values and the
// standard deviation.
func (c *Comparison) figures(cell Cell) []string {
	s := cell.Summary
	switch len(cell.Values) {
	case 0:
		return []string{"–", "–", "–", "–", "–", "–"}
	case 1:
		v := c.figure(s.Mean)
		return []string{v, v, "–", v, v, "–"}
	}
	interval := c.figure(cell.Mean.Low) + " to " + c.figure(cell.Mean.High)
	return []string{c.figure(s.Median), c.figure(s.Mean), interval, c.figure(s.Min), c.figure(s.Max), c.figure(s.SD)}
}

// runs returns the number of runs and of failed runs.
func (c Cell) runs() string {
	if c.Failed == 0 {
		return strconv.Itoa(len(c.Records))
	}
	return fmt.Sprintf("%d, %d failed", len(c.Records), c.Failed)
}

func (c Cell) gap() string {
	if c.Gap == nil {
		return "–"
	}
	return percent(*c.Gap)
}

func (c Cell) time() string {
	if len(c.Values) == 0 {
		return "–"
	}
	return seconds(c.Seconds)
}

// tested returns p, A12 and the verdict.
func (c Cell) tested(reference bool) []string {
	switch {
	case reference:
		return []string{"", "", "reference"}
	case c.Against == nil:
		return []string{"–", "–", "not compared"}
	}
	t := c.Against
	return []string{humanize.Probability(t.Holm), strconv.FormatFloat(t.Effect.A12, 'f', 2, 64), t.String()}
}

// String returns the verdict on a contestant against the reference.
func (t *Test) String() string {
	switch t.Outcome {
	case Better:
		return "better, " + t.Effect.Size + " effect"
	case Worse:
		return "worse, " + t.Effect.Size + " effect"
	}
	return "no difference shown"
}

// overallTable returns a table with a row for every contestant, sorted by mean rank.
func (c *Comparison) overallTable() table {
	t := table{Head: []column{words("contestant"), numbers("mean rank"), numbers("better"), numbers("not shown"), numbers("worse")}}
	order := make([]int, len(c.Contestants))
	for i := range order {
		order[i] = i
	}
	ranks := c.Overall.MeanRanks
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ranks[a], ranks[b]) })
	for _, i := range order {
		row := []string{c.Contestants[i], strconv.FormatFloat(ranks[i], 'f', 2, 64), "", "", ""}
		if i != c.Reference {
			tally := c.Overall.Tallies[i]
			row = append(row[:2], strconv.Itoa(tally.Better), strconv.Itoa(tally.NotShown), strconv.Itoa(tally.Worse))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// percent formats a gap.
func percent(v float64) string { return humanize.Fixed(v, 3) }

// seconds formats a time.
func seconds(v float64) string { return humanize.Fixed(v, 2) }

// figure formats a measured value. All gaps have the same number of decimals.
func (c *Comparison) figure(v float64) string {
	if c.Measure.Unit == "%" {
		return percent(v)
	}
	return humanize.Figure(v)
}

// equation formats a p-value: p = 0.03 or p < 0.001.
func equation(p float64) string {
	text := humanize.Probability(p)
	if strings.HasPrefix(text, "<") {
		return "p " + text
	}
	return "p = " + text
}

// statistic formats a test statistic, which is infinite if all instances agree.
func statistic(v float64) string {
	if math.IsInf(v, 1) {
		return "infinite"
	}
	return humanize.Figure(v)
}
