// Package manual generates command help: usage messages, the reference, and manual pages.
package manual

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A Section is a group of flags with a common purpose.
type Section struct {
	Title string
	Flags []string
}

// A Layout returns the sections for the flags of a command.
type Layout func(*cobra.Command) []Section

// Width is the line length of a usage message.
const Width = 100

// fewFlags is the maximum number of flags that are shown without sections.
const fewFlags = 12

// Usage returns the part of the --help output below the description.
func (l Layout) Usage(c *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Usage:\n  %s\n", c.UseLine())
	if c.HasExample() {
		fmt.Fprintf(&b, "\nExamples:\n%s\n", c.Example)
	}
	writeCommands(&b, c)
	for _, s := range l.sections(c) {
		set := pflag.NewFlagSet("", pflag.ContinueOnError)
		set.SortFlags = false
		for _, f := range s.flags {
			set.AddFlag(f)
		}
		fmt.Fprintf(&b, "\n%s:\n%s", s.title, set.FlagUsagesWrapped(Width))
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\nUse '%s COMMAND --help' for more information about a command.\n", c.CommandPath())
	}
	return b.String()
}

// help returns the complete --help output.
func (l Layout) help(c *cobra.Command) string {
	return strings.TrimSpace(description(c)) + "\n\n" + l.Usage(c)
}

func description(c *cobra.Command) string { return cmp.Or(c.Long, c.Short) }

func writeCommands(b *strings.Builder, c *cobra.Command) {
	list := func(title, group string) {
		var lines []string
		for _, sub := range available(c) {
			if sub.GroupID == group {
				lines = append(lines, fmt.Sprintf("  %-11s %s\n", sub.Name(), sub.Short))
			}
		}
		if len(lines) > 0 {
			fmt.Fprintf(b, "\n%s:\n%s", title, strings.Join(lines, ""))
		}
	}
	for _, g := range c.Groups() {
		list(g.Title, g.ID)
	}
	list("Commands", "")
}

// Reference returns the help of a command and its subcommands as a Markdown page.
func (l Layout) Reference(root *cobra.Command) string {
	var b strings.Builder
	b.WriteString("# Reference\n\nThe `--help` text of every command. `make docs` writes this page and the manual pages in [man](man).\n")
	for _, c := range Commands(root) {
		fmt.Fprintf(&b, "\n## %s\n\n```\n%s```\n", c.CommandPath(), l.help(c))
	}
	return b.String()
}

// Commands returns a command and all its subcommands, recursively. It omits the subcommands of
// completion, which cobra documents.
func Commands(c *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{c}
	if c.Name() == "completion" {
		return all
	}
	for _, sub := range available(c) {
		all = append(all, Commands(sub)...)
	}
	return all
}

// available returns the direct subcommands that are not hidden.
func available(c *cobra.Command) []*cobra.Command {
	hidden := func(sub *cobra.Command) bool { return !sub.IsAvailableCommand() }
	return slices.DeleteFunc(slices.Clone(c.Commands()), hidden)
}

// A flagSection contains the flags of a command that belong to a section.
type flagSection struct {
	title string
	flags []*pflag.Flag
}

// sections groups the flags of a command in section order. Flags without a section come last.
func (l Layout) sections(c *cobra.Command) []flagSection {
	rest := flagsOf(c)
	if len(rest) <= fewFlags {
		return []flagSection{{"Flags", rest}}
	}
	var all []flagSection
	for _, s := range l(c) {
		var found []*pflag.Flag
		for _, name := range s.Flags {
			if i := slices.IndexFunc(rest, func(f *pflag.Flag) bool { return f.Name == name }); i >= 0 {
				found = append(found, rest[i])
				rest = slices.Delete(rest, i, i+1)
			}
		}
		if len(found) > 0 {
			all = append(all, flagSection{s.Title, found})
		}
	}
	return append(all, flagSection{"Other", rest})
}

// flagsOf returns the visible flags of a command.
func flagsOf(c *cobra.Command) (list []*pflag.Flag) {
	c.InitDefaultHelpFlag()
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			list = append(list, f)
		}
	})
	return list
}

// Ungrouped returns the flags of a command, except --help, that belong to no section. If the
// command is shown without sections, it returns nil.
func (l Layout) Ungrouped(c *cobra.Command) (names []string) {
	all := l.sections(c)
	if len(all) == 1 {
		return nil
	}
	for _, f := range all[len(all)-1].flags {
		if f.Name != "help" {
			names = append(names, f.Name)
		}
	}
	return names
}
