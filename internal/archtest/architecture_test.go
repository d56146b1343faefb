package archtest

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestArchitectureNamesEveryPackage checks that ARCHITECTURE.md lists every package exactly once,
// in its layer, and that every path in it exists.
func TestArchitectureNamesEveryPackage(t *testing.T) {
	text, err := os.ReadFile(root + "/ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	got, want := documented(string(text)), map[string]string{}
	for _, l := range layers {
		for _, pkg := range l.packages {
			want[pkg] = l.name
		}
	}
	for _, pkg := range slices.Sorted(maps.Keys(want)) {
		if got[pkg] != want[pkg] {
			t.Errorf("ARCHITECTURE.md: %s is in layer %q, want %q", title(pkg), got[pkg], want[pkg])
		}
	}
	for _, pkg := range slices.Sorted(maps.Keys(got)) {
		if _, exists := want[pkg]; !exists {
			t.Errorf("ARCHITECTURE.md: %s does not exist", title(pkg))
		}
	}
	for _, m := range regexp.MustCompile("`(internal/[a-z0-9/]+|docs/[^`]+|scripts/[^`]+)`").FindAllStringSubmatch(string(text), -1) {
		if _, err := os.Stat(root + "/" + m[1]); err != nil {
			t.Errorf("ARCHITECTURE.md: %v", err)
		}
	}
}

// documented maps each package in the table of layers to its layer.
func documented(text string) map[string]string {
	_, table, _ := strings.Cut(text, "| layer | package | contents |")
	packages, layer := map[string]string{}, ""
	for row := range strings.Lines(table) {
		cells := strings.Split(row, "|")
		if len(cells) < 4 || strings.HasPrefix(row, "|---") {
			if len(packages) > 0 {
				break
			}
			continue
		}
		if name := strings.TrimSpace(cells[1]); name != "" {
			layer = name
		}
		for _, pkg := range strings.Split(cells[2], ",") {
			pkg = strings.Trim(strings.TrimSpace(pkg), "`")
			if pkg == "(root)" {
				pkg = ""
			}
			if _, twice := packages[pkg]; twice {
				packages[pkg] = "listed twice"
				continue
			}
			packages[pkg] = layer
		}
	}
	return packages
}

func TestDocumented(t *testing.T) {
	got := documented("| layer | package | contents |\n|---|---|---|\n| low | `a`, `b/c` | x |\n| | (root) | y |\n| high | `d` | z |\n| | `a` | again |\n\n| other | `e` | table |\n")
	if want := map[string]string{"a": "listed twice", "b/c": "low", "": "low", "d": "high"}; !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
