package job

import (
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A route changes what it sets, and keeps the rest of the file's route.
func TestRouteApply(t *testing.T) {
	closed, err := tsp.FromPoints(tsp.Euc2D, []tsp.Point{{0, 0}, {9, 0}, {9, 9}, {0, 9}})
	if err != nil {
		t.Fatal(err)
	}
	started, err := closed.StartAt(1)
	if err != nil {
		t.Fatal(err)
	}
	path, err := closed.Path(0, 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name       string
		file       *tsp.Instance
		route      Route
		open       bool
		start, end int32 // -1 if free
	}{
		{"closed", closed, Route{}, false, -1, -1},
		{"closed with a start", closed, Route{Start: "1"}, false, 0, -1},
		{"open", closed, Route{Open: true}, true, -1, -1},
		{"open from a start", closed, Route{Start: "3", Open: true}, true, 2, -1},
		{"an end opens", closed, Route{End: "1"}, true, -1, 0},
		{"both ends open", closed, Route{Start: "2", End: "4"}, true, 1, 3},
		{"round trip to the start", closed, Route{Start: "2", End: "2"}, false, 1, -1},
		{"started", started, Route{}, false, 1, -1},
		{"another start", started, Route{Start: "4"}, false, 3, -1},
		{"an end after the start of the file", started, Route{End: "1"}, true, 1, 0},
		{"path", path, Route{}, true, 0, 3},
		{"path from another start", path, Route{Start: "2"}, true, 1, 3},
		{"path to another end", path, Route{End: "2"}, true, 0, 1},
	} {
		got, err := c.route.Apply(c.file)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if start, end := got.Ends(); got.Open() != c.open || start != c.start || end != c.end {
			t.Errorf("%s: open %t from %d to %d, expected %t from %d to %d", c.name, got.Open(), start, end, c.open, c.start, c.end)
		}
	}
	for field, r := range map[string]Route{"route.start": {Start: "5", End: "1"}, "route.end": {Start: "1", End: "5"}, "route": {Start: "2", End: "2", Open: true}} {
		got, err := r.Apply(closed)
		failed(t, field, err, BadField, field)
		if got != nil {
			t.Errorf("%+v: an instance", r)
		}
	}
}
