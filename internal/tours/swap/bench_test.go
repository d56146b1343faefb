package swap

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// sizes contains the sizes of the paper's instances, from eil101 to rl5915.
var sizes = []int{101, 442, 1291, 2392, 5915}

// naive finds the best swap in the most direct way, with eight distances per move.
func naive(in *tsp.Instance, t tsp.Tour) moves.Choice {
	best := moves.Choice{Move: -1}
	for i := range t {
		for j := i + 1; j < len(t); j++ {
			if d := float64(naiveDelta(in, t, i, j)) / in.Scale(); best.Move < 0 || d < best.Delta {
				best = moves.Choice{Move: moves.PairIndex(len(t), i, j), Delta: d}
			}
		}
	}
	return best
}

func naiveDelta(in *tsp.Instance, t tsp.Tour, i, j int) int64 {
	last := len(t) - 1
	if i == 0 && j == last {
		i, j = j, i // the last place precedes the first
	}
	a, b, c := t[before(i, last)], t[i], t[after(i, last)]
	d, e, f := t[before(j, last)], t[j], t[after(j, last)]
	if c == e {
		return in.Dist(a, e) + in.Dist(e, b) + in.Dist(b, f) - in.Dist(a, b) - in.Dist(b, e) - in.Dist(e, f)
	}
	return in.Dist(a, e) + in.Dist(e, c) + in.Dist(d, b) + in.Dist(b, f) -
		in.Dist(a, b) - in.Dist(b, c) - in.Dist(d, e) - in.Dist(e, f)
}

func before(place, last int) int {
	if place == 0 {
		return last
	}
	return place - 1
}

func after(place, last int) int {
	if place == last {
		return 0
	}
	return place + 1
}

func benchmark(b *testing.B, pick func(s *Swap) moves.Choice) {
	for _, n := range sizes {
		in := must(tsp.Generate(tsp.Uniform, n, 1))
		s := must(New(b.Context(), in, start.Random(n, 1)))
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c := pick(s)
				s.Apply(c.Move, c.Delta)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(s.Len()), "ns/move")
		})
	}
}

// BenchmarkPick measures one iteration of hill climbing: finding and applying the best of all
// moves.
func BenchmarkPick(b *testing.B) {
	benchmark(b, func(s *Swap) moves.Choice { return must(s.Pick(context.Background(), moves.Everything())) })
}

// BenchmarkTabu measures one iteration of tabu search, in which recently moved cities must stay for
// some time.
func BenchmarkTabu(b *testing.B) {
	var r *moves.Rule
	var of *Swap
	benchmark(b, func(s *Swap) moves.Choice {
		if of != s {
			of, r = s, &moves.Rule{Until: make([]int32, s.n), Aspire: math.Inf(-1)}
		}
		r.Step++
		r.Long = r.Step - int32(5*s.n)
		c := must(s.Pick(context.Background(), r))
		touch := s.Touched(c.Move)
		for _, city := range touch.Leaves[:touch.Count] {
			r.Until[city] = r.Step + city%int32(s.n/4)
		}
		return c
	})
}

// BenchmarkNaive measures one iteration of hill climbing with a plain loop over the distances of
// the instance.
func BenchmarkNaive(b *testing.B) {
	benchmark(b, func(s *Swap) moves.Choice { return naive(s.in, s.places.order[:s.n]) })
}

// BenchmarkDeltas measures one iteration of hill climbing by computing all deltas, in waves.
func BenchmarkDeltas(b *testing.B) {
	wave := make([]float64, 1<<12)
	benchmark(b, func(s *Swap) moves.Choice {
		best := moves.Choice{Move: -1}
		for first := 0; first < s.Len(); first += len(wave) {
			part := wave[:min(len(wave), s.Len()-first)]
			s.Deltas(first, part)
			for k, d := range part {
				if best.Move < 0 || d < best.Delta {
					best = moves.Choice{Move: first + k, Delta: d}
				}
			}
		}
		return best
	})
}

// BenchmarkOneMove measures scoring and applying single moves, as annealing does.
func BenchmarkOneMove(b *testing.B) {
	for _, n := range sizes {
		in := must(tsp.Generate(tsp.Uniform, n, 1))
		s := must(New(b.Context(), in, start.Random(n, 1)))
		delta := make([]float64, 1)
		b.Run(fmt.Sprintf("Deltas/n=%d", n), func(b *testing.B) {
			for k := 0; b.Loop(); k += 7919 {
				s.Deltas(k%s.Len(), delta)
			}
		})
		b.Run(fmt.Sprintf("Apply/n=%d", n), func(b *testing.B) {
			for k := 0; b.Loop(); k += 7919 {
				s.Apply(k%s.Len(), 0)
			}
		})
	}
}
