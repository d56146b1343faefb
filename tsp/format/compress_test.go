package format_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// pack compresses as the commands gzip and zstd do.
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

// The first bytes count, not the name.
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
		tour, err := format.ReadTour(bytes.NewReader(pack(t, kind, []byte("2 1"))), "a.tour", in)
		if err != nil || len(tour) != 2 || tour[0] != 1 {
			t.Errorf("tour %v, %v", tour, err)
		}
	}
}

// A file that breaks off is not taken for a shorter one.
func TestCompressedCut(t *testing.T) {
	file := "DIMENSION: 2\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\n2 3 4\n" + strings.Repeat(" \n", 999)
	for _, kind := range []string{"gz", "zst"} {
		packed := pack(t, kind, []byte(file))
		for cut := 5; cut < len(packed)-1; cut += 3 {
			if _, err := format.Read(bytes.NewReader(packed[:cut]), "a.tsp", format.Options{}); err == nil {
				t.Errorf("%s: %d of %d bytes were accepted", kind, cut, len(packed))
			}
		}
	}
}
