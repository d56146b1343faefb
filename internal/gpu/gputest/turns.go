package gputest

import (
	"fmt"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// Turns measures a turn of tabu search with every method [LSM13 Tables 2 to 7]: with a plain loop
// over all Deltas on one thread, with Pick on one thread, with one walk on each of two threads, and
// on the device. On the device it uses thread control and, as in the paper, groups of 256, each
// with 1 walk and with 64 walks in one launch. Times are per turn of one walk.
func Turns[S any](b *testing.B, space local.Landscape[S], size int, kernel func(d cl.Info) (moves.Kernel[S], error)) {
	b.Helper()
	plain := space
	plain.Around = func(place S, walk int) ([]moves.Neighbourhood[S], error) {
		all, err := space.Around(place, walk)
		for i, h := range all {
			all[i] = bare[S]{h, h.(moves.Attributed)}
		}
		return all, err
	}
	b.Run("plain", func(b *testing.B) { turns(b, plain, size, 1, local.Threads[S]{Count: 1}) })
	b.Run("pick", func(b *testing.B) { turns(b, space, size, 1, local.Threads[S]{Count: 1}) })
	b.Run("threads-2", func(b *testing.B) { turns(b, space, size, 2, local.Threads[S]{Count: 2}) })
	for _, l := range []cl.Launch{{}, {Group: 256, Wave: 1 << 20}} {
		for _, many := range []int{1, 64} {
			b.Run(fmt.Sprintf("opencl/group-%d/walks-%d", l.Group, many), func(b *testing.B) {
				d := cltest.Device(b)
				if l != (cl.Launch{}) {
					d.Demand(l)
				}
				k, err := kernel(d.Info())
				if err != nil {
					b.Fatal(err)
				}
				turns(b, space, size, many, Engine(b, d, many, k))
			})
		}
	}
}

// bare hides a neighbourhood's own Pick method.
type bare[S any] struct {
	moves.Neighbourhood[S]
	moves.Attributed
}

// turns measures the time per turn of one walk, after some steps to warm up.
func turns[S any](b *testing.B, space local.Landscape[S], size, walks int, e local.Engine[S]) {
	b.Helper()
	random := rng.At(1, 0, 0)
	around, err := space.Around(space.Random(&random), 0)
	if err != nil {
		b.Fatal(err)
	}
	// as in a real step, where threads synchronise occasionally
	each := max(1, min(50, 1<<20/around[0].Len()))
	p := local.TabuDefaults(size, size)
	p.Common = local.Common{Walks: walks, Turns: each}
	s, err := local.New(space, p, 1, e)
	if err != nil {
		b.Fatal(err)
	}
	for range max(1, 40/walks/each) {
		if err := s.Step(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if err := s.Step(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*walks*each), "ns/turn")
}
