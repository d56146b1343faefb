package tourmaline_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// The front door is as wide as what has to be carried through it: when an example needs
// more lines than this, the door has become narrower.
func TestExamplesAreShort(t *testing.T) {
	for pattern, most := range map[string]int{
		"examples/flowshop/*":       350,
		"examples/ownsearch/*":      180,
		"example_define_test.go":    60,
		"example_algorithm_test.go": 40,
	} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files: %v", pattern, err)
		}
		lines := 0
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			lines += bytes.Count(text, []byte("\n"))
		}
		if lines > most {
			t.Errorf("%s: %d lines, at most %d", pattern, lines, most)
		}
	}
}
