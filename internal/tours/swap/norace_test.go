//go:build !race

package swap

import (
	"context"
	"testing"

	"github.com/tourmaline-opt/tourmaline/moves"
)

// TestNothingIsAllocated is not built under the race detector, which makes a sync.Pool drop some of
// its rows.
func TestNothingIsAllocated(t *testing.T) {
	for name, make := range kinds {
		for way, s := range swaps(make(20, 2), 2) {
			r := moves.Everything()
			wave := []float64{0, 0, 0, 0, 0}
			if n := testing.AllocsPerRun(20, func() {
				c := must(s.Pick(context.Background(), r))
				s.Apply(c.Move, c.Delta)
				s.Deltas(30, wave)
			}); n != 0 {
				t.Errorf("%s, way %d: %v allocations", name, way, n)
			}
		}
	}
}
