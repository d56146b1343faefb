package format_test

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// summary is the part of an instance that tests compare.
type summary struct {
	Metric string
	Coords []float64
	IDs    []int64
	Labels []string
	Codes  []string
}

func summarise(in *tsp.Instance) summary {
	s := summary{Metric: in.Metric().String(), Coords: in.Coords(), Labels: in.Details().Labels, Codes: in.Details().Codes}
	for i := range int32(in.N()) {
		s.IDs = append(s.IDs, in.ID(i))
	}
	return s
}

func TestCSVPlaces(t *testing.T) {
	plane := summary{"EUCLIDEAN", []float64{0, 1.5, 2, 3}, []int64{1, 2}, nil, nil}
	globe := summary{"HAVERSINE", []float64{48.8, 2.3, 41.9, 12.5}, []int64{1, 2}, nil, nil}
	with := func(s summary, ids []int64, labels []string) summary {
		if ids != nil {
			s.IDs = ids
		}
		s.Labels = labels
		return s
	}
	coded := func(s summary, codes, labels []string) summary {
		s.Codes, s.Labels = codes, labels
		return s
	}
	for title, c := range map[string]struct {
		text string
		want summary
	}{
		"header":              {"x,y\n0,1.5\n2,3\n", plane},
		"no header":           {"0,1.5\n2,3\n", plane},
		"upper case, blanks":  {" Y , X \n 1.5 , 0 \n 3 , 2 \n", plane},
		"byte order mark":     {"\ufeffx,y\n0,1.5\n2,3\n", plane},
		"semicolons":          {"x;y\n0;1.5\n2;3\n", plane},
		"decimal commas":      {"x;y\n0;1,5\n2;3,0\n", plane},
		"tabs":                {"x\ty\n0\t1.5\n2\t3\n", plane},
		"blanks":              {"0  1.5 \n2 3\n", plane},
		"comments, gaps":      {"# made by hand\n\nx,y\n0,1.5\n,\n2,3\n# end\n", plane},
		"CRLF, quotes":        {"\"x\",\"y\"\r\n\"0\",\"1.5\"\r\n2,3\r\n", plane},
		"three dimensions":    {"x,y,z\n0,1,2\n3,4,5\n", summary{"EUCLIDEAN", []float64{0, 1, 2, 3, 4, 5}, []int64{1, 2}, nil, nil}},
		"z without header":    {"5,1,2\n3,4,5\n", summary{"EUCLIDEAN", []float64{5, 1, 2, 3, 4, 5}, []int64{1, 2}, nil, nil}},
		"counted, no header":  {"0,5,6\n1,7,8\n2,9,9\n", summary{"EUCLIDEAN", []float64{5, 6, 7, 8, 9, 9}, []int64{0, 1, 2}, nil, nil}},
		"lat, lon":            {"lat,lon\n48.8,2.3\n41.9,12.5\n", globe},
		"longitude, Latitude": {"longitude,Latitude\n2.3,48.8\n12.5,41.9\n", globe},
		"lng":                 {"lat,lng,x,y\n48.8,2.3,1,1\n41.9,12.5,2,2\n", globe},
		"ids":                 {"id,x,y\n7,0,1.5\n5,2,3\n", with(plane, []int64{7, 5}, nil)},
		"ids in name":         {"stop,x,y\n7,0,1.5\n5,2,3\n", with(plane, []int64{7, 5}, nil)},
		"labels":              {"city,lat,lon\nParis,48.8,2.3\n\"Rome, Italy\",41.9,12.5\n", with(globe, nil, []string{"Paris", "Rome, Italy"})},
		"codes":               {"id,x,y\nA7,0,1.5\n8,2,3\n", coded(plane, []string{"A7", "8"}, nil)},
		"codes, one missing":  {"id,x,y\nA7,0,1.5\n,2,3\n", with(plane, nil, []string{"A7", ""})},
		"names that repeat":   {"name,x,y\n7,0,1.5\n7,2,3\n", with(plane, nil, []string{"7", "7"})},
		"text ids and names":  {"id,name,x,y\nA7,North,0,1.5\nB8,North,2,3\n", coded(plane, []string{"A7", "B8"}, []string{"North", "North"})},
		"some ids and names":  {"id,name,x,y\nA7,North,0,1.5\n,South,2,3\n", with(plane, nil, []string{"North", "South"})},
		"no ids but names":    {"id,name,x,y\n,North,0,1.5\n,South,2,3\n", with(plane, nil, []string{"North", "South"})},
		"fields at the end":   {"x,y\n0,1.5,,\n2,3, \n", plane},
		"counted, not zero":   {"0,5,6\n1,0,8\n2,9,1\n", summary{"EUCLIDEAN", []float64{5, 6, 0, 8, 9, 1}, []int64{0, 1, 2}, nil, nil}},
		"two with zeros":      {"0,1\n1,0\n", summary{"EUCLIDEAN", []float64{0, 1, 1, 0}, []int64{1, 2}, nil, nil}},
		"ids and labels":      {"name,id,x,y\n1,7,0,1.5\n2,5,2,3\n", with(plane, []int64{7, 5}, []string{"1", "2"})},
	} {
		in := read(t, "a.csv", c.text, format.Options{})
		if diff := cmp.Diff(c.want, summarise(in)); diff != "" {
			t.Errorf("%s: %s", title, diff)
		}
	}
}

