package format_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// An endless is a file that starts with head and then repeats text forever.
type endless struct {
	head  *strings.Reader
	text  string
	given int // number of bytes read after head
}

func forever(head, text string) *endless {
	return &endless{head: strings.NewReader(head), text: strings.Repeat(text, 4096)}
}

func (e *endless) Read(p []byte) (n int, err error) {
	if e.head.Len() > 0 {
		return e.head.Read(p)
	}
	if e.given > 64<<20 {
		return 0, errors.New("the reader does not stop")
	}
	n = copy(p, e.text[:len(e.text)/4096*max(1, min(4096, len(p)/(len(e.text)/4096)))])
	e.given += n
	return n, nil
}

// Reading stops at the count that a header declares. A file with an impossible start is rejected
// without reading on.
func TestEndlessFiles(t *testing.T) {
	const zero = "\x00"
	three := "DIMENSION: 3\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: "
	for _, c := range []struct{ file, head, text, want string }{
		{"a.tsp", three + "FULL_MATRIX\nEDGE_WEIGHT_SECTION\n", "1 ", "a.tsp:5: EDGE_WEIGHT_SECTION: expected 9 numbers for 3 cities (DIMENSION, line 1), found more"},
		{"a.tsp", three + "UPPER_ROW\nEDGE_WEIGHT_SECTION\n", "1 ", "expected 3 numbers for 3 cities"},
		{"a.tsp", "DIMENSION: 3\nEDGE_WEIGHT_SECTION\n", "1 ", "expected 9 numbers for 3 cities"},
		{"a.tsp", "DIMENSION: 3\nNODE_ID_SECTION\n", "1 ", "a.tsp:3: NODE_ID_SECTION: expected at most 3 ids for 3 cities (DIMENSION, line 1), found more"},
		{"a.tsp", "DIMENSION: 3\nFIXED_EDGES_SECTION\n", "1 ", "expected at most 6 ids"},
		{"a.tsp", "DIMENSION: 3\nNODE_COORD_SECTION\n", "1 2 3\n", "this is city number 4"},
		{"a.csv", "", "0,1,2,3\n", "this is row 5 of a matrix with 4 columns"},
		{"a.csv", "x,y", ",", "expected at most 1 MiB for a single row, found more"},
		{"a.json", "  \n", "x", "a.json:2: expected JSON, found"},
		{"a.npy", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (300000, 300000)}"), zero, "too large: the file declares 90000000000 numbers of 8 bytes, expected at most " + humanize.Bytes(budget.Default) + "; raise MaxBytes to read larger files"},
		{"a.gpx", "<gpx>", "<a>", "a.gpx:1: elements are nested 65 levels deep, expected at most 64"},
		{"a.gpx", "<gpx", " a=''", "expected at most 1 MiB for a single element or text, found more"},
		{"zero.tsp", "", zero, "expected a keyword"},
		{"zero.csv", "", zero, "expected at most 1 MiB for a single row"},
		{"zero.json", "", zero, "expected JSON, found"},
		{"zero.geojson", "", zero, "expected JSON, found"},
		{"zero.npy", "", zero, "expected the magic bytes"},
		{"zero.gpx", "", zero, "invalid XML"},
		{"zero", "", zero, "expected at most 1 MiB for a single row"},
	} {
		from := forever(c.head, c.text)
		_, err := format.Read(from, c.file, format.Options{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %.40q and %q: %.200v, expected %s", c.file, c.head, c.text, err, c.want)
		}
		if from.given > 4<<20 {
			t.Errorf("%s %.40q and %q: read %d bytes", c.file, c.head, c.text, from.given)
		}
	}
}

// If the byte limit is exceeded, the error states this as the cause, whatever error the parser
// reports.
func TestMaxBytes(t *testing.T) {
	for _, c := range []struct{ file, head, text, want string }{
		{"a.tsp", "", "\n", "expected at most 2 MiB, found more"},
		{"a.tsp", "EDGE_WEIGHT_SECTION\n", "1 ", "expected at most 2 MiB, found more"},
		{"a.csv", "x,y\n", "0,0\n", "expected at most 2 MiB, found more"},
		{"a.json", "[", "0,", "expected a document of at most 512 KiB, found more"},
		{"a.json", "", " ", "expected a document of at most 512 KiB, found more"},
		{"a.gpx", "<gpx>", "<a/>", "expected at most 2 MiB, found more"},
	} {
		_, err := format.Read(forever(c.head, c.text), c.file, format.Options{MaxBytes: 2 << 20})
		if !errors.Is(err, format.ErrTooLarge) || !strings.HasPrefix(err.Error(), c.file+": too large: ") || !strings.HasSuffix(err.Error(), "; raise MaxBytes to read larger files") {
			t.Errorf("%s %q: %v, expected %s", c.file, c.text, err, c.want)
		} else if !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %q: %v, expected %s", c.file, c.text, err, c.want)
		}
	}
	fits := head2 + "1 0 0\n2 3 4\n"
	if _, err := format.Read(strings.NewReader(fits), "a.tsp", format.Options{MaxBytes: int64(len(fits))}); err != nil {
		t.Error(err)
	}
	if _, err := format.Read(strings.NewReader(fits), "a.tsp", format.Options{MaxBytes: int64(len(fits)) - 1}); !errors.Is(err, format.ErrTooLarge) {
		t.Errorf("one byte more than MaxBytes: %v", err)
	}
}

