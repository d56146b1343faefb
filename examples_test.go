package tourmaline_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// The number of lines in each example is limited. If an example needs more, the API has become
// harder to use.
func TestExamplesAreShort(t *testing.T) {
	for pattern, most := range map[string]int{
		"examples/flowshop/*":       530,
		"examples/ownsearch/*":      280,
		"examples/remote/*":         105,
		"example_define_test.go":    60,
		"example_algorithm_test.go": 45,
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

// Results of user-defined problems also follow the schema.
func TestResultsOfOwnProblemsFollowTheSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("docs/result.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	p, err := tourmaline.Define(tourmaline.Definition[uint32]{
		Problem: "partition", N: len(weights), Cost: imbalance,
		Check:  func(uint32) error { return nil },
		Random: func(r *rng.Stream) uint32 { return r.Uint32() >> 22 },
		Neighbourhoods: func(left uint32, _ tourmaline.Setup) ([]moves.Neighbourhood[uint32], error) {
			return []moves.Neighbourhood[uint32]{&swings{left}}, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	r, err := tourmaline.Solve(t.Context(), p, tourmaline.Config{Limits: tourmaline.Limits{Steps: 2}})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		t.Error(err)
	}
}