func TestCSVMatrix(t *testing.T) {
	want := [][]int64{{0, 1, 2, 4}, {1, 0, 3, 5}, {2, 3, 0, 6}, {7, 5, 6, 0}}
	labels := []string{"A", "B", "C", "D"}
	for title, c := range map[string]struct {
		text   string
		labels []string
	}{
		"numbers only":     {"0,1,2,4\n1,0,3,5\n2,3,0,6\n7,5,6,0\n", nil},
		"decimal commas":   {"0;1,0;2;4\n1;0;3;5\n2;3;0;6\n7;5;6;0\n", nil},
		"header":           {"A,B,C,D\n0,1,2,4\n1,0,3,5\n2,3,0,6\n7,5,6,0\n", labels},
		"header and names": {",A,B,C,D\nA,0,1,2,4\nB,1,0,3,5\nC,2,3,0,6\nD,7,5,6,0\n", labels},
		"a full corner":    {"from,A,B,C,D\nA,0,1,2,4\nB,1,0,3,5\nC,2,3,0,6\nD,7,5,6,0\n", labels},
		"no corner":        {"A,B,C,D\nA,0,1,2,4\nB,1,0,3,5\nC,2,3,0,6\nD,7,5,6,0\n", labels},
		"rows counted":     {",A,B,C,D\n0,0,1,2,4\n1,1,0,3,5\n2,2,3,0,6\n3,7,5,6,0\n", labels},
		"numbers as names": {",1,2,3,4\n1,0,1,2,4\n2,1,0,3,5\n3,2,3,0,6\n4,7,5,6,0\n", nil},
		"from and numbers": {"from,1,2,3,4\n1,0,1,2,4\n2,1,0,3,5\n3,2,3,0,6\n4,7,5,6,0\n", nil},
	} {
		in := read(t, "a.csv", c.text, format.Options{})
		if diff := cmp.Diff(want, distances(in)); diff != "" {
			t.Errorf("%s: %s", title, diff)
		}
		if diff := cmp.Diff(c.labels, in.Details().Labels); diff != "" || in.Symmetric() {
			t.Errorf("%s: symmetric %v, %s", title, in.Symmetric(), diff)
		}
	}
	small := read(t, "a.csv", ",8,9\n8,0,1.25\n9,2,0\n", format.Options{})
	if small.Dist(0, 1) != 125 || small.Scale() != 100 || small.ID(1) != 9 {
		t.Errorf("a matrix of two cities: %d / %v, id %d", small.Dist(0, 1), small.Scale(), small.ID(1))
	}
}

