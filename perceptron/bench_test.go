package perceptron

import (
	"context"
	"fmt"
	"testing"

	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// BenchmarkPick measures one step of a search: finding the best of all moves of a random solution.
// It uses sizes of [LSM13 Tables 3 and 4] and compares Pick with a plain loop.
func BenchmarkPick(b *testing.B) {
	everyStep(b, func(b *testing.B, in *Instance, distance int, v Solution) {
		f := must(newFlips(in, distance, v))
		rule := moves.Everything()
		rule.Until, rule.Step = make([]int32, f.Attributes()), 1
		for b.Loop() {
			must(f.Pick(context.Background(), rule))
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(f.Len()), "ns/move")
	})
}

func BenchmarkPlain(b *testing.B) {
	everyStep(b, func(b *testing.B, in *Instance, distance int, v Solution) {
		p := newPlain(in, v)
		deltas := make([]float64, must(newFlips(in, distance, v)).Len())
		for b.Loop() {
			p.plainDeltas(distance, deltas)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(deltas)), "ns/move")
	})
}

func everyStep(b *testing.B, run func(b *testing.B, in *Instance, distance int, v Solution)) {
	for distance := 1; distance <= 2; distance++ {
		for _, size := range [][2]int{{73, 73}, {201, 217}, {601, 617}, {1301, 1317}} {
			in, _, err := Generate(size[0], size[1], 1)
			if err != nil {
				b.Fatal(err)
			}
			s := rng.At(1, 0, 0)
			v := Random(in.Cols(), &s)
			b.Run(fmt.Sprintf("distance=%d/%d-%d", distance, size[0], size[1]), func(b *testing.B) { run(b, in, distance, v) })
		}
	}
}

// BenchmarkApply shows that Apply is cheap compared with Pick.
func BenchmarkApply(b *testing.B) {
	in, v, err := Generate(1301, 1317, 1)
	if err != nil {
		b.Fatal(err)
	}
	f := must(newFlips(in, 2, v))
	for move := 0; b.Loop(); move++ {
		f.Apply(move%f.Len(), 0)
	}
}
