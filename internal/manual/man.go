package manual

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/tourmaline-opt/tourmaline/internal/list"
)

// Pages returns the manual pages of a command and its subcommands, keyed by file name.
func (l Layout) Pages(root *cobra.Command) map[string]string {
	pages := map[string]string{}
	for _, c := range Commands(root) {
		pages[pageName(c)+".1"] = l.page(c, root)
	}
	return pages
}

func pageName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// page returns a manual page in roff format. The page has no date, so that it changes only if the
// command does.
func (l Layout) page(c, root *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" Tourmaline \"User Commands\"\n", strings.ToUpper(pageName(c)))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(pageName(c)), roff(c.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n", roff(c.UseLine()))
	b.WriteString(".SH DESCRIPTION\n")
	writeParagraphs(&b, description(c))
	if c.HasAvailableSubCommands() {
		b.WriteString(".SH COMMANDS\n")
		for _, sub := range available(c) {
			fmt.Fprintf(&b, ".TP\n.BR %s (1)\n%s\n", roff(pageName(sub)), roff(sub.Short))
		}
	}
	b.WriteString(".SH OPTIONS\n")
	for _, s := range l.sections(c) {
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

// seeAlso lists the other manual pages.
func seeAlso(c, root *cobra.Command) string {
	others := slices.DeleteFunc(Commands(root), func(other *cobra.Command) bool { return other == c })
	return strings.Join(list.Map(others, func(other *cobra.Command) string {
		return fmt.Sprintf(".BR %s (1)", roff(pageName(other)))
	}), ",\n") + "\n"
}

// writeParagraphs writes text, with indented paragraphs as code.
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

// roff escapes text for a manual page.
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
