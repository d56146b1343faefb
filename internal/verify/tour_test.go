package verify

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

func square(t *testing.T) *tsp.Instance {
	t.Helper()
	in, err := tsp.FromPoints(tsp.Euclidean, []tsp.Point{{0, 0}, {0, 1}, {1, 1}, {1, 0}})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "a.tour")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

const head = "TYPE : TOUR\nDIMENSION : 4\nTOUR_SECTION\n"

func TestReadTour(t *testing.T) {
	in := square(t)
	good, err := ReadTour(write(t, head+"1\n2\n3\n4\n-1\nEOF\n"), in, true)
	if err != nil || good.Check() != nil || good.Report().Cost != 4 || good.Report().StatedText() != " (the file states no cost)" {
		t.Errorf("%+v, %v", good, err)
	}
	var failed *Error
	if _, err := ReadTour(write(t, head+"1\n2\n3\n3\n-1\nEOF\n"), in, true); !errors.As(err, &failed) {
		t.Errorf("a city twice: %v", err)
	}
	if _, err := ReadTour(filepath.Join(t.TempDir(), "missing.tour"), in, true); err == nil || errors.As(err, &failed) {
		t.Errorf("a missing file: %v", err)
	}
}

// A JSON result must not state the hash of a different instance, or a bound above the cost.
func TestStatedFacts(t *testing.T) {
	in := square(t)
	path := func(start, end int32) *tsp.Instance {
		open, err := in.Path(start, end)
		if err != nil {
			t.Fatal(err)
		}
		return open
	}
	started, err := in.StartAt(1)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, want string }{
		{`{"tour": [2, 3, 4, 1], "cost": 4, "lower_bound": 4, "instance": {"hash": "` + in.Hash() + `"}}`, ""},
		{`{"tour": [2, 3, 4, 1], "instance": {"hash": "` + started.Hash() + `"}}`, ""},
		{`{"tour": [2, 3, 4, 1], "instance": {"hash": "` + path(-1, -1).Hash() + `", "problem": "path"}}`, ""},
		{`{"tour": [2, 3, 4, 1], "instance": {"hash": "` + path(1, 0).Hash() + `", "problem": "path"}}`, ""},
		{`{"tour": [2, 3, 4, 1], "instance": {"hash": "` + path(2, 0).Hash() + `", "problem": "path"}}`, "states the instance"},
		{`{"tour": [2, 3, 4, 1], "instance": {"hash": "sha256:00"}}`, `states the instance "sha256:00", but the hash of`},
		{`{"tour": [2, 3, 4, 1], "lower_bound": 3}`, ""},
		{`{"tour": [2, 3, 4, 1], "lower_bound": 4.5}`, "states the lower bound 4.5, but the tour costs 4"},
	} {
		tour, err := ReadTour(write(t, c.text), in, true)
		if err != nil {
			t.Fatal(err)
		}
		if err := tour.Check(); c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
}

// A tour and its reverse have the same legs. Tours with other legs are compared by cost.
func TestCompare(t *testing.T) {
	in := square(t)
	all := Compare([]Tour{
		{Path: "a", Instance: in, Order: tsp.Tour{0, 1, 2, 3}},
		{Path: "b", Instance: in, Order: tsp.Tour{3, 2, 1, 0}},
		{Path: "c", Instance: in, Order: tsp.Tour{0, 2, 1, 3}},
	})
	for i, want := range []string{"", ", as long as a; 4 of 4 legs the same", ", 0.828427 (20.7 %) more than a; 2 of 4 legs the same"} {
		if got := all[i].Text(all[0], humanize.Metric); got != want {
			t.Errorf("%s: %q, want %q", all[i].File, got, want)
		}
	}
}

// A wrong cost is explained if it is the cost of the path, or if the file states another instance.
func TestHints(t *testing.T) {
	in := square(t)
	for _, c := range []struct{ text, want string }{
		{`{"tour": [1, 2, 3, 4], "cost": 3}`, ": this is its cost as a path; is --open missing?"},
		{`{"tour": [1, 2, 3, 4], "cost": 3, "instance": {"hash": "sha256:00"}}`, ": this is its cost as a path; is --open missing?"},
		{`{"tour": [1, 2, 3, 4], "cost": 5, "instance": {"hash": "sha256:00"}}`, ": was the tour made for a different instance, metric or start?"},
	} {
		tour, err := ReadTour(write(t, c.text), in, true)
		if err != nil {
			t.Fatal(err)
		}
		if err := tour.Check(); err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%s: %v, expected the end %q", c.text, err, c.want)
		}
	}
	tour, err := ReadTour(write(t, `{"tour": [1, 2, 3, 4], "cost": 5}`), in, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := tour.Check(); err == nil || strings.Contains(err.Error(), "?") {
		t.Errorf("another cost: %v", err)
	}
}

// A file that states a path makes the instance a path, unless the caller decides.
func TestPathsAreRecognised(t *testing.T) {
	in, err := square(t).StartAt(2)
	if err != nil {
		t.Fatal(err)
	}
	file := write(t, `{"tour": [3, 4, 1, 2], "cost": 3, "instance": {"problem": "path"}}`)
	for auto, want := range map[bool]float64{true: 3, false: 4} {
		tour, err := ReadTour(file, in, auto)
		if err != nil {
			t.Fatal(err)
		}
		if got := tour.Report(); got.Cost != want || got.N != 4 || got.Problem != map[bool]string{true: "path", false: "tour"}[auto] {
			t.Errorf("automatic %v: %+v, expected the cost %v", auto, got, want)
		}
		if text := tour.Report().StatedText(); text != " as stated" {
			t.Errorf("%q", text)
		}
	}
	if open, err := asPath(square(t), tsp.Tour{3, 0, 1, 2}); err != nil || open.Hash() == "" {
		t.Errorf("%v", err)
	} else if start, end := open.Ends(); start != 3 || end != -1 {
		t.Errorf("a path from %d to %d, expected from 3 to any city", start, end)
	}
}

// Legs of asymmetric instances have a direction, and a cheaper tour is less than the first one.
func TestCompareWithDirections(t *testing.T) {
	in, err := tsp.FromMatrix(3, []float64{0, 1, 5, 5, 0, 1, 1, 5, 0})
	if err != nil {
		t.Fatal(err)
	}
	all := Compare([]Tour{{Path: "a", Instance: in, Order: tsp.Tour{2, 1, 0}}, {Path: "b", Instance: in, Order: tsp.Tour{0, 1, 2}}})
	if got, want := all[1].Text(all[0], humanize.Metric), ", 12 (80.0 %) less than a; 0 of 3 legs the same"; got != want {
		t.Errorf("%q, expected %q", got, want)
	}
	zero, err := tsp.FromMatrix(3, []float64{0, 0, 5, 5, 0, 0, 0, 5, 0})
	if err != nil {
		t.Fatal(err)
	}
	all = Compare([]Tour{{Path: "a", Instance: zero, Order: tsp.Tour{0, 1, 2}}, {Path: "b", Instance: zero, Order: tsp.Tour{2, 1, 0}}})
	if got, want := all[1].Text(all[0], humanize.Metric), ", 15 more than a; 0 of 3 legs the same"; got != want {
		t.Errorf("%q, expected %q", got, want)
	}
}
