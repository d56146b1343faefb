package eax

import (
	"fmt"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// goodCouple returns two Lin-Kernighan tours of cities that are numbered along a space-filling
// curve, as in package prepare.
func goodCouple(t testing.TB, n int) *couple {
	t.Helper()
	in := generate(t, tsp.Uniform, n)
	order, err := start.Curve(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	in = in.Pick(order)
	lists := neighbours(t, in, 8)
	var tours [2]tsp.Tour
	for i := range tours {
		random := rng.At(uint64(i), 0, 0)
		from, err := start.Blurred(t.Context(), in, lists, &random)
		if err != nil {
			t.Fatal(err)
		}
		chain := lk.NewUndirected(in, lists, from, lk.LinKernighan)
		for done := false; !done; {
			if done, err = chain.Descend(t.Context(), 1<<30); err != nil {
				t.Fatal(err)
			}
		}
		tours[i] = chain.Tour(nil)
	}
	return newCouple(t, in, 8, tours[0], tours[1])
}

var benchSizes = []int{1000, 10_000, 100_000}

// BenchmarkCycles finds the AB-cycles of two good tours.
//
//	go test ./internal/tours/eax -run '^$' -bench Cycles -count 10
func BenchmarkCycles(b *testing.B) {
	for _, n := range benchSizes {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			p := goodCouple(b, n)
			c := newCycles(n)
			c.find(p.a.links, p.b.links, &p.space, &p.random) // allocates memory
			b.ReportAllocs()
			for b.Loop() {
				c.find(p.a.links, p.b.links, &p.space, &p.random)
			}
			b.ReportMetric(float64(c.count()), "cycles")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/city")
		})
	}
}

// BenchmarkChild constructs one child with one cycle and restores its parent.
func BenchmarkChild(b *testing.B) {
	for _, n := range benchSizes {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			p := goodCouple(b, n)
			a, c := newAssembly(p.space, p.lists, n), newCycles(n)
			c.find(p.a.links, p.b.links, &p.space, &p.random)
			a.load(&p.a)
			child := func(i int) {
				cycle := int32(i % c.count())
				a.startChild()
				a.exchange(c.of(cycle), c.gain[cycle])
				a.trace()
				a.join()
				a.undo()
			}
			for i := range c.count() {
				child(i) // allocates memory
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				child(i)
			}
		})
	}
}

// bestOf returns a search with a complete population.
func bestOf(b *testing.B, n, members int) *EAX {
	b.Helper()
	p := Defaults(n)
	p.Members, p.Share, p.Patience = members, 1, 1_000_000
	s := begin(b, generate(b, tsp.Uniform, n), p, 1, 1)
	for s.at.stage == pooling {
		if err := s.Step(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	return s
}

// BenchmarkGeneration runs the first generation of a population on one thread.
func BenchmarkGeneration(b *testing.B) {
	for _, n := range benchSizes[:2] {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			s := bestOf(b, n, 2*pairsAtOnce)
			state := saved(s)
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				if err := restored(s, state); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
				for s.at.generation == 0 {
					if err := s.Step(b.Context()); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

// BenchmarkPool constructs eight tours for a population on one thread.
func BenchmarkPool(b *testing.B) {
	for _, pool := range []string{"2opt", "lk"} {
		for _, n := range benchSizes[:2] {
			b.Run(fmt.Sprintf("%s/n=%d", pool, n), func(b *testing.B) {
				p := Defaults(n)
				p.Members, p.Pool = toursAtOnce, pool
				in := generate(b, tsp.Uniform, n)
				b.ReportAllocs()
				for b.Loop() {
					b.StopTimer()
					s := begin(b, in, p, 1, 1)
					b.StartTimer()
					for s.at.stage == pooling {
						if err := s.Step(b.Context()); err != nil {
							b.Fatal(err)
						}
					}
				}
			})
		}
	}
}
