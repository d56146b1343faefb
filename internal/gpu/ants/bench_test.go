package ants

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/internal/tours/aco"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// tsplib reads a TSPLIB instance.
func tsplib(t testing.TB, name string) *tsp.Instance {
	t.Helper()
	return must(format.ReadFile(filepath.Join(testkit.Data(t), "tsplib", name+".tsp"), format.Options{}))
}

// BenchmarkConstruct measures tours per second with as many ants as cities, n = 1002, for the
// reference and for teams of one and of 32 on the device [MMAS20 Tables 3 and 5].
func BenchmarkConstruct(b *testing.B) {
	in := tsplib(b, "pr1002")
	for _, candidates := range []int{32, 0} {
		for _, selection := range selections {
			for _, tabu := range tabus {
				p := aco.MMASPaper(in.N())
				p.Selection, p.Tabu, p.Candidates = selection, tabu, candidates
				name := fmt.Sprintf("%s-%s", selection, tabu)
				if candidates == 0 {
					name += "-all"
				}
				b.Run(name+"/go", func(b *testing.B) {
					t := must(aco.NewTerrain(b.Context(), in, p.Rules(), 2))
					construct(b, aco.NewReference(in, t, nil, p.Ants, seed, 2), p.Ants)
				})
				for _, group := range []int{1, 32} {
					b.Run(fmt.Sprintf("%s/opencl-%d", name, group), func(b *testing.B) {
						d := cltest.Device(b)
						d.Demand(cl.Launch{Group: group})
						construct(b, newPair(b, d, in, p.Rules(), nil, nil).device, p.Ants)
					})
				}
			}
		}
	}
}

// construct measures construction after a few cycles have changed the trails.
func construct(b *testing.B, e aco.Engine, ants int) {
	ctx, cycle := b.Context(), uint32(0)
	if err := e.Lay(ctx, 1); err != nil {
		b.Fatal(err)
	}
	walk := func() {
		if err := e.Construct(ctx, cycle); err != nil {
			b.Fatal(err)
		}
		if _, _, err := e.Fittest(ctx); err != nil { // waits for construction
			b.Fatal(err)
		}
		cycle++
	}
	for range 3 { // thread control tunes during the first launches
		walk()
	}
	for b.Loop() {
		walk()
	}
	b.ReportMetric(float64(ants)*float64(b.N)/b.Elapsed().Seconds(), "tours/s")
}