// Three rows of three numbers are distances if the diagonal is zero. Any table is a matrix if
// Options.Format is Matrix.
func TestCSVSmallMatrix(t *testing.T) {
	three := [][]int64{{0, -1, 2}, {1, 0, 3}, {2, 3, 0}}
	two := [][]int64{{0, 1}, {2, 0}}
	for _, c := range []struct {
		file, text string
		f          format.Format
		want       [][]int64
	}{
		{"a.csv", "0,-1,2\n1,0,3\n2,3,0\n", "", three},
		{"a.tsv", "0\t-1\t2\n1\t0\t3\n2\t3\t0\n", "", three},
		{"a.json", "[[0, -1, 2], [1, 0, 3], [2, 3, 0]]", "", three},
		{"a.csv", "9,-1,2\n1,9,3\n2,3,9\n", format.Matrix, three},
		{"a.csv", "0,1\n2,0\n", format.Matrix, two},
		{"a.csv", "x,y\n0,1\n2,0\n", format.Matrix, two},
		{"a.txt", ";x;y\nx;0;1,0\ny;2;0\n", format.Matrix, two},
	} {
		in := read(t, c.file, c.text, format.Options{Format: c.f})
		if diff := cmp.Diff(c.want, distances(in)); diff != "" {
			t.Errorf("%s %q: %s", c.file, c.text, diff)
		}
	}
	for _, text := range []string{"0,1,2\n1,0,3\n2,3,0\n", "0,1,2\n1,5,3\n2,3,0\n"} {
		in := read(t, "a.csv", text, format.Options{Metric: "MAN_3D"})
		if in.Metric() != tsp.Man3D {
			t.Errorf("%q with MAN_3D: %v", text, in.Metric())
		}
	}
}

// Errors report the correct line numbers even if cities are not on consecutive lines.
func TestCSVRepeatedIDs(t *testing.T) {
	for text, want := range map[string]string{
		"id,x,y\n7,0,1\n7,2,3\n":                           `a.csv:3: id: "7" is used by two cities, number 1 and number 2 in the file`,
		"# ours\nid,x,y\n1,0,1\n\n# more\n2,0,1\n1,2,3\n":  `a.csv:7: id: "1" is used by two cities, number 1 and number 3 in the file`,
		"id,x,y\n\"A\nB\",0,1\nC,0,1\n,0,1\n,1,1\nC,2,3\n": `a.csv:7: id: "C" is used by two cities, number 2 and number 5 in the file`,
		"id,name,x,y\nC,D,0,1\nC,E,2,3\n":                  `a.csv:3: id: "C" is used by two cities`,
	} {
		if err := refuse("a.csv", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q:\n   found %v\nexpected %s", text, err, want)
		}
	}
}

func TestCSVMetric(t *testing.T) {
	for _, c := range []struct{ text, metric, want string }{
		{"x,y\n0,0\n1,1\n", "EUC_2D", "EUC_2D"},
		{"x,y,z\n0,0,5\n1,1,5\n", "EUC_2D", "EUC_2D"},
		{"x,y,z\n0,0,5\n1,1,5\n", "euc_3d", "EUC_3D"},
		{"x,y,lat,lon\n0,0,1,1\n1,1,2,2\n", "ATT", "ATT"},
		{"lat,lon\n0,0\n1,1\n", "geo", "GEO"},
		{"48.8,2.3\n41.9,12.5\n", "HAVERSINE", "HAVERSINE"},
		{"1,0,0\n2,1,1\n3,2,2\n", "EUC_2D", "EUC_2D"},
		{"1,0,0\n2,1,1\n3,2,2\n", "MAN_3D", "MAN_3D"},
	} {
		in := read(t, "a.csv", c.text, format.Options{Metric: c.metric})
		if in.Metric().String() != c.want {
			t.Errorf("%q with %s: %v", c.text, c.metric, in.Metric())
		}
	}
}

// TSPLIB's degrees and minutes are written as decimal degrees. The distances do not change.
func TestGeoBecomesDegrees(t *testing.T) {
	geo := read(t, "a.tsp", "DIMENSION: 2\nEDGE_WEIGHT_TYPE: GEO\nNODE_COORD_SECTION\n1 48.51 2.21\n2 -41.54 12.30\n", format.Options{})
	for _, f := range []format.Format{format.CSV, format.GeoJSON, format.GPX} {
		var b strings.Builder
		if err := format.Write(&b, geo, f); err != nil {
			t.Fatal(err)
		}
		in := read(t, "a."+string(f), b.String(), format.Options{})
		metres := in.CostOf(in.Dist(0, 1))
		if km := float64(geo.Dist(0, 1)); math.Abs(metres/1000-km) > 0.005*km {
			t.Errorf("%s: %v m for %v km", f, metres, km)
		}
	}
}
