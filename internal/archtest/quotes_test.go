package archtest

import (
	"os"
	"path"
	"strings"
	"testing"
)

// TestQuotedCodeIsCurrent checks that every line of Go code in the pages on adding problems and
// algorithms occurs in a Go file of the module or of the examples. Lines with … mark omissions.
func TestQuotedCodeIsCurrent(t *testing.T) {
	source := map[string]bool{}
	for _, tree := range []string{root, root + "/examples"} {
		err := eachFile(os.DirFS(tree), func(name string, text []byte) error {
			if path.Ext(name) == ".go" {
				for line := range strings.Lines(string(text)) {
					source[strings.TrimSpace(line)] = true
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, page := range []string{"docs/add-a-problem.md", "docs/add-an-algorithm.md"} {
		text, err := os.ReadFile(root + "/" + page)
		if err != nil {
			t.Fatal(err)
		}
		lines := quotedLines(string(text))
		if len(lines) == 0 {
			t.Errorf("%s quotes no code", page)
		}
		for _, line := range lines {
			if !source[line] {
				t.Errorf("%s quotes %q, which is in no Go file", page, line)
			}
		}
	}
}

// quotedLines returns the lines of the Go code blocks of a page without surrounding space. It omits
// blank lines and lines with ….
func quotedLines(page string) (lines []string) {
	inside := false
	for line := range strings.Lines(page) {
		switch line = strings.TrimSpace(line); {
		case strings.HasPrefix(line, "```"):
			inside = line == "```go"
		case inside && line != "" && !strings.Contains(line, "…"):
			lines = append(lines, line)
		}
	}
	return lines
}

func TestQuotedLines(t *testing.T) {
	const page = "Text.\n```sh\nls\n```\n```go\n\tx := 1\n\n\ty := …\n}\n```\nText.\n"
	if got := strings.Join(quotedLines(page), "|"); got != "x := 1|}" {
		t.Errorf("got %q", got)
	}
}
