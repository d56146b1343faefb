package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Reference is the help of a command and of those below it, as a page in Markdown.
func Reference(root *cobra.Command) string {
	var b strings.Builder
	b.WriteString("# Reference\n\nWhat `--help` says of every command; `make docs` writes this page and the manual pages in [man](man).\n")
	for _, c := range documented(root) {
		fmt.Fprintf(&b, "\n## %s\n\n```\n%s```\n", c.CommandPath(), helpText(c))
	}
	return b.String()
}

// Manuals are the manual pages of a command and of those below it, by file name.
func Manuals(root *cobra.Command) map[string]string {
	pages := map[string]string{}
	for _, c := range documented(root) {
		pages[manualName(c)+".1"] = manual(c, root)
	}
	return pages
}

// documented are the commands that are written about: a command and all below it, but for
// the shells of completion, which cobra explains.
func documented(c *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{c}
	if c.Name() == "completion" {
		return all
	}
	for _, sub := range available(c) {
		all = append(all, documented(sub)...)
	}
	return all
}

// available are the commands right below one.
func available(c *cobra.Command) (list []*cobra.Command) {
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			list = append(list, sub)
		}
	}
	return list
}

// helpText is what --help prints.
func helpText(c *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", strings.TrimSpace(description(c)))
	writeUsage(&b, c)
	return b.String()
}

func description(c *cobra.Command) string {
	if c.Long != "" {
		return c.Long
	}
	return c.Short
}

func manualName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// manual is a page in the language of man. It has no date, so that it changes only with
// the command.
func manual(c, root *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" Tourmaline \"User Commands\"\n", strings.ToUpper(manualName(c)))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(manualName(c)), roff(c.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n", roff(c.UseLine()))
	b.WriteString(".SH DESCRIPTION\n")
	writeParagraphs(&b, description(c))
	if c.HasAvailableSubCommands() {
		b.WriteString(".SH COMMANDS\n")
		for _, sub := range available(c) {
			fmt.Fprintf(&b, ".TP\n.BR %s (1)\n%s\n", roff(manualName(sub)), roff(sub.Short))
		}
	}
	b.WriteString(".SH OPTIONS\n")
	for _, s := range flagSections(c) {
		fmt.Fprintf(&b, ".SS %s\n", roff(s.title))
		for _, f := range s.flags {
			writeOption(&b, f)
		}
	}
	if c.HasExample() {
		fmt.Fprintf(&b, ".SH EXAMPLES\n.EX\n%s\n.EE\n", roff(c.Example))
	}
	b.WriteString(".SH \"SEE ALSO\"\n")
	b.WriteString(seeAlso(c, root))
	return b.String()
}

// seeAlso lists the other pages.
func seeAlso(c, root *cobra.Command) string {
	var names []string
	for _, other := range documented(root) {
		if other != c {
			names = append(names, fmt.Sprintf(".BR %s (1)", roff(manualName(other))))
		}
	}
	return strings.Join(names, ",\n") + "\n"
}

// writeParagraphs keeps indented lines, which are commands, as they are.
func writeParagraphs(b *strings.Builder, text string) {
	for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		if strings.HasPrefix(paragraph, " ") {
			fmt.Fprintf(b, ".PP\n.EX\n%s\n.EE\n", roff(paragraph))
			continue
		}
		fmt.Fprintf(b, ".PP\n%s\n", roff(paragraph))
	}
}

func writeOption(b *strings.Builder, f *pflag.Flag) {
	value, text := pflag.UnquoteUsage(f)
	name := "--" + f.Name
	if f.Shorthand != "" {
		name = "-" + f.Shorthand + ", " + name
	}
	fmt.Fprintf(b, ".TP\n.B %s", roff(name))
	if value != "" {
		fmt.Fprintf(b, " \\fI%s\\fP", roff(value))
	}
	if !strings.Contains(text, "(default") && !slices.Contains([]string{"", "0", "0s", "false", "[]"}, f.DefValue) {
		text += " (default " + f.DefValue + ")"
	}
	fmt.Fprintf(b, "\n%s\n", roff(text))
}

// roff escapes what man would take for its own.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
