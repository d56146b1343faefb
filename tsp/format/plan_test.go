package format_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// twoRoutes returns a plan of two vehicles, and a place that neither serves.
func twoRoutes(t *testing.T) format.Plan {
	t.Helper()
	in, err := format.Read(strings.NewReader("name;lat;lon\nA;53,5;10\nB;53,6;10\nC;53,7;10\n"), "towns.csv", format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	part := func(cities ...int32) *tsp.Instance {
		d := in.Details()
		out, err := in.Pick(cities).With(tsp.Details{Name: d.Name, Unit: d.Unit, IDs: []int64{int64(cities[0]), 9}[:len(cities)], Columns: some{d.Columns, cities}})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	return format.Plan{
		Name: "towns", Titles: []string{"load"}, Unserved: part(2), Reasons: []string{"too far, today"},
		Routes: []format.Route{
			{Vehicle: "van; red", Instance: part(0, 1), Tour: tsp.Tour{0, 1}, Cells: [][]float64{{2}, {1.5}, {0}}},
			{Vehicle: "bike", Instance: part(1), Tour: tsp.Tour{0}, Cells: [][]float64{{4}, {4}}},
		},
	}
}

type some struct {
	tsp.Columns
	cities []int32
}

func (s some) Len() int                           { return len(s.cities) }
func (s some) Text(city int32, column int) string { return s.Columns.Text(s.cities[city], column) }

// A plan is one table with the columns and the separator of the input file.
func TestWritePlanCSV(t *testing.T) {
	var b strings.Builder
	if err := format.WritePlan(&b, twoRoutes(t), format.CSV); err != nil {
		t.Fatal(err)
	}
	want := `vehicle;position;name;lat;lon;leg;total;load;reason
"van; red";1;A;"53,5";10;0;0;2;
"van; red";2;B;"53,6";10;11119,508;11119,508;1,5;
"van; red";3;A;"53,5";10;11119,508;22239,016;0;
bike;1;B;"53,6";10;0;0;4;
bike;2;B;"53,6";10;0;0;4;
;;C;"53,7";10;;;;"too far, today"
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
}

// Maps have a line with the name of each vehicle.
func TestWritePlanMaps(t *testing.T) {
	for f, want := range map[format.Format][]string{
		format.GPX:     {"<rte><name>van; red</name>", "<rte><name>bike</name>"},
		format.GeoJSON: {`"vehicle": "van; red", "cost"`, `"vehicle": "bike", "position": 1`, `"type": "LineString"`},
	} {
		var b strings.Builder
		if err := format.WritePlan(&b, twoRoutes(t), f); err != nil {
			t.Fatal(err)
		}
		for _, text := range want {
			if !strings.Contains(b.String(), text) {
				t.Errorf("%s lacks %s:\n%s", f, text, b.String())
			}
		}
	}
	if err := format.WritePlan(&strings.Builder{}, twoRoutes(t), format.NPY); err == nil {
		t.Error("a plan is written as an array")
	}
}

// GeoJSON of a plan is one valid document, with or without routes.
func TestWritePlanGeoJSON(t *testing.T) {
	full := twoRoutes(t)
	for features, p := range map[int]format.Plan{5: full, 0: {Name: "none"}} {
		var b strings.Builder
		if err := format.WritePlan(&b, p, format.GeoJSON); err != nil {
			t.Fatal(err)
		}
		var got struct {
			Name     string
			Features []struct{ Properties map[string]any }
		}
		if err := json.Unmarshal([]byte(b.String()), &got); err != nil || got.Name != p.Name || len(got.Features) != features {
			t.Fatalf("%v: %s", err, b.String())
		}
		for k, f := range got.Features {
			if want := full.Routes[k/3].Vehicle; f.Properties["vehicle"] != want {
				t.Errorf("feature %d: %v, want vehicle %s", k, f.Properties, want)
			}
		}
	}
}

// ReadTable recognises separators and skips empty rows.
func TestReadTable(t *testing.T) {
	rows, err := format.ReadTable(strings.NewReader("name;count\n\nvan;2\n;\nbike;1\n"), "vans.csv", format.Options{})
	if err != nil || len(rows) != 3 || rows[0][1] != "count" || rows[2][0] != "bike" {
		t.Errorf("%q, %v", rows, err)
	}
}
