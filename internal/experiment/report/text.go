package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// Text writes a comparison for a terminal: the table of all cells, the summary over the
// instances, and the verdicts.
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
	for _, lines := range [][]string{c.Verdicts, c.Notes} {
		if len(lines) > 0 {
			fmt.Fprintln(out)
		}
		for _, line := range lines {
			out.WriteString(wrapped(line, 100))
		}
	}
	return out.Flush()
}

// tallyHead returns the heading of the summary table over the instances.
func (c *Comparison) tallyHead() string {
	return fmt.Sprintf("Over instances: mean ranks by the median of the %s, and on how many each is better or worse than %s", c.Measure.Name, c.Contestants[c.Reference])
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
	at := 0
	for i, word := range strings.Fields(s) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
			b.WriteString("- ")
			at = 2
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
		fmt.Fprintf(out, "## %s\n\n", escapeMarkdown(c.Title))
	}
	writeList(out, c.Verdicts)
	if c.Overall != nil {
		fmt.Fprintf(out, "%s:\n\n", escapeMarkdown(c.tallyHead()))
		c.overallTable().markdown(out)
		fmt.Fprintf(out, "\n%s.\n\n", escapeMarkdown(c.overallLine()))
	}
	c.cellTable(c.Instances).markdown(out)
	fmt.Fprintln(out)
	writeList(out, c.Notes)
	if c.Command != "" {
		code := strings.ReplaceAll(strings.TrimSuffix(c.Command, "\n"), "\n", "\n    ")
		fmt.Fprintf(out, "Made by\n\n    %s\n\n", code)
	}
	return out.Flush()
}

func writeList(out *bufio.Writer, lines []string) {
	for _, line := range lines {
		fmt.Fprintf(out, "- %s\n", escapeMarkdown(line))
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
			fmt.Fprintf(out, "| %s ", escapeMarkdown(cell))
		}
		out.WriteString("|\n")
	}
}

// escapeMarkdown escapes the characters of a name that Markdown would interpret.
func escapeMarkdown(s string) string {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "<", "&lt;", "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`).Replace(s)
}
