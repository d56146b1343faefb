package tourmaline_test

import (
	"fmt"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// BenchmarkCheckpoint measures how long a search pauses for a checkpoint, and the size of the
// checkpoint.
//
//	go test . -run '^$' -bench Checkpoint -benchtime 5x -timeout 1h
func BenchmarkCheckpoint(b *testing.B) {
	for _, c := range []struct {
		algorithm string
		n         int
	}{
		{"ils", 1000}, {"ils", 18_512}, {"ils", 1_000_000}, {"faco", 1_000_000}, {"mmas", 18_512}, {"mmas", 1000}, {"acs-spm", 18_512}, {"acs", 1000}, {"tabu", 1000},
	} {
		b.Run(fmt.Sprintf("%s/%d", c.algorithm, c.n), func(b *testing.B) {
			in, err := tsp.Generate(tsp.Uniform, c.n, 1)
			if err != nil {
				b.Fatal(err)
			}
			s, err := tourmaline.New(tourmaline.Tours(in), tourmaline.Config{Algorithm: c.algorithm, Limits: tourmaline.Limits{Steps: 1000}})
			if err != nil {
				b.Fatal(err)
			}
			for p, err := range s.Steps(b.Context()) {
				if err != nil {
					b.Fatal(err)
				}
				if p.Step < 2 {
					continue
				}
				size := 0
				for b.Loop() {
					data, err := s.Checkpoint()
					if err != nil {
						b.Fatal(err)
					}
					size = len(data)
				}
				b.ReportMetric(float64(size)/float64(c.n), "bytes/city")
				b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N), "ms/checkpoint")
				break
			}
		})
	}
}
