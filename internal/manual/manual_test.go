package manual

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// manyFlags returns a command with so many flags that sections are needed.
func manyFlags() *cobra.Command {
	c := &cobra.Command{Use: "many", Short: "Has many flags", Run: func(*cobra.Command, []string) {}}
	for i := range fewFlags + 1 {
		c.Flags().Bool("flag-"+string(rune('a'+i)), false, "usage")
	}
	return c
}

var someSections = Layout(func(*cobra.Command) []Section {
	return []Section{{"Second", []string{"flag-b"}}, {"First", []string{"flag-a", "unknown"}}, {"Empty", []string{"other"}}}
})

// Sections are in order, and every flag is shown exactly once.
func TestSections(t *testing.T) {
	c := manyFlags()
	var titles []string
	seen := map[string]int{}
	for _, s := range someSections.sections(c) {
		titles = append(titles, s.title)
		for _, f := range s.flags {
			seen[f.Name]++
		}
	}
	if !slices.Equal(titles, []string{"Second", "First", "Other"}) {
		t.Errorf("%q", titles)
	}
	for _, f := range flagsOf(c) {
		if seen[f.Name] != 1 {
			t.Errorf("--%s is shown %d times", f.Name, seen[f.Name])
		}
	}
	if rest := someSections.Ungrouped(c); len(rest) != fewFlags-1 || slices.Contains(rest, "help") {
		t.Errorf("in no section: %q", rest)
	}
}

func TestUsageOfACommandWithFewFlags(t *testing.T) {
	c := &cobra.Command{Use: "few", Short: "Has few flags", Example: "  few --a", Run: func(*cobra.Command, []string) {}}
	c.Flags().Bool("a", false, "the only one")
	got := someSections.Usage(c)
	for _, want := range []string{"Usage:\n  few [flags]\n", "Examples:\n  few --a\n", "\nFlags:\n", "the only one"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
}

func TestRoff(t *testing.T) {
	if got, want := roff(".a -b\n'c \\d"), "\\&.a \\-b\n\\&'c \\ed"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// family returns a command with two subcommands, one of them in a group, and a hidden one.
func family() (root, visible, grouped *cobra.Command) {
	run := func(*cobra.Command, []string) {}
	root = &cobra.Command{Use: "tool", Short: "Does things", Long: "Does things.\n\n  tool grow\n\nMore - text."}
	visible = &cobra.Command{Use: "grow", Short: "Grows", Example: "  tool grow -n 3", Run: run}
	grouped = &cobra.Command{Use: "shrink", Short: "Shrinks", GroupID: "less", Run: run}
	hidden := &cobra.Command{Use: "secret", Short: "Is hidden", Hidden: true, Run: run}
	root.AddGroup(&cobra.Group{ID: "less", Title: "Less"}, &cobra.Group{ID: "empty", Title: "Empty"})
	root.AddCommand(visible, grouped, hidden)
	visible.Flags().IntP("number", "n", 5, "the `COUNT` of things")
	visible.Flags().String("name", "", "a name")
	visible.Flags().Int("stated", 7, "a number (default seven)")
	visible.Flags().Bool("concealed", false, "hidden")
	_ = visible.Flags().MarkHidden("concealed")
	return root, visible, grouped
}

func TestUsageOfACommandWithSubcommands(t *testing.T) {
	root, _, _ := family()
	got := someSections.Usage(root)
	want := "\nLess:\n  shrink      Shrinks\n\nCommands:\n  grow        Grows\n\nFlags:\n  -h, --help   help for tool\n\n" +
		"Use 'tool COMMAND --help' for more information about a command.\n"
	if !strings.HasPrefix(got, "Usage:\n  tool\n") || !strings.HasSuffix(got, want) {
		t.Errorf("%s\nexpected the end\n%s", got, want)
	}
}

func TestReference(t *testing.T) {
	root, visible, _ := family()
	got := someSections.Reference(root)
	for _, want := range []string{
		"# Reference\n\n",
		"\n## tool\n\n```\nDoes things.\n\n  tool grow\n\nMore - text.\n\nUsage:\n",
		"\n## tool grow\n\n```\nGrows\n\nUsage:\n  tool grow [flags]\n\nExamples:\n  tool grow -n 3\n\nFlags:\n",
		"\n## tool shrink\n\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%s\nlacks\n%s", got, want)
		}
	}
	if strings.Contains(got, "secret") || strings.Contains(got, "concealed") {
		t.Errorf("shows what is hidden:\n%s", got)
	}
	if rest := someSections.Ungrouped(visible); rest != nil {
		t.Errorf("a command without sections has the ungrouped flags %q", rest)
	}
}

