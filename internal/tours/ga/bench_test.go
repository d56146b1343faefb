package ga

import (
	"fmt"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// BenchmarkChildren builds two children on one thread, from random parents and from good ones.
//
//	go test ./internal/tours/ga -run '^$' -bench Children -count 10
func BenchmarkChildren(b *testing.B) {
	for _, n := range []int{131, 1000, 10_000, 100_000} {
		in := alongCurve(b, n)
		for _, pool := range []string{"random", "greedy"} {
			p := with(3, 1, "bcscx", func(p *Params) { p.Pool = pool })
			s := begin(b, in, p, 1, 1)
			evolve(b, s, 0)
			r := s.engine.(*Reference)
			for _, rule := range []Crossover{SCX, BCSCX, ARX} {
				b.Run(fmt.Sprintf("%v/%s/n=%d", rule, pool, n), func(b *testing.B) {
					t := newThread(in)
					c := Crossing{Crossover: rule, Switch: [2]int32{int32(n / 3), int32(2 * n / 3)}}
					for b.Loop() {
						t[0].start(c, r.genes[0], r.genes[1], t[0].spare)
						t[1].start(c, r.genes[1], r.genes[0], t[1].spare)
						if err := build(b.Context(), t[0].crosser, t[1].crosser); err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(2*n), "ns/city")
				})
			}
		}
	}
}

// alongCurve returns an instance with cities numbered along a space-filling curve, as in package
// prepare.
func alongCurve(b *testing.B, n int) *tsp.Instance {
	b.Helper()
	in := generate(b, tsp.Uniform, n)
	order, err := start.Curve(b.Context(), in)
	if err != nil {
		b.Fatal(err)
	}
	return in.Pick(order)
}
