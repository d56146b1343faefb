//go:build figures

package bound

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// TestDistances measures the distance of bounds to the optima of benchmark instances.
// TOURMALINE_BOUNDS contains patterns of files in the data folder, such as tsplib/d*.tsp.
func TestDistances(t *testing.T) {
	sum, count := 0.0, 0
	for _, pattern := range strings.Fields(os.Getenv("TOURMALINE_BOUNDS")) {
		for _, path := range must(filepath.Glob(filepath.Join("..", "..", "..", "..", "shared", "data", filepath.FromSlash(pattern)))) {
			in, err := format.ReadFile(path, format.Options{})
			if err != nil {
				t.Fatal(err)
			}
			known, ok := tsp.BestKnown(in)
			if !ok || in.N() < 3 || in.N() > 20_000 {
				continue
			}
			b := run(t.Context(), t, in, 2, 1<<20)
			gap := 100 * (1 - b.Cost()/float64(known.Value))
			t.Logf("%s: %.0f, %.3f %% below %d", in.Name(), b.Cost(), gap, known.Value)
			if b.Cost() > float64(known.Value) {
				t.Errorf("%s: the bound is above the cost of a tour", in.Name())
			}
			sum, count = sum+gap, count+1
		}
	}
	if count == 0 {
		t.Fatal("TOURMALINE_BOUNDS selects no files")
	}
	t.Logf("mean %.3f %% of %d instances", sum/float64(count), count)
}