// Files of a few kilobytes that decompress to many megabytes use little memory. A limit set by the
// caller lifts the limit on the compression ratio.
func TestBombs(t *testing.T) {
	const size = 20 << 20
	for _, c := range []struct{ file, text string }{
		{"a.csv", "x,y" + strings.Repeat(",", size)},
		{"a.json", "[" + strings.Repeat("[],", size/3) + "[]]"},
		{"a.gpx", "<gpx>" + strings.Repeat("<a>", size/3)},
		{"a.geojson", `{"type": "FeatureCollection", "features": [` + strings.Repeat("{},", size/3) + "{}]}"},
		{"a.tsp", "EDGE_WEIGHT_SECTION\n" + strings.Repeat("0 ", size/2)},
	} {
		for _, kind := range []string{"zst", "gz"} {
			bomb := pack(t, kind, []byte(c.text))
			_, spent := costOf(func() {
				if _, err := format.Read(bytes.NewReader(bomb), c.file+"."+kind, format.Options{}); err == nil {
					t.Errorf("%s.%s was read", c.file, kind)
				}
			})
			if spent > 300<<20 {
				t.Errorf("%s: %d bytes took %d MB", c.file, len(bomb), spent>>20)
			}
		}
	}
	flat := head2 + "1 0 0\n2 3 4\nEOF\n"
	packed := pack(t, "zst", []byte("COMMENT: "+strings.Repeat(" ", size)+"\n"+flat))
	_, err := format.Read(bytes.NewReader(packed), "a.tsp.zst", format.Options{})
	if !errors.Is(err, format.ErrTooLarge) || !strings.Contains(err.Error(), "expected at most 200 times the compressed size; raise MaxBytes to read larger files") {
		t.Errorf("%d bytes that unpack to %d: %v", len(packed), size, err)
	}
	if _, err := format.Read(bytes.NewReader(packed), "a.tsp.zst", format.Options{MaxBytes: 1 << 30}); err != nil {
		t.Errorf("with MaxBytes: %v", err)
	}
}

// A sparse file with a size of a terabyte uses only as much memory as its content needs.
func TestSparseFiles(t *testing.T) {
	for name, head := range map[string]string{
		"a.tsp": "DIMENSION: 500000\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n1 2\n",
		"b.tsp": "DIMENSION: 500000000\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 2 3\n",
		"a.npy": npy("{'descr': '<f8', 'fortran_order': False, 'shape': (300000, 300000)}"),
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(head), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, 1<<40); err != nil {
			t.Skip(err) // the file system does not support sparse files
		}
		_, spent := costOf(func() {
			if _, err := format.ReadFile(path, format.Options{}); err == nil {
				t.Errorf("%s was read", name)
			}
		})
		if spent > 20<<20 {
			t.Errorf("%s took %d MB", name, spent>>20)
		}
	}
}