// The subcommands of completion are documented by cobra.
func TestCommandsOfCompletion(t *testing.T) {
	run := func(*cobra.Command, []string) {}
	root, completion := &cobra.Command{Use: "tool"}, &cobra.Command{Use: "completion"}
	completion.AddCommand(&cobra.Command{Use: "bash", Run: run})
	root.AddCommand(completion)
	if all := Commands(root); len(all) != 2 || all[1] != completion {
		t.Errorf("%d commands, expected 2", len(all))
	}
}

func TestPages(t *testing.T) {
	root, _, _ := family()
	pages := someSections.Pages(root)
	if len(pages) != 3 {
		t.Errorf("%d pages, expected 3", len(pages))
	}
	for name, parts := range map[string][]string{
		"tool.1": {
			".TH TOOL 1 \"\" Tourmaline \"User Commands\"\n.SH NAME\ntool \\- Does things\n.SH SYNOPSIS\n.B tool\n.SH DESCRIPTION\n",
			"\n.PP\nDoes things.\n.PP\n.EX\n  tool grow\n.EE\n.PP\nMore \\- text.\n",
			".SH COMMANDS\n.TP\n.BR tool\\-grow (1)\nGrows\n.TP\n.BR tool\\-shrink (1)\nShrinks\n.SH OPTIONS\n.SS Flags\n",
			".SH \"SEE ALSO\"\n.BR tool\\-grow (1),\n.BR tool\\-shrink (1)\n",
		},
		"tool-grow.1": {
			".TP\n.B \\-n, \\-\\-number \\fICOUNT\\fP\nthe COUNT of things (default 5)\n",
			".TP\n.B \\-\\-name \\fIstring\\fP\na name\n",
			".TP\n.B \\-\\-stated \\fIint\\fP\na number (default seven)\n",
			".TP\n.B \\-h, \\-\\-help\nhelp for grow\n.TP\n",
			".SH EXAMPLES\n.EX\n  tool grow \\-n 3\n.EE\n",
		},
		"tool-shrink.1": {".SH DESCRIPTION\n.PP\nShrinks\n.SH OPTIONS\n"},
	} {
		for _, want := range parts {
			if !strings.Contains(pages[name], want) {
				t.Errorf("%s:\n%s\nlacks\n%s", name, pages[name], want)
			}
		}
	}
	if strings.Contains(pages["tool-grow.1"], "concealed") || strings.Contains(pages["tool-shrink.1"], "COMMANDS") || strings.Contains(pages["tool-shrink.1"], "EXAMPLES") {
		t.Errorf("too much in\n%s\n%s", pages["tool-grow.1"], pages["tool-shrink.1"])
	}
}

// A command has sections from 13 flags on. --help is one of them.
func TestFewFlagsNeedNoSections(t *testing.T) {
	for n, want := range map[int]string{fewFlags - 1: "Flags", fewFlags: "Second"} {
		c := &cobra.Command{Use: "some", Run: func(*cobra.Command, []string) {}}
		for i := range n {
			c.Flags().Bool("flag-"+string(rune('a'+i)), false, "usage")
		}
		if got := someSections.sections(c)[0].title; got != want {
			t.Errorf("%d flags and --help: the first section is %s, expected %s", n, got, want)
		}
	}
}
