package job

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/perceptron"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// A sample is an instance file and a job for it.
type sample struct {
	spec Spec
	data []byte
}

// others returns a sample of every problem except tours.
func others(t testing.TB) map[string]sample {
	t.Helper()
	named := func(name, text string) sample {
		return sample{Spec{Instance: Hash([]byte(text)), File: name, Settings: Settings{Seed: 3, Limits: tourmaline.Limits{Steps: 20}}}, []byte(text)}
	}
	return map[string]sample{
		"qap":        named("office.dat", "5\n0 1 2 3 4\n1 0 5 6 7\n2 5 0 8 9\n3 6 8 0 1\n4 7 9 1 0\n\n0 3 1 4 1\n3 0 5 9 2\n1 5 0 6 5\n4 9 6 0 3\n1 2 5 3 0\n"),
		"perceptron": named("p.ppp", perceptronText(t)),
		"vehicles":   named("g.vrp", "EDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 2\nNODE_COORD_SECTION\n1 0 0\n2 9 0\n3 8 3\n4 0 7\nDEMAND_SECTION\n1 0\n2 1\n3 1\n4 1\nDEPOT_SECTION\n1\n"),
		"maxcut":     named("g.mc", "5 6\n1 2 1\n2 3 1\n3 4 2\n4 5 1\n5 1 3\n1 3 1\n"),
		"colouring":  named("g.col", "p edge 5 6 3\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\ne 1 3\n"),
		"function":   named("r.fun", "rastrigin 4\n"),
		"table":      firm(named("stops.csv", "name,lat,lon,boxes,open\nDepot,53.55,9.99,,\nAltona,53.55,9.93,3,8:00\nHarburg,53.46,9.98,5,\nBarmbek,53.58,10.04,4,10:00\n")),
	}
}

// firm returns a sample whose table holds the stops of two kinds of vehicles.
func firm(s sample) sample {
	s.spec.Fleet = Fleet{Table: "name,count,capacity\nvan,2,8\nbike,1,4\n", Shift: "7-18"}
	s.spec.Schedule, s.spec.Route = Schedule{Speed: 30, MinutesPerStop: 5, RoadFactor: 1.2}, Route{Start: "Depot"}
	return s
}

// perceptronText returns a small permuted perceptron problem.
func perceptronText(t testing.TB) string {
	t.Helper()
	in, _, err := perceptron.Generate(7, 9, 1)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := perceptron.Write(&b, in); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// tourFiles returns a sample of every file format for tour instances.
func tourFiles(t testing.TB) map[string]sample {
	t.Helper()
	all := map[string]sample{}
	add := func(key, name string, data []byte, reading Reading) {
		all[key] = sample{Spec{Instance: Hash(data), File: name, Reading: reading, Settings: Settings{Seed: 5, Limits: tourmaline.Limits{Steps: 3}}}, data}
	}
	globe, err := tsp.FromPoints(tsp.Haversine, []tsp.Point{{53.5, 9.9}, {52.5, 13.4}, {48.1, 11.5}, {50.9, 6.9}, {50.1, 8.6}})
	if err != nil {
		t.Fatal(err)
	}
	if globe, err = globe.With(tsp.Details{Labels: []string{"Hamburg", "Berlin", "München", "Köln", "Frankfurt"}}); err != nil {
		t.Fatal(err)
	}
	for _, f := range []format.Format{format.TSPLIB, format.CSV, format.GeoJSON, format.JSON, format.NPY, format.GPX} {
		var b bytes.Buffer
		if err := format.Write(&b, globe, f); err != nil {
			t.Fatal(err)
		}
		add(string(f), "five."+strings.Replace(string(f), "tsplib", "tsp", 1), b.Bytes(), Reading{})
		add(string(f)+" without an ending", "five", b.Bytes(), Reading{Format: string(f)})
		all[string(f)+" gzip"] = packed(all[string(f)], ".gz", gzipped(t, b.Bytes()))
		all[string(f)+" zstd"] = packed(all[string(f)], ".zst", zstandard(t, b.Bytes()))
	}
	add("matrix", "m.csv", []byte("0,5,9,4\n6,0,7,3\n9,7,0,2\n1,2,3,0\n"), Reading{Format: "matrix", Unit: "min"})
	add("osrm", "table.json", []byte(`{"code":"Ok","durations":[[0,5,9],[6,0,7],[9,7,0]]}`), Reading{})
	add("columns", "stops.csv", []byte("a;b;c\nK-1;1;2\nK-2;3;4\nK-3;5;9\nK-4;;2\n"), Reading{Columns: map[string]string{"id": "a", "x": "b", "y": "3"}, SkipInvalid: true})
	book, err := os.ReadFile(filepath.Join("..", "sheet", "testdata", "stops.xlsx"))
	if err != nil {
		t.Fatal(err)
	}
	add("workbook", "stops.xlsx", book, Reading{SkipInvalid: true})
	add("sheet", "stops.bin", book, Reading{Format: "xlsx", Sheet: "Depots", SkipInvalid: true})
	path := all["csv"]
	path.spec.Route = Route{Start: "Berlin", End: "Köln"}
	all["path"] = path
	return all
}

// packed returns a sample whose file is compressed.
func packed(s sample, ending string, data []byte) sample {
	s.spec.File, s.spec.Instance, s.data = s.spec.File+ending, Hash(data), data
	return s
}

// workbookOf returns a workbook with one sheet of the given rows.
func workbookOf(t testing.TB, rows string) []byte {
	t.Helper()
	return testkit.Zip(t, map[string]string{
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Target="one.xml"/></Relationships>`,
		"xl/workbook.xml":            `<workbook xmlns:r="x"><sheets><sheet name="One" r:id="r1"/></sheets></workbook>`,
		"xl/one.xml":                 `<worksheet><sheetData>` + rows + `</sheetData></worksheet>`,
	})
}

func gzipped(t testing.TB, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zstandard(t testing.TB, data []byte) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	return w.EncodeAll(data, nil)
}

// failed checks that an error contains the expected fault.
func failed(t testing.TB, what string, err error, code, field string) {
	t.Helper()
	for _, f := range Faults(err) {
		if f.Code == code && f.Field == field && f.Detail != "" {
			return
		}
	}
	t.Errorf("%s: expected %s in %q, found %s", what, code, field, fmt.Sprintf("%+v (%v)", Faults(err), err))
}
