package swap_test

import (
	"path/filepath"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/gpu/gputest"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/internal/tours/swap"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// BenchmarkTable6and7 measures [LSM13 Tables 6 and 7]: time per iteration of tabu search, with
// thread control and without.
//
//	go test ./internal/tours/swap -run '^$' -bench Table6and7 -benchtime 20x
func BenchmarkTable6and7(b *testing.B) {
	for _, name := range []string{"eil101", "d198", "pcb442", "rat783", "d1291", "pr2392", "fnl4461", "rl5915"} {
		b.Run(name, func(b *testing.B) {
			in, err := format.ReadFile(filepath.Join(testkit.Data(b), "tsplib", name+".tsp"), format.Options{})
			if err != nil {
				b.Fatal(err)
			}
			gputest.Turns(b, space(in), in.N(), func(d cl.Info) (moves.Kernel[tsp.Tour], error) { return swap.Kernel(d, in) })
		})
	}
}
