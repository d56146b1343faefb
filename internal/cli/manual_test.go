package cli

import (
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/manual"
)

func TestManualsAreForMan(t *testing.T) {
	root := Command()
	pages := manual.Layout(Layout).Pages(root)
	if len(pages) != len(manual.Commands(root)) || pages["tourmaline-solve.1"] == "" {
		t.Fatalf("%d pages for %d commands", len(pages), len(manual.Commands(root)))
	}
	requests := []string{".TH", ".SH", ".SS", ".B", ".BR", ".TP", ".PP", ".EX", ".EE"}
	for name, text := range pages {
		for line := range strings.Lines(text) {
			request, _, _ := strings.Cut(strings.TrimSpace(line), " ")
			if strings.HasPrefix(line, ".") && !slices.Contains(requests, request) {
				t.Errorf("%s: man does not know %s", name, request)
			}
			if strings.HasPrefix(line, "'") {
				t.Errorf("%s: man would take this line for its own: %s", name, line)
			}
		}
	}
	solve := pages["tourmaline-solve.1"]
	for _, want := range []string{".SS Engine", "\\-\\-time\\-limit", ".SH EXAMPLES", ".BR tourmaline\\-check (1)", "(default 5s)"} {
		if !strings.Contains(solve, want) {
			t.Errorf("the page of solve lacks %s", want)
		}
	}
}

func TestReferenceHasEveryCommand(t *testing.T) {
	root := Command()
	text := manual.Layout(Layout).Reference(root)
	for _, c := range manual.Commands(root) {
		if !strings.Contains(text, "\n## "+c.CommandPath()+"\n") {
			t.Errorf("%s is missing", c.CommandPath())
		}
	}
}
