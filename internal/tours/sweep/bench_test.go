package sweep

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// BenchmarkSweep measures one sweep on all threads, over a tour with many possible moves and over a
// tour with none.
func BenchmarkSweep(b *testing.B) {
	for _, k := range []Rule{{Kind: TwoOpt}, {Kind: ThreeOpt}} {
		for _, n := range []int{10_000, 100_000} {
			in, l, greedy := uniform(b, n)
			e := NewReference(in, l, runtime.GOMAXPROCS(0))
			c := NewChain(lk.NewUndirected(in, l, greedy, lk.LinKernighan), e, k, n)
			for done := false; !done; {
				done = must(c.Descend(b.Context(), 1))
				c.Commit()
			}
			optimum := c.Tour(nil)
			for i, tour := range []tsp.Tour{greedy, optimum} {
				b.Run(fmt.Sprintf("%v/n=%d/%s", k.Kind, n, []string{"greedy", "optimum"}[i]), func(b *testing.B) {
					b.ReportAllocs()
					var moves []Move
					for b.Loop() {
						moves = must(e.Sweep(context.Background(), tour, k, n, moves[:0]))
					}
					b.ReportMetric(float64(len(l.City))*float64(b.N)/b.Elapsed().Seconds(), "pairs/s")
				})
			}
		}
	}
}
