package qap_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/gpu/gputest"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/qap"
)

// BenchmarkTable2 measures the time per turn of tabu search, as in [LSM13 Table 2].
//
//	go test ./qap -run '^$' -bench Table2 -benchtime 200x
func BenchmarkTable2(b *testing.B) {
	for _, name := range []string{"tai30a", "tai35a", "tai40a", "tai50a", "tai60a", "tai80a", "tai100a"} {
		b.Run(name, func(b *testing.B) {
			f, err := os.Open(filepath.Join(testkit.Data(b), "qaplib", name+".dat"))
			if err != nil {
				b.Fatal(err)
			}
			defer func() { _ = f.Close() }()
			in, err := qap.Read(f, name)
			if err != nil {
				b.Fatal(err)
			}
			gputest.Turns(b, space(in), in.N(), func(cl.Info) (moves.Kernel[qap.Assignment], error) { return qap.SwapsKernel(in) })
		})
	}
}
