package format_test

import (
	"bytes"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// A file of a kilobyte that declares billions of cities is rejected immediately, without allocating
// memory for them.
func TestClaimsCostNothing(t *testing.T) {
	places := strings.Repeat("7 1.5 2.5\n", 80)
	weights := strings.Repeat("1 2 3 4 5 6 7 8\n", 60)
	tsplib := func(n, body string) string { return "NAME: x\nTYPE: TSP\nDIMENSION: " + n + "\n" + body }
	const explicit = "EDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: "
	for _, c := range []struct{ file, text, want string }{
		{"big.tsp", tsplib("2000000000", "EDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n"+places), "big.tsp:3: DIMENSION: expected the number of cities, from 1 to"},
		{"big.tsp", tsplib("500000000", "EDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n"+places), "big.tsp:3: DIMENSION: the file declares 500000000 cities, but NODE_COORD_SECTION on line 5 contains 80"},
		{"big.tsp", tsplib("500000000", explicit+"FULL_MATRIX\nEDGE_WEIGHT_SECTION\n"+weights), "found 480"},
		{"big.tsp", tsplib("500000000", explicit+"UPPER_ROW\nEDGE_WEIGHT_SECTION\n"+weights), "found 480"},
		{"big.tsp", tsplib("99999999999999999999", ""), "big.tsp:3: DIMENSION: expected the number of cities"},
		{"big.npy", npy("{'descr': '<f8', 'fortran_order': False, 'shape': (500000000, 500000000)}", make([]byte, 900)), "the file declares 250000000000000000 numbers of 8 bytes, expected at most " + humanize.Bytes(budget.Default)},
		{"big.npy", npy("{'descr': '<f8', 'fortran_order': True, 'shape': (80000000, 3)}", make([]byte, 900)), "found 112"},
		{"big.npy", "\x93NUMPY\x02\x00\xff\xff\xff\x7f" + strings.Repeat(" ", 900), "at most 65536 bytes"},
		{"big.tsp.zst", zstdClaim(0x88), "big.tsp.zst"}, // a window of 128 MB
		{"big.tsp.zst", zstdClaim(0xa8), "big.tsp.zst"}, // a window of 2 GB
	} {
		if err := refuse(c.file, c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q: %v, expected %s", c.text, err, c.want)
		}
		took, spent := costOf(func() { _ = refuse(c.file, c.text) })
		if spent > 50<<20 || took > 50*time.Millisecond {
			t.Errorf("%.40q took %v and %d MB", c.text, took, spent>>20)
		}
	}
}

func refuse(file, text string) error {
	_, err := format.Read(strings.NewReader(text), file, format.Options{})
	return err
}

// costOf returns the time and the memory that f needs, each as the minimum of three runs, because
// the machine may be busy.
func costOf(f func()) (took time.Duration, spent uint64) {
	took, spent = time.Hour, 1<<60
	for range 3 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		f()
		took = min(took, time.Since(start))
		runtime.ReadMemStats(&after)
		spent = min(spent, after.TotalAlloc-before.TotalAlloc)
	}
	return took, spent
}

// zstdClaim returns a frame that declares a window size and contains one raw block of one byte.
func zstdClaim(window byte) string {
	return "\x28\xb5\x2f\xfd\x00" + string([]byte{window}) + "\x08\x00\x00x"
}

// Output of zstd at its fastest and at its best compression level can be read.
func TestZstdLevels(t *testing.T) {
	text := "DIMENSION: 1\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n1 0 0\nEOF\n" + strings.Repeat("some text\n", 1<<20)
	for _, level := range []zstd.EncoderLevel{zstd.SpeedFastest, zstd.SpeedBestCompression} {
		var b bytes.Buffer
		w, err := zstd.NewWriter(&b, zstd.WithEncoderLevel(level))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := format.Read(&b, "a.tsp.zst", format.Options{}); err != nil {
			t.Error(err)
		}
	}
}
