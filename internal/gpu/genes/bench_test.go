package genes

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/tours/ga"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// benchmarked returns the benchmark instances: xql662, or the VLSI files named in the environment.
//
//	TOURMALINE_INSTANCES=xqf131,xqg237 go test ./internal/gpu/genes -bench Generation -run '^$'
func benchmarked(b *testing.B) (all []*tsp.Instance) {
	b.Helper()
	names := os.Getenv("TOURMALINE_INSTANCES")
	if names == "" {
		names = "xql662"
	}
	for name := range strings.SplitSeq(names, ",") {
		all = append(all, vlsi(b, name))
	}
	return all
}

// BenchmarkGeneration measures a generation of [GA16 Table 5]: hybrid crossover, and mutation of a
// tenth of the genes.
func BenchmarkGeneration(b *testing.B) {
	for _, in := range benchmarked(b) {
		for _, genes := range []int{128, 256, 2048} {
			for _, groups := range []int{1, 8} {
				name := fmt.Sprintf("%s/%d genes/%d groups", in.Name(), genes, groups)
				b.Run(name+"/opencl", func(b *testing.B) {
					c := newPair(b, cltest.Device(b), in, params(genes, groups), nil)
					c.evolve(b, c.device)
				})
				b.Run(name+"/go", func(b *testing.B) {
					c := newPair(b, cltest.Device(b), in, params(genes, groups), nil)
					c.evolve(b, c.reference)
				})
			}
		}
	}
}

// BenchmarkChunk varies the number of places that a launch builds: one, as in [GA16 Algorithm 1],
// some, or all.
func BenchmarkChunk(b *testing.B) {
	for _, in := range benchmarked(b) {
		for _, genes := range []int{128, 2048} {
			for _, placeMajor := range []bool{false, true} {
				for _, chunk := range []int{1, 16, 256, 2048, in.N()} {
					b.Run(fmt.Sprintf("%s/%d genes/place-major %v/%d places", in.Name(), genes, placeMajor, chunk), func(b *testing.B) {
						c := newPair(b, cltest.Device(b), in, params(genes, 1), func(p *plan) { p.chunk, p.placeMajor = chunk, placeMajor })
						c.evolve(b, c.device)
					})
				}
			}
		}
	}
}

// evolve measures the time of generations on an engine.
func (c *pair) evolve(b *testing.B, e ga.Engine) {
	crossings, mutations := c.hybrid(), c.mutations()
	lengths := make([]int64, c.params.Genes)
	generation := func() {
		err := e.Compete(b.Context())
		if err == nil {
			_, err = e.Cross(b.Context(), crossings)
		}
		if err == nil {
			err = e.Mutate(b.Context(), mutations)
		}
		if err == nil {
			err = e.Lengths(b.Context(), lengths) // waits for the device
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	for range 5 { // thread control tunes during the first launches
		generation()
	}
	for b.Loop() {
		generation()
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N), "ms/generation")
}

// hybrid pairs the winners of each group. Their children are built by BCSCX and by ARX.
func (c *pair) hybrid() (all []ga.Crossing) {
	first := c.params.Sizes()
	for _, rule := range []ga.Crossover{ga.BCSCX, ga.ARX} {
		for g, from := range first[:len(first)-1] {
			quarter := (first[g+1] - from) / 4
			for i := range quarter {
				n := int32(c.in.N())
				all = append(all, ga.Crossing{
					Crossover: rule, Parents: [2]int32{from + 2*i, from + 2*i + 1}, First: 1, Switch: [2]int32{n / 3, n * 2 / 3},
					Child: from + 2*quarter + i + quarter*int32(rule-ga.BCSCX),
				})
			}
		}
	}
	return all
}

// mutations returns a reversal for every tenth gene.
func (c *pair) mutations() (all []ga.Reversal) {
	n := int32(c.in.N())
	for gene := int32(0); gene < int32(c.params.Genes); gene += 10 {
		a, b := 1+c.random.IntN(n-1), 1+c.random.IntN(n-1)
		all = append(all, ga.Reversal{Gene: gene, From: min(a, b), To: max(a, b)})
	}
	return all
}
