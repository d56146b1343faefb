package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/tourmaline-opt/tourmaline/internal/manual"
)

func commandsOf(t *testing.T) []*cobra.Command {
	t.Helper()
	all := manual.Commands(newRoot(streams{}))[1:]
	if len(all) < 10 {
		t.Fatalf("%d commands", len(all))
	}
	return all
}

// Every flag belongs to a section of --help.
func TestEveryFlagHasASection(t *testing.T) {
	for _, c := range commandsOf(t) {
		for _, name := range manual.Layout(Layout).Ungrouped(c) {
			t.Errorf("%s --%s belongs to no section of --help", c.Name(), name)
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
			if n := len([]rune(strings.TrimRight(line, "\n"))); n > manual.Width+20 {
				t.Errorf("%s --help has a line of %d letters: %s", c.Name(), n, line)
			}
		}
	}
}
