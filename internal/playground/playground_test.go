package playground

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// solve returns the messages of a job.
func solve(t *testing.T, request, file string) (all []Message, err error) {
	t.Helper()
	err = Solve(t.Context(), []byte(request), []byte(file), func(m Message) { all = append(all, m) })
	return all, err
}

// A small table is drawn, solved and offered in the formats that people use.
func TestSolve(t *testing.T) {
	all, err := solve(t, `{"file": "stops.csv", "seed": 1, "seconds": 1}`, "name,lat,lon\nHamburg,53.55,9.99\nBerlin,52.52,13.40\nMunich,48.14,11.58\nCologne,50.94,6.96\n")
	if err != nil {
		t.Fatal(err)
	}
	d, r := all[0].Drawing, all[len(all)-1].Route
	if d == nil || !d.Geographic || d.N != 4 || len(d.Places) != 8 || d.Names[2] != "Munich" {
		t.Errorf("drawing: %+v", d)
	}
	if diff := cmp.Diff([]int32{0, 1, 2, 3}, r.Order); diff != "" {
		t.Error(diff)
	}
	if len(r.Stops) != 5 || r.Stops[4].Name != "back to Hamburg" || !strings.HasSuffix(r.Length, "km") {
		t.Errorf("route: %+v", r)
	}
	files := map[string]string{}
	for _, f := range r.Files {
		_, ending, _ := strings.Cut(f.Name, ".")
		files[ending] = f.Text
	}
	for ending, want := range map[string]string{"csv": "Munich", "gpx": "<gpx", "geojson": "LineString"} {
		if !strings.Contains(files[ending], want) {
			t.Errorf("%s: expected %s, found %.100q", ending, want, files[ending])
		}
	}
}

// A search that is stopped returns its best route, and showed its tours before.
func TestStop(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	var file strings.Builder
	file.WriteString("x,y\n")
	for i := range 500 {
		row, err := json.Marshal([]int{i * 7919 % 1000, i * 104729 % 997})
		if err != nil {
			t.Fatal(err)
		}
		file.WriteString(strings.Trim(string(row), "[]") + "\n")
	}
	var route *Route
	shown := 0
	err := Solve(ctx, []byte(`{"file": "a.csv", "seconds": 3600}`), []byte(file.String()), func(m Message) {
		if m.Tour != nil && len(m.Tour.Order) == 500 {
			shown++
			stop()
		}
		if m.Route != nil {
			route = m.Route
		}
	})
	if err != nil || route == nil || len(route.Order) != 500 || shown == 0 {
		t.Errorf("%d tours, route %v: %v", shown, route, err)
	}
}

// An open route ends elsewhere than it starts, and a number of steps always gives the same route.
func TestOpenRoutes(t *testing.T) {
	all, err := solve(t, `{"file": "a.csv", "open": true, "steps": 5, "seed": 3}`, "x,y\n0,0\n1,0\n2,0\n3,0\n")
	if err != nil {
		t.Fatal(err)
	}
	d, r := all[0].Drawing, all[len(all)-1].Route
	if !d.Open || len(r.Stops) != 4 || r.Length != "cost 3" {
		t.Errorf("open %v, %d rows, %s", d.Open, len(r.Stops), r.Length)
	}
}

// Faults of files and of requests are errors with their reason.
func TestFaults(t *testing.T) {
	for want, c := range map[string][2]string{
		"latitude 123":    {`{"file": "a.csv"}`, "name,lat,lon\na,123,10\nb,52,13\nc,48,11\n"},
		"cannot draw":     {`{"file": "a.csv"}`, "0,1,2\n1,0,3\n2,3,0\n"},
		"0 or more":       {`{"file": "a.csv", "seconds": -1}`, "x,y\n1,2\n3,4\n5,6\n"},
		"unexpected end":  {`{`, ""},
		"no column named": {`{"file": "a.csv", "columns": {"x": "7", "y": "1"}}`, "x,y\n1,2\n3,4\n5,6\n"},
	} {
		if _, err := solve(t, c[0], c[1]); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("expected %q, found %v", want, err)
		}
	}
}
