package experiment

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
)

func TestCommand(t *testing.T) {
	r := Run{
		Contestant: Contestant{Algorithm: "mmas", Params: map[string]any{"rho": 0.9, "ants": 50}},
		Seed:       7, Limits: Limits{Steps: Count{Factor: 10, PerCity: true}, Limits: tourmaline.Limits{Time: 5 * time.Second, TargetGap: new(1.0)}},
	}
	want := "-a mmas -p ants=50 -p rho=0.9 --seed 7 -t 5s --max-steps 1000 --target-gap 1% --metric 'a b'"
	if got := r.Command(100, "--metric", "a b"); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if got := (Run{Seed: 1}).Command(5); got != "--seed 1" {
		t.Error(got)
	}
}

func TestQuote(t *testing.T) {
	for word, want := range map[string]string{"a.tsp": "a.tsp", "": "''", "a b": "'a b'", "it's": `'it'\''s'`} {
		if got := Quote(word); got != want {
			t.Errorf("Quote(%q) = %s, want %s", word, got, want)
		}
	}
}

func TestParseContestant(t *testing.T) {
	c, err := ParseContestant("mmas:ants=50,rho=0.9")
	if err != nil || c.Name != "mmas:ants=50,rho=0.9" || c.Algorithm != "mmas" || c.Params["ants"] != "50" || c.Params["rho"] != "0.9" {
		t.Errorf("%+v, %v", c, err)
	}
	if c, err := ParseContestant("ils"); err != nil || c.Algorithm != "ils" || c.Params != nil {
		t.Errorf("%+v, %v", c, err)
	}
	for _, text := range []string{"mmas:ants", "mmas:=5", "mmas:", "mmas:ants=5,"} {
		if _, err := ParseContestant(text); err == nil {
			t.Errorf("%s was accepted", text)
		}
	}
}

// A file name depends on the plan and the folder only.
func TestFileName(t *testing.T) {
	plan := func(runs int) *Plan { return &Plan{Title: "t", Size: Size{Runs: runs}} }
	name := plan(1).FileName("a")
	if again := plan(1).FileName("a"); again != name || !strings.HasPrefix(name, "compare-") {
		t.Errorf("%s and %s", name, again)
	}
	if plan(2).FileName("a") == name || plan(1).FileName("b") == name {
		t.Error("another plan or folder has the same name")
	}
}

// Files with the same short name are distinguished by their paths.
func TestReadSources(t *testing.T) {
	write := func(name string) string {
		path := filepath.Join(t.TempDir(), name)
		l, err := OpenLog(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(l.Add(Record{Schema: Schema, Key: "k"}), l.Close()); err != nil {
			t.Fatal(err)
		}
		return path
	}
	one, other, same := write("one.ndjson"), write("other.ndjson"), write("other.ndjson")
	sources, err := ReadSources([]string{one, other, same})
	if err != nil || len(sources) != 3 || sources[0].Name != "one" || sources[1].Name != other || sources[2].Name != same || len(sources[2].Records) != 1 {
		t.Errorf("%+v, %v", sources, err)
	}
	if got, err := ReadSources([]string{one, one + ".missing"}); got != nil || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%+v, %v", got, err)
	}
}

// A contestant that occurs in two files is qualified by the file names. Other contestants keep
// their names.
func TestMerge(t *testing.T) {
	records := Merge([]Source{
		{"old", []Record{{Contestant: "ils"}, {Contestant: "mmas"}}},
		{"new", []Record{{Contestant: "ils"}, {Contestant: "acs"}, {Contestant: "acs"}}},
	})
	var names []string
	for _, r := range records {
		names = append(names, r.Contestant)
	}
	if want := []string{"ils (old)", "mmas", "ils (new)", "acs", "acs"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}
