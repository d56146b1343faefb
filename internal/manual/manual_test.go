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
