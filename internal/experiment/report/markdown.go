package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

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
		fmt.Fprintf(out, "Made by\n\n%s\n", indented(c.Command))
	}
	return out.Flush()
}

// indented returns a text as a Markdown code block, indented by four spaces.
func indented(code string) string {
	var b strings.Builder
	for line := range strings.Lines(code) {
		b.WriteString("    " + strings.TrimRight(line, "\n") + "\n")
	}
	return b.String()
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
