package experiment

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// The compare command can read records written by a program that embeds the library.
func TestRecordsOfOtherProgramsAreRead(t *testing.T) {
	in, err := tsp.Generate(tsp.Uniform, 30, 1)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "runs.ndjson")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	var last *tourmaline.Result
	for seed := range uint64(3) {
		for contestant, kicks := range map[string]string{"": "1", "many kicks": "9"} {
			cfg := tourmaline.Config{Algorithm: "ils", Seed: seed, Params: map[string]string{"kicks": kicks}, Limits: tourmaline.Limits{Steps: 2}}
			if last, err = tourmaline.Solve(t.Context(), tourmaline.Tours(in), cfg); err != nil {
				t.Fatal(err)
			}
			if err := tourmaline.WriteRecord(f, contestant, last); err != nil {
				t.Fatal(err)
			}
		}
	}
	// The result last belongs to either contestant, so this record repeats a key or adds one.
	if err := tourmaline.WriteRecord(f, "many kicks", last); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	records, err := ReadLog(path)
	if err != nil || len(records) < 6 || len(records) > 7 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	for _, r := range records {
		if r.Schema != Schema || r.Result == nil || r.Result.Cost <= 0 || r.Started.IsZero() || r.Machine.Go == "" || r.Contestant == "" {
			t.Errorf("%+v", r)
		}
	}
}
