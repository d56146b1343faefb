package format_test

import (
	"bytes"
	"io"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// pack compresses data like the gzip and zstd commands.
func pack(t testing.TB, kind string, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser = gzip.NewWriter(&b)
	if kind == "zst" {
		z, err := zstd.NewWriter(&b)
		if err != nil {
			t.Fatal(err)
		}
		w = z
	}
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Compression is detected by the first bytes of the file, not by its name.
func TestCompressed(t *testing.T) {
	const file = "DIMENSION: 2\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3 4\nEOF\n"
	for _, kind := range []string{"gz", "zst"} {
		packed := pack(t, kind, []byte(file))
		for _, name := range []string{"a.tsp." + kind, "a.tsp", "stdin"} {
			in, err := format.Read(bytes.NewReader(packed), name, format.Options{})
			if err != nil {
				t.Error(err)
			} else if in.Dist(0, 1) != 5 {
				t.Errorf("%s: distance %d", name, in.Dist(0, 1))
			}
		}
		in, err := format.Read(bytes.NewReader(packed), "a.tsp", format.Options{})
		if err != nil {
			t.Fatal(err)
		}
		tour, _, err := format.ReadTour(bytes.NewReader(pack(t, kind, []byte("2 1"))), "a.tour", in)
		if err != nil || len(tour) != 2 || tour[0] != 1 {
			t.Errorf("tour %v, %v", tour, err)
		}
	}
}

// A truncated file is rejected, not read as a shorter file.
func TestCompressedCut(t *testing.T) {
	file := "DIMENSION: 2\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3 4\n" + strings.Repeat(" \n", 999)
	for _, kind := range []string{"gz", "zst"} {
		packed := pack(t, kind, []byte(file))
		for cut := 5; cut < len(packed)-1; cut += 3 {
			_, err := format.Read(bytes.NewReader(packed[:cut]), "a.tsp", format.Options{})
			if err == nil || err.Error() != "a.tsp: the compressed file is truncated: is the download complete?" {
				t.Errorf("%s: %d of %d bytes: %v", kind, cut, len(packed), err)
			}
		}
	}
}

// The error states that the file is truncated, whatever error the parser reports about the part
// that was read.
func TestCompressedCutFormats(t *testing.T) {
	in := labelled(t)
	many := strings.Repeat("1.5,2.25\n", 20000)
	for _, kind := range []string{"gz", "zst"} {
		for name, text := range map[string]string{
			"a.csv": "x,y\n" + many, "a.json": "[" + strings.Repeat("[1, 2],", 20000) + "[3, 4]]",
			"a.gpx": "<gpx>" + strings.Repeat(`<wpt lat="1" lon="2"/>`, 20000) + "</gpx>",
			"a.npy": npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1000, 2)}", make([]float64, 2000)),
			"stdin": many, "a.tour": "10 20 30 4" + strings.Repeat("0", 70000),
		} {
			packed := pack(t, kind, []byte(text))
			packed = packed[:len(packed)*2/3]
			_, err := format.Read(bytes.NewReader(packed), name, format.Options{})
			if name == "a.tour" {
				_, _, err = format.ReadTour(bytes.NewReader(packed), name, in)
			}
			if err == nil || !strings.Contains(err.Error(), "the compressed file is truncated") {
				t.Errorf("%s as %s: %v", name, kind, err)
			}
		}
	}
}

// Options.Count reports how many bytes of the file on disk have been read.
func TestReadingIsCounted(t *testing.T) {
	text := []byte("x,y\n" + strings.Repeat("1,2\n3,4\n", 1000))
	for _, data := range [][]byte{text, pack(t, "gz", text), pack(t, "zst", text)} {
		var count atomic.Int64
		if _, err := format.Read(bytes.NewReader(data), "a.csv", format.Options{Count: &count}); err != nil {
			t.Fatal(err)
		}
		if count.Load() != int64(len(data)) {
			t.Errorf("%d of %d bytes", count.Load(), len(data))
		}
	}
}
