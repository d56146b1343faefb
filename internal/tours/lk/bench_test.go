package lk

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/places"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// prepared returns a uniform instance with cities ordered along the curve, its neighbour lists and
// a greedy tour.
func prepared(b *testing.B, n int) (*tsp.Instance, *near.Lists, tsp.Tour) {
	in, err := tsp.Generate(tsp.Uniform, n, 1)
	if err != nil {
		b.Fatal(err)
	}
	in = in.Pick(must(start.Curve(context.Background(), in)))
	l := must(near.Nearest(context.Background(), in, 8, 2))
	return in, l, must(start.Greedy(context.Background(), in, l, 2))
}

// BenchmarkKick measures one kick with its descent and undo, on both tour structures.
func BenchmarkKick(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000} {
		in, l, tour := prepared(b, n)
		for name, c := range map[string]Peer{
			"array": newOnArray(in, l, tour, LinKernighan), "list": newOnList(in, l, tour, LinKernighan),
		} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				descend(c)
				c.Commit()
				s := rng.At(1, 0, 0)
				for b.Loop() {
					before := c.Length()
					c.Kick(&s, s.IntN(int32(n)), Kick{Size: 50})
					if descend(c); c.Length() > before {
						c.Undo()
					} else {
						c.Commit()
					}
				}
			})
		}
	}
}

// BenchmarkPass measures one pass of each operator from the greedy tour, by number of cities.
func BenchmarkPass(b *testing.B) {
	for _, op := range []Operator{OrOpt, ThreeOpt, LinKernighan} {
		for _, n := range []int{10_000, 100_000, 1_000_000} {
			b.Run(fmt.Sprintf("%v/%d", op, n), func(b *testing.B) {
				in, l, tour := prepared(b, n)
				for b.Loop() {
					c := NewUndirected(in, l, tour, op)
					descend(c)
					b.ReportMetric(100*(in.CostOf(c.Length())/places.RandomTourEstimate(in)-1), "%-over")
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/city")
			})
		}
	}
}

// BenchmarkMend measures Mend after the first descent, including the descents that follow. It
// reports the time as a percentage of the time for lists, start tour and first descent on two
// threads.
func BenchmarkMend(b *testing.B) {
	began := time.Now()
	in, l, tour := prepared(b, 1_000_000)
	c := NewUndirected(in, l, tour, LinKernighan)
	descend(c)
	first := time.Since(began)
	c.Commit()
	for b.Loop() {
		for c.Mend(b.Context()) > 0 {
			descend(c)
		}
		b.StopTimer()
		c.Undo()
		b.StartTimer()
	}
	b.ReportMetric(100*b.Elapsed().Seconds()/float64(b.N)/first.Seconds(), "%-of-first")
}
