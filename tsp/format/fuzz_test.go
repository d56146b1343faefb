package format_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// fuzzFormat feeds arbitrary input to a parser. The parser must never panic or allocate more memory
// than the input can need. An instance that it accepts must be unchanged after writing and reading.
func fuzzFormat(f *testing.F, file string, seeds ...string) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	for _, m := range malformed {
		if m.file == file {
			f.Add([]byte(m.text))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		size := len(data)
		if file == "stdin" {
			size += 4 << 20 // a decompression bomb is partly unpacked before it is rejected
		}
		var in *tsp.Instance
		var err error
		testkit.Frugal(t, size, func() { in, err = format.Read(bytes.NewReader(data), file, format.Options{}) })
		if err == nil {
			rewrite(t, in)
		}
		doc, again := format.Load(bytes.NewReader(data), file, format.Options{SkipInvalid: true})
		if err == nil && (again != nil || doc.Left > 0 || doc.Instance.Hash() != in.Hash()) {
			t.Fatalf("leaving out invalid rows changes a valid file: %v", again)
		}
	})
}

// rewrite writes and reads an instance in the two formats that carry all its data.
func rewrite(t *testing.T, in *tsp.Instance) {
	for _, f := range []format.Format{format.TSPLIB, format.JSON} {
		var b bytes.Buffer
		if err := format.Write(&b, in, f); err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		text := b.String()
		out, err := format.Read(&b, "a", format.Options{Format: f})
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if in.N() != out.N() || in.Hash() != out.Hash() || !cmp.Equal(summarise(in).IDs, summarise(out).IDs) {
			t.Fatalf("%s: the instance changed:\n%s", f, text)
		}
	}
}

func FuzzTSPLIB(f *testing.F) {
	fuzzFormat(f, "a.tsp",
		head2+"1 0 0\n2 3e1 -4.5\nEOF\n",
		"DIMENSION: 3\nEDGE_WEIGHT_SECTION\n"+strings.Repeat("1 ", 50), strings.Repeat("COMMENT: x\n", 50),
		"NAME : x\nCOMMENT : y\nTYPE : HPP\nPATH_START : 2\n"+head2+"2 0 0\n7 3 4\nFIXED_EDGES_SECTION\n2 7\n-1\nEOF\n",
		matrix+"0 1\n1 0\nDISPLAY_DATA_SECTION\n1 0 0\n2 1 1\nEOF\n",
		strings.ReplaceAll(matrix, "FULL_MATRIX", "LOWER_DIAG_ROW")+"0 1.25 0\nNODE_ID_SECTION\n5 6 -1\n",
		strings.ReplaceAll(head2, "EUC_2D", "GEO")+"1 -10.30 20.5\n2 89.59 -170\n",
		strings.ReplaceAll(head2, "EUC_2D", "EUCLIDEAN")+"1 1 2 3\n2 4 5 6\n",
		strings.ReplaceAll(head2, "EUC_2D", "HAVERSINE")+"1 1 2\n2 4 5\n",
		strings.ReplaceAll(head2, "EUC_2D", "XRAY2")+"1 1 2 3\n2 4 5 6\n",
	)
}

