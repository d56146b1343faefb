package experiment

import (
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
	if _, err := ParseContestant("mmas:ants"); err == nil {
		t.Error("a parameter without a value was accepted")
	}
}

// A contestant that occurs in two files is qualified by the file names. Other contestants keep
// their names.
func TestMerge(t *testing.T) {
	records := Merge([]Source{
		{"old", []Record{{Contestant: "ils"}, {Contestant: "mmas"}}},
		{"new", []Record{{Contestant: "ils"}}},
	})
	var names []string
	for _, r := range records {
		names = append(names, r.Contestant)
	}
	if len(names) != 3 || names[0] != "ils (old)" || names[1] != "mmas" || names[2] != "ils (new)" {
		t.Errorf("%q", names)
	}
}
