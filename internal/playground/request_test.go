package playground

import (
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

func TestConfig(t *testing.T) {
	c := Request{Seconds: 2.5, Steps: 7, Seed: 9}.config()
	if c.Limits.Time != 2500*time.Millisecond {
		t.Errorf("time limit %s", c.Limits.Time)
	}
	if c.Limits.Steps != 7 || c.Seed != 9 {
		t.Errorf("%d steps, seed %d", c.Limits.Steps, c.Seed)
	}
	if c.Threads != 1 {
		t.Errorf("%d threads", c.Threads)
	}
}

func TestUnits(t *testing.T) {
	for imperial, want := range map[bool]humanize.System{false: humanize.Metric, true: humanize.Imperial} {
		if got := (Request{Imperial: imperial}).system(); got != want {
			t.Errorf("imperial %v: %v", imperial, got)
		}
	}
	all, err := solve(t, `{"file": "a.csv", "steps": 1, "imperial": true}`, "name,lat,lon\na,50,10\nb,52,10\nc,52,14\n")
	if err != nil {
		t.Fatal(err)
	}
	if length := all[len(all)-1].Route.Length; !strings.HasSuffix(length, " mi") {
		t.Errorf("length %s", length)
	}
}

// The warnings of the reader reach the page.
func TestWarningsAreNotes(t *testing.T) {
	all, err := solve(t, `{"file": "a.csv", "steps": 1}`, "name,lat,lon\na,50,10\nb,50,10\nc,52,14\nd,51,11\n")
	if err != nil {
		t.Fatal(err)
	}
	notes := strings.Join(all[len(all)-1].Route.Notes, "\n")
	if !strings.Contains(notes, "a.csv") {
		t.Errorf("notes: %q", notes)
	}
}

// A file with too many cities is rejected before it is read as a whole.
func TestTooManyCities(t *testing.T) {
	file := "x,y\n" + strings.Repeat("1,2\n", mostCities+1)
	_, err := solve(t, `{"file": "a.csv"}`, file)
	if err == nil || !strings.Contains(err.Error(), "at most 200000") {
		t.Errorf("found %v", err)
	}
}
