package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func commandsOf(t *testing.T) []*cobra.Command {
	t.Helper()
	all := documented(newRoot(streams{}))[1:]
	if len(all) < 10 {
		t.Fatalf("%d commands", len(all))
	}
	return all
}

// A flag that is new needs a place in --help.
func TestEveryFlagHasASection(t *testing.T) {
	grouped := 0
	for _, c := range commandsOf(t) {
		all := flagSections(c)
		if len(all) == 1 {
			continue
		}
		grouped++
		for _, f := range all[len(all)-1].flags {
			if f.Name != "help" {
				t.Errorf("%s --%s belongs to no section of --help", c.Name(), f.Name)
			}
		}
	}
	if grouped == 0 {
		t.Error("no command has sections")
	}
}

// No flag is shown twice or left out.
func TestHelpShowsEveryFlagOnce(t *testing.T) {
	for _, c := range commandsOf(t) {
		seen := map[string]int{}
		for _, s := range flagSections(c) {
			for _, f := range s.flags {
				seen[f.Name]++
			}
		}
		for _, f := range flagsOf(c) {
			if seen[f.Name] != 1 {
				t.Errorf("%s --help shows --%s %d times", c.Name(), f.Name, seen[f.Name])
			}
		}
	}
}

func TestHelpFitsAScreen(t *testing.T) {
	for _, c := range commandsOf(t) {
		var out bytes.Buffer
		if code := (streams{out: &out, err: &out}).main(append(strings.Fields(c.CommandPath())[1:], "--help")); code != exitOK {
			t.Errorf("%s --help: exit code %d", c.Name(), code)
		}
		for line := range strings.Lines(out.String()) {
			if n := len([]rune(strings.TrimRight(line, "\n"))); n > helpWidth+20 {
				t.Errorf("%s --help has a line of %d letters: %s", c.Name(), n, line)
			}
		}
	}
}