func FuzzCSV(f *testing.F) {
	fuzzFormat(f, "a.csv",
		"id,name,x,y\n7,A,1,2\n8,\"B, C\",3,4\n", "lat;lon\n48,8;2,3\n41,9;12,5\n", "1 2\n3 4\n",
		",A,B\nA,0,1.5\nB,2,0\n", "0,1,2,3\n1,0,2,3\n2,2,0,3\n3,3,3,0\n", "1,5,6\n2,7,8\n3,9,9\n", "x\ty\tz\n1\t2\t3\n",
		"0,1,2\n1,0,3\n2,3,0\n", "id,name,x,y\nA,N,1,2\nB,N,3,4\n", ",A,B,C\n0,0,1,2\n1,1,0,3\n2,2,3,0\n", "A\nB\n",
		"sep=;\nKunde;Breite;L\xe4nge\nA;53,5;9,9\n", "Report\n\nstop_id|stop_lat|stop_lon|x\nA|1|2|3\nB|?|2\n", "\xff\xfex\x00,\x00y\x00\n\x001\x00,\x002\x00\n\x00",
		"WKT,name\nPOINT (1 2),A\n", "lat/long\n\"52.5, 13.4\"\n", "lat,lon\n52\u00b030'N,9E\n", "A,53.551,9.991\nB,53.552,9.992\n", "name,x,y\r1,2,3\r", "#,lat,lon\n#1,2,3\n",
	)
	files, err := filepath.Glob("testdata/messy/*.csv")
	if err != nil || len(files) == 0 {
		f.Fatal(files, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
}

// Rows of arbitrary text are read or rejected without a panic, whichever columns the caller names.
func FuzzRows(f *testing.F) {
	f.Add("name\tx\ty\nA\t1\t2\n\nB\t3", "x", "2", true)
	f.Add("A\tB\n0\t1\n1\t0", "lat", "A", false)
	f.Fuzz(func(t *testing.T, text, kind, column string, asked bool) {
		opt := format.Options{SkipInvalid: true}
		if asked {
			opt.Columns = map[string]string{kind: column}
		}
		rows := func(yield func([]string, error) bool) {
			for line := range strings.Lines(text) {
				if !yield(strings.Split(strings.TrimSuffix(line, "\n"), "\t"), nil) {
					return
				}
			}
		}
		testkit.Frugal(t, len(text), func() {
			if doc, err := format.ReadRows(rows, "a.xlsx", opt); err == nil {
				rewrite(t, doc.Instance)
			}
		})
	})
}

func FuzzGeoJSON(f *testing.F) {
	fuzzFormat(f, "a.geojson",
		`{"type": "FeatureCollection", "name": "n", "metric": "EUC_2D", "features": [{"type": "Feature", "id": 3, "properties": {"name": "A"}, "geometry": {"type": "Point", "coordinates": [1, 2]}}]}`,
		`{"type": "GeometryCollection", "geometries": [{"type": "MultiPoint", "coordinates": [[1, 2, 3], [4, 5]]}, {"type": "LineString", "coordinates": []}]}`,
		`{"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 2]}}`,
		strings.Repeat(`{"type":"GeometryCollection","geometries":[`, 20)+strings.Repeat("]}", 20),
	)
}

func FuzzJSON(f *testing.F) {
	fuzzFormat(f, "a.json",
		`{"name": "n", "comment": "c", "metric": "ATT", "points": [[1, 2], [3, 4], [5, 6]], "ids": [7, 8, 9], "labels": ["a", "b", "c"], "fixed": [[7, 8]], "open": true, "start": 9}`,
		`{"latlon": [[1, 2], [3, 4]]}`, `{"matrix": [[0, 1.5], [2, 0]], "display": [[1, 2], [3, 4]]}`,
		`[{"x": 1, "y": 2, "name": "A"}, {"x": 3, "y": 4, "name": "B"}]`, `[{"lat": 1, "lng": 2, "id": 7}]`,
		`{"code": "Ok", "durations": [[0, 1], [2, 0]], "sources": [{"location": [1, 2]}, {"location": [3, 4], "name": "A"}]}`,
		`[[0, 1, 2], [1, 0, 3], [2, 3, 0]]`, `{"matrix": [[0]], "unit": "km"}`,
	)
}

func FuzzNPY(f *testing.F) {
	fuzzFormat(f, "a.npy",
		npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }", []float64{0, 1, 2, 0}),
		npy("{'descr': '>i2', 'fortran_order': True, 'shape': (3, 2), }", make([]int16, 6)),
		npy("{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3), }", []byte("123456")),
	)
}

func FuzzGPX(f *testing.F) {
	fuzzFormat(f, "a.gpx",
		`<gpx><metadata><name>n</name></metadata><wpt lat="1" lon="2"><name>A</name></wpt><wpt lat="3" lon="4"/></gpx>`,
		`<gpx><rte><rtept lat="1" lon="2"/><rtept lat="3" lon="4"/><rtept lat="1" lon="2"/></rte></gpx>`,
		`<gpx>`+strings.Repeat("<a>", 100), `<gpx><wpt lat="1" lon="2"><name>`+strings.Repeat("a<!---->", 50)+`</name></wpt></gpx>`,
		`<?xml version="1.0"?><gpx><trk><trkseg><trkpt lat="1" lon="2"/></trkseg></trk></gpx>`,
	)
}

// FuzzCompressed lets the reader detect the format by content that may be compressed.
func FuzzCompressed(f *testing.F) {
	fuzzFormat(f, "stdin", string(pack(f, "zst", bytes.Repeat([]byte(","), 20<<20))), string(pack(f, "zst", bytes.Repeat([]byte("[[],"), 5<<20))))
	for _, kind := range []string{"gz", "zst"} {
		for _, text := range []string{head2 + "1 0 0\n2 3 4\n", "x,y\n1,2\n", "[[1, 2]]", strings.Repeat("1 2\n", 500)} {
			f.Add(pack(f, kind, []byte(text)))
		}
		f.Add([]byte(zstdClaim(0x88)))
	}
}

// A tour that is accepted is a permutation and is unchanged after writing and reading.
func FuzzTour(f *testing.F) {
	in, err := format.Read(strings.NewReader("id,name,x,y\n1,A,0,0\n2,B,0,1\n3,C,1,1\n"), "a.csv", format.Options{})
	if err != nil {
		f.Fatal(err)
	}
	for _, s := range []string{"1 2 3", "TYPE: TOUR\nDIMENSION: 3\nTOUR_SECTION\n3\n1\n2\n-1\nEOF\n", "id\n2\n1\n3\n", "name;x\nA;1\nB;2\nC;3\n", `{"tour": [3, 2, 1]}`, "[1, 2, 3]", "1,2,3,1", "B\n\"A\"\n\n C\nB\n", "<gpx/>", `{"type": 1}`,
		"position,id,x,y,name,leg\n1,1,0,0,A,1.4\n2,2,0,1,B,1\n3,3,1,1,C,1\n",
		"<gpx><rte><extensions><cost xmlns=\"urn:tourmaline\">3</cost></extensions><rtept lat=\"0\" lon=\"0\"><name>A</name></rtept><rtept lat=\"0\" lon=\"1\"><extensions><id>2</id></extensions></rtept><rtept lat=\"0\" lon=\"1\"><name>3</name></rtept></rte></gpx>",
		`{"type": "FeatureCollection", "features": [{"properties": {"cost": 1}, "geometry": {"type": "MultiLineString", "coordinates": [[[0,0],[0,1]],[[0,1],[1,1]]]}}, {"properties": {"position": 1, "id": 2}, "geometry": {"type": "Point", "coordinates": [0,0]}}]}`,
		"COMMENT: Length 3.5\nCOMMENT: Open path\nTOUR_SECTION\n3 1 2 -1",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var tour tsp.Tour
		var claimed format.Stated
		var err error
		testkit.Frugal(t, len(data), func() { tour, claimed, err = format.ReadTour(bytes.NewReader(data), "a.tour", in) })
		if err != nil {
			return
		}
		if err := in.Check(tour); err != nil {
			t.Fatal(err)
		}
		_ = claimed.Check(in, tour) // must not panic, whatever the file states
		for _, kind := range []format.Format{format.Tour, format.CSV, format.JSON, format.GeoJSON} {
			var b bytes.Buffer
			if err := format.WriteTour(&b, in, tour, nil, kind); err != nil {
				t.Fatal(err)
			}
			again, stated, err := format.ReadTour(&b, "a.tour", in)
			if err != nil || !cmp.Equal(tour, again) {
				t.Fatalf("%v became %v, %v", tour, again, err)
			}
			if err := stated.Check(in, again); err != nil || stated.Cost == nil {
				t.Fatalf("%+v: %v", stated, err)
			}
		}
	})
}
