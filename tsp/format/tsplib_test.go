package format_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

func read(t *testing.T, name, text string, opt format.Options) *tsp.Instance {
	t.Helper()
	in, err := format.Read(strings.NewReader(text), name, opt)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// distances returns the full matrix of an instance, with zeros on the diagonal.
func distances(in *tsp.Instance) [][]int64 {
	m := make([][]int64, in.N())
	for i := range m {
		m[i] = make([]int64, in.N())
		for j := range m[i] {
			if i != j {
				m[i][j] = in.Dist(int32(i), int32(j))
			}
		}
	}
	return m
}

// TestLayouts reads the following matrix in every TSPLIB layout:
//
//	0 1 2 4
//	1 0 3 5
//	2 3 0 6
//	4 5 6 0
func TestLayouts(t *testing.T) {
	want := [][]int64{{0, 1, 2, 4}, {1, 0, 3, 5}, {2, 3, 0, 6}, {4, 5, 6, 0}}
	for layout, numbers := range map[string]string{
		"FULL_MATRIX":    "0 1 2 4\n1 0 3 5\n2 3 0 6\n4 5 6 0",
		"UPPER_ROW":      "1 2 4\n3 5\n6",
		"LOWER_ROW":      "1\n2 3\n4 5 6",
		"UPPER_DIAG_ROW": "0 1 2 4\n0 3 5\n0 6\n0",
		"LOWER_DIAG_ROW": "0\n1 0\n2 3 0\n4 5 6 0",
		"UPPER_COL":      "1\n2 3\n4 5 6",
		"LOWER_COL":      "1 2 4\n3 5\n6",
		"UPPER_DIAG_COL": "0\n1 0\n2 3 0\n4 5 6 0",
		"LOWER_DIAG_COL": "0 1 2 4\n0 3 5\n0 6\n0",
	} {
		for _, text := range []string{numbers, strings.ReplaceAll(numbers, "\n", " "), strings.ReplaceAll(numbers, " ", "\r\n\t")} {
			file := fmt.Sprintf("TYPE: TSP\nDIMENSION: 4\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: %s\nEDGE_WEIGHT_SECTION\n%s\nEOF\n", layout, text)
			in := read(t, "m.tsp", file, format.Options{})
			if diff := cmp.Diff(want, distances(in)); diff != "" {
				t.Errorf("%s: %s", layout, diff)
			}
		}
	}
}

// TestMetrics compares distances from the first city to the second with values computed by hand.
func TestMetrics(t *testing.T) {
	for _, c := range []struct {
		metric, places string
		want           int64
	}{
		{"EUC_2D", "1 0 0\n2 1 1", 1},       // 1.414
		{"EUC_2D", "1 0 0\n2 1.5 2", 3},     // 2.5, rounded by floor(x + 0.5)
		{"EUC_2D", "1 0 0\n2 0.5 0", 1},     // 0.5, not rounded to even
		{"CEIL_2D", "1 0 0\n2 1 1", 2},      // 1.414, rounded up
		{"CEIL_2D", "1 0 0\n2 3 4", 5},      // exactly 5
		{"EUC_3D", "1 0 0 0\n2 1 2 2", 3},   // 3
		{"MAN_2D", "1 0 0\n2 1.25 -1", 2},   // 2.25
		{"MAN_3D", "1 0 0 0\n2 1 1 1.5", 4}, // 3.5
		{"MAX_2D", "1 0 0\n2 3 -7", 7},
		{"MAX_3D", "1 0 0 0\n2 3 -7 8.5", 9}, // 8.5
		// sqrt(10) = 3.16 rounds to 3, which is less, so the result is 4
		{"ATT", "1 0 0\n2 10 0", 4},
		{"ATT", "1 0 0\n2 20 20", 9}, // sqrt(80) = 8.94 rounds to 9, which is not less
		// a quarter of the circumference 2 pi 6378.388, as int(x + 1)
		{"GEO", "1 0 0\n2 0 90", 10020},
		// half a degree, 55.66 + 1; -30.30 means -30.5 degrees
		{"GEO", "1 -30.30 0\n2 -30.00 0", 56},
		{"GEO", "1 10.90 0\n2 11.30 0", 1}, // minutes above .60: both latitudes are 11.5 degrees
		{"XRAY1", "1 350 0 0\n2 10 0 0", 2000},
		{"XRAY1", "1 0 10 5\n2 0 40 25", 3000},
		{"XRAY2", "1 0 10 5\n2 0 40 28", 2000},  // max(30 / 1.5, 23 / 1.15)
		{"XRAY2", "1 350 0 0\n2 10 0 0", 1600},  // 20 / 1.25
		{"EUCLIDEAN", "1 0 0\n2 1 1", 14142136}, // 1.4142136 in units of 1e-7
	} {
		file := "DIMENSION: 2\nEDGE_WEIGHT_TYPE: " + c.metric + "\nNODE_COORD_SECTION\n" + c.places + "\nEOF\n"
		in := read(t, "m.tsp", file, format.Options{})
		if got := in.Dist(0, 1); got != c.want {
			t.Errorf("%s %q: %d, expected %d", c.metric, c.places, got, c.want)
		}
	}
}

// Different spellings of the same file, as found in practice, are read as the same instance.
func TestSpellings(t *testing.T) {
	const plain = "NAME: a\nTYPE: TSP\nDIMENSION: 3\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3 0\n3 0 4\nEOF\n"
	want := read(t, "a.tsp", plain, format.Options{})
	for title, text := range map[string]string{
		"CRLF":               strings.ReplaceAll(plain, "\n", "\r\n"),
		"blank before colon": strings.ReplaceAll(plain, ":", " :"),
		"no colon":           strings.ReplaceAll(plain, ":", ""),
		"tabs":               strings.ReplaceAll(plain, " ", "\t"),
		"blank lines":        strings.ReplaceAll(plain, "\n", "\n  \n"),
		"lower case":         strings.ToLower(plain),
		"no EOF":             strings.ReplaceAll(plain, "EOF\n", ""),
		"no last line end":   strings.ReplaceAll(plain, "\nEOF\n", ""),
		"garbage after EOF":  plain + "7 seven NODE_COORD_SECTION\n1 2\x00",
		"-1 before EOF":      strings.ReplaceAll(plain, "EOF", "-1\nEOF"),
		"author in TYPE":     strings.ReplaceAll(plain, "TYPE: TSP", "TYPE: TSP (M.~Hofmeister)"),
		"byte order mark":    "\ufeff" + plain,
		"unknown keyword":    "CREATED: today\nSOLVER none\n" + plain,
		"unknown section":    strings.ReplaceAll(plain, "EOF", "DEMAND_SECTION\n1 5\n2 x\n-1\nEOF"),
		"exponents":          strings.ReplaceAll(plain, "2 3 0", "2 3.0e+00 0.E-5"),
		"keywords last":      "NODE_COORD_SECTION\n1 0 0\n2 3 0\n3 0 4\nEDGE_WEIGHT_TYPE: EUC_2D\nDIMENSION: 3\nNAME: a\nEOF",
		"data on the line":   strings.ReplaceAll(plain, "SECTION\n", "SECTION "),
		"sections colon":     strings.ReplaceAll(plain, "SECTION\n", "SECTION:\n"),
	} {
		in := read(t, "a", text, format.Options{})
		if in.Name() != "a" || in.Hash() != want.Hash() {
			t.Errorf("%s: name %q, %v", title, in.Name(), distances(in))
		}
	}
}

func TestIDs(t *testing.T) {
	const head = "EDGE_WEIGHT_TYPE: EUC_2D\nDIMENSION: 3\nNODE_COORD_SECTION\n"
	for text, want := range map[string][]int64{
		"1 0 0\n2 0 0\n3 0 0":            {1, 2, 3},
		"0 0 0\n1 0 0\n2 0 0":            {0, 1, 2},
		"1 0 0\n2 0 0\n900000000000 0 0": {1, 2, 900000000000},
		"3.0 0 0\n2 0 0\n1 0 0":          {3, 2, 1},
	} {
		in := read(t, "a.tsp", head+text, format.Options{})
		got := []int64{in.ID(0), in.ID(1), in.ID(2)}
		if !cmp.Equal(got, want) {
			t.Errorf("%q: ids %v", text, got)
		}
	}
}

func TestRoutes(t *testing.T) {
	const square = "DIMENSION: 4\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 0 9\n3 9 9\n4 9 0\n"
	in := read(t, "a.tsp", square+"FIXED_EDGES_SECTION\n1 3\n-1\nEOF", format.Options{})
	if err := in.Check(tsp.Tour{0, 1, 2, 3}); err == nil || in.Check(tsp.Tour{0, 2, 1, 3}) != nil {
		t.Errorf("the fixed edge 1-3 is not asked for: %v", err)
	}
	in = read(t, "a.tsp", "TYPE: HPP\nPATH_START: 2\n"+square, format.Options{})
	if start, end := in.Ends(); !in.Open() || start != 1 || end != -1 {
		t.Errorf("a path from 2 became open %v, ends %d %d", in.Open(), start, end)
	}
}

func TestDisplay(t *testing.T) {
	const file = "DIMENSION: 2\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\nEDGE_WEIGHT_SECTION\n7\n"
	for _, section := range []string{"DISPLAY_DATA_SECTION\n5 1 2\n6 3 4\n", "NODE_COORD_SECTION\n5 1 2 0\n6 3 4 0\n"} {
		in := read(t, "a.tsp", file+section, format.Options{})
		if !cmp.Equal(places.Picture(in), []float64{1, 2, 3, 4}) || in.ID(1) != 6 || in.Dist(0, 1) != 7 {
			t.Errorf("%q: picture %v, id %d", section, places.Picture(in), in.ID(1))
		}
	}
}

func TestMetricOption(t *testing.T) {
	const file = "DIMENSION: 2\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 1 1\n"
	in := read(t, "a.tsp", file, format.Options{Metric: "ceil_2d"})
	if in.Metric() != tsp.Ceil2D || in.Dist(0, 1) != 2 {
		t.Errorf("metric %v, distance %d", in.Metric(), in.Dist(0, 1))
	}
}

// TestNames reads files with and without names and comments.
func TestNames(t *testing.T) {
	const file = "DIMENSION: 1\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n"
	if in := read(t, "some/where/xqf131.tsp.gz", file, format.Options{}); in.Name() != "xqf131" {
		t.Errorf("name %q", in.Name())
	}
	in := read(t, "x.tsp", "NAME : y\nCOMMENT : one\nCOMMENT: two\n"+file, format.Options{})
	if in.Name() != "y" || in.Details().Comment != "one\ntwo" {
		t.Errorf("name %q, comment %q", in.Name(), in.Details().Comment)
	}
}