// Text that arrives in many pieces is joined in linear time and memory. Joining the pieces of these
// files once took seconds.
func TestPiecesAreJoinedOnce(t *testing.T) {
	comments := strings.Repeat("COMMENT: a line\n", 160_000) + head2 + "1 0 0\n2 3 4\n"
	pieces := `<gpx><wpt lat="1" lon="2"><name>` + strings.Repeat("ab<!---->", 160_000) + `</name></wpt><wpt lat="3" lon="4"/></gpx>`
	for _, c := range []struct{ file, text string }{{"a.tsp", comments}, {"a.gpx", pieces}} {
		in, err := format.Read(strings.NewReader(c.text), c.file, format.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(in.Details().Comment) + len(strings.Join(in.Details().Labels, "")); got < 2*160_000 {
			t.Errorf("%s: %d bytes of text", c.file, got)
		}
		_, spent := costOf(func() { _, _ = format.Read(strings.NewReader(c.text), c.file, format.Options{}) })
		if spent > 100<<20 {
			t.Errorf("%s: %d bytes allocate %d MB", c.file, len(c.text), spent>>20)
		}
	}
}

func TestNestedCollections(t *testing.T) {
	nest := func(depth int) string {
		return strings.Repeat(`{"type":"GeometryCollection","geometries":[`, depth) + `{"type":"Point","coordinates":[1,2]}` + strings.Repeat("]}", depth)
	}
	if _, err := format.Read(strings.NewReader(nest(8)), "a.geojson", format.Options{}); err != nil {
		t.Error(err)
	}
	for _, depth := range []int{9, 4900} {
		_, err := format.Read(strings.NewReader(nest(depth)), "a.geojson", format.Options{})
		if err == nil || !strings.Contains(err.Error(), "collections are nested more than 8 levels deep") {
			t.Errorf("%d deep: %v", depth, err)
		}
	}
}

// A number that crosses the end of the scanner's window is read as one number or rejected, never
// read as two.
func TestLongNumbers(t *testing.T) {
	long := strings.Repeat("1", 1500)
	for pad := 1<<20 - 1600; pad < 1<<20; pad += 50 {
		text := "EDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nDIMENSION: 2\nEDGE_WEIGHT_SECTION\n0 1 1 "
		text += strings.Repeat(" ", pad-len(text)) + "0" + "." + long + "\nEOF\n"
		_, err := format.Read(strings.NewReader(text), "a.tsp", format.Options{})
		if err == nil || !strings.Contains(err.Error(), `expected a distance, found "0.1111`) {
			t.Fatalf("%d blanks before: %v", pad, err)
		}
	}
}

// Ids of 19 digits are unchanged after writing and reading in every format that stores ids.
func TestLongIDs(t *testing.T) {
	const text = `{"points": [[0, 0], [3, 4]], "ids": [9223372036854775807, 1000000000000000000]}`
	in, err := format.Read(strings.NewReader(text), "a.json", format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []format.Format{format.TSPLIB, format.JSON, format.CSV} {
		var b bytes.Buffer
		if err := format.Write(&b, in, f); err != nil {
			t.Fatal(err)
		}
		out, err := format.Read(&b, "a", format.Options{Format: f})
		if err != nil {
			t.Errorf("%s: %v", f, err)
			continue
		}
		if out.ID(0) != in.ID(0) || out.ID(1) != in.ID(1) {
			t.Errorf("%s: ids %d, %d", f, out.ID(0), out.ID(1))
		}
	}
	_, err = format.Read(strings.NewReader(head2+"1 0 0\n9223372036854775808 1 1\n"), "a.tsp", format.Options{})
	if err == nil || !strings.Contains(err.Error(), "expected a city number") {
		t.Errorf("2^63: %v", err)
	}
}

// Error messages stay short, however long the invalid part of a file is.
func TestShortMessages(t *testing.T) {
	long := strings.Repeat("lé", 200_000)
	for i, c := range []struct{ file, text string }{
		{"a.csv", "lat," + long + "\n1,2\n"},
		{"a.csv", "a," + long + "\n"},
		{"a.csv", "x,y\n1," + long + "\n"},
		{"a.tsp", "DIMENSION: " + long + "\n"},
		{"a.tsp", "TYPE: " + long + "\nDIMENSION: 1\n"},
		{"a.tsp", head2 + long + "\n"},
		{"a.json", `{"points": [[0, 0]], "metric": "` + long + `"}`},
		{"a.json", `{"code": "` + long + `", "message": "` + long + `"}`},
		{"a.json", `{"points": ["` + long + `"]}`},
		{"a.json", `{"points": "` + long + `"}`},
		{"a.json", `{"ids": [1` + strings.Repeat("1", 200_000) + `]}`},
		{"a.geojson", `{"type": "` + long + `"}`},
		{"a.gpx", "<" + strings.Repeat("a", 200_000) + "/>"},
		{"a.gpx", "<gpx><" + strings.Repeat("a", 200_000) + "></gpx>"},
		{"a.npy", npy("{'descr': '" + strings.Repeat("f", 60_000) + "', 'fortran_order': False, 'shape': (1, 2)}")},
		{"a.npy", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (" + strings.Repeat("1,", 30_000) + "2)}")},
	} {
		_, err := format.Read(strings.NewReader(c.text), c.file, format.Options{})
		if err == nil {
			t.Errorf("%d: %s was read", i, c.file)
		} else if n := len(fmt.Sprint(err)); n > 1100 {
			t.Errorf("%d: a message of %d bytes: %.200v", i, n, err)
		}
	}
}
