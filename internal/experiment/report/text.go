package report

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tourmaline-opt/tourmaline/internal/experiment"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/list"
)

// Text writes a comparison for a terminal: the table of all cells, the summary over the instances,
// and the verdicts.
func Text(w io.Writer, c *Comparison) error {
	out := bufio.NewWriter(w)
	if c.Title != "" {
		fmt.Fprintf(out, "%s\n\n", c.Title)
	}
	c.cellTable(c.Instances).text(out)
	if c.Overall != nil {
		fmt.Fprintf(out, "\n%s\n\n", c.tallyHead())
		c.overallTable().text(out)
		fmt.Fprintf(out, "\n%s\n", c.overallLine())
	}
	for _, lines := range [][]string{c.Verdicts, c.Notes, c.origins()} {
		if len(lines) > 0 {
			fmt.Fprintln(out)
		}
		for _, line := range lines {
			out.WriteString(wrapped(line, 100))
		}
	}
	return out.Flush()
}

// origins returns a sentence for every version and machine in the records.
func (c *Comparison) origins() []string {
	return list.Map(c.Machines, func(m experiment.Machine) string { return "Runs of " + m.String() + "." })
}

// tallyHead returns the heading of the summary table over the instances.
func (c *Comparison) tallyHead() string {
	return fmt.Sprintf("Across instances: mean ranks by the median of the %s, and the number of instances on which each is better or worse than %s", c.Measure.Name, c.Contestants[c.Reference])
}

// overallLine returns a line with the results of the tests over the instances.
func (c *Comparison) overallLine() string {
	o := c.Overall
	line := fmt.Sprintf("%s: Friedman %s (%s)", humanize.Count(o.Instances, "instance"), humanize.Figure(o.Friedman), equation(o.ChiP))
	if o.Instances > 1 {
		line += fmt.Sprintf(", Iman-Davenport %s (%s)", statistic(o.ImanDavenport), equation(o.FP))
	}
	if len(c.Contestants) == 2 {
		return line + fmt.Sprintf(", signed-rank %s", equation(o.SignedRankP))
	}
	return line + fmt.Sprintf(", critical difference %.2f (Nemenyi, %v)", o.Difference, c.Alpha)
}

// text writes the table with its columns aligned by spaces. It omits a name that is the same as in
// the previous row.
func (t table) text(out *bufio.Writer) {
	widths := make([]int, len(t.Head))
	head := make([]string, len(t.Head))
	for i, h := range t.Head {
		head[i], widths[i] = h.Name, utf8.RuneCountInString(h.Name)
		for _, row := range t.Rows {
			widths[i] = max(widths[i], utf8.RuneCountInString(row[i]))
		}
	}
	t.line(out, head, widths)
	last := ""
	for _, row := range t.Rows {
		shown := slices.Clone(row)
		if shown[0] == last {
			shown[0] = ""
		}
		last = row[0]
		t.line(out, shown, widths)
	}
}

func (t table) line(out *bufio.Writer, cells []string, widths []int) {
	var line strings.Builder
	for i, cell := range cells {
		space := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
		if t.Head[i].Words {
			line.WriteString(cell + space)
		} else {
			line.WriteString(space + cell)
		}
		line.WriteString("  ")
	}
	out.WriteString(strings.TrimRight(line.String(), " ") + "\n")
}

// wrapped breaks a sentence into lines and indents every line after the first.
func wrapped(s string, width int) string {
	var b strings.Builder
	b.WriteString("- ")
	at := 2
	for i, word := range strings.Fields(s) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case at+1+n > width:
			b.WriteString("\n  ")
			at = 2
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += n
	}
	return b.String() + "\n"
}

// Markdown writes a comparison as tables and lists.
func Markdown(w io.Writer, c *Comparison) error {
	out := bufio.NewWriter(w)
	if c.Title != "" {
		fmt.Fprintf(out, "## %s\n\n", humanize.Markdown(c.Title))
	}
	writeList(out, c.Verdicts)
	if c.Overall != nil {
		fmt.Fprintf(out, "%s:\n\n", humanize.Markdown(c.tallyHead()))
		c.overallTable().markdown(out)
		fmt.Fprintf(out, "\n%s.\n\n", humanize.Markdown(c.overallLine()))
	}
	c.cellTable(c.Instances).markdown(out)
	fmt.Fprintln(out)
	writeList(out, c.Notes)
	writeList(out, c.origins())
	if c.Command != "" {
		code := strings.ReplaceAll(strings.TrimSuffix(c.Command, "\n"), "\n", "\n    ")
		fmt.Fprintf(out, "Made by\n\n    %s\n\n", code)
	}
	return out.Flush()
}

func writeList(out *bufio.Writer, lines []string) {
	for _, line := range lines {
		fmt.Fprintf(out, "- %s\n", humanize.Markdown(line))
	}
	if len(lines) > 0 {
		fmt.Fprintln(out)
	}
}

func (t table) markdown(out *bufio.Writer) {
	for _, h := range t.Head {
		fmt.Fprintf(out, "| %s ", h.Name)
	}
	out.WriteString("|\n")
	for _, h := range t.Head {
		if h.Words {
			out.WriteString("|---")
		} else {
			out.WriteString("|--:")
		}
	}
	out.WriteString("|\n")
	for _, row := range t.Rows {
		for _, cell := range row {
			fmt.Fprintf(out, "| %s ", humanize.Markdown(cell))
		}
		out.WriteString("|\n")
	}
}

// CSV writes a row with all figures in full precision for every instance and contestant. Missing
// figures are empty fields.
func CSV(w io.Writer, c *Comparison) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{ // out.Error reports the error
		"instance", "contestant", "runs", "failed", "measure", "median", "mean", "mean_low", "mean_high", "best", "worst", "sd",
		"gap_percent", "cost", "seconds", "rank", "p", "p_holm", "a12", "effect", "verdict",
	})
	for _, in := range c.Instances {
		for i, cell := range in.Cells {
			if len(cell.Records) == 0 {
				continue
			}
			row := []string{in.Name, c.Contestants[i], strconv.Itoa(len(cell.Records)), strconv.Itoa(cell.Failed), c.Measure.Name}
			row = append(append(row, cell.exact()...), full(cell.Rank))
			_ = out.Write(append(row, cell.exactTest(i == c.Reference)...))
		}
	}
	out.Flush()
	return out.Error()
}

// exact returns the columns from the median to the seconds, in full precision.
func (c Cell) exact() []string {
	row := make([]string, 10)
	if len(c.Values) == 0 {
		return row
	}
	s := c.Summary
	for i, v := range []float64{s.Median, s.Mean, math.NaN(), math.NaN(), s.Min, s.Max, math.NaN(), math.NaN(), c.Cost, c.Seconds} {
		row[i] = full(v)
	}
	if len(c.Values) > 1 {
		row[2], row[3], row[6] = full(c.Mean.Low), full(c.Mean.High), full(s.SD)
	}
	if c.Gap != nil {
		row[7] = full(*c.Gap)
	}
	return row
}

func (c Cell) exactTest(reference bool) []string {
	if t := c.Against; t != nil {
		return []string{full(t.P), full(t.Holm), full(t.Effect.A12), t.Effect.Size, t.String()}
	}
	return []string{"", "", "", "", c.tested(reference)[2]}
}

// full formats a number with all its digits.
func full(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
