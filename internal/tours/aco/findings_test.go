package aco

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/experiment/stats"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// These benchmarks reproduce the findings of [ACS16 §4] on this machine, without local search. One
// benchmark iteration runs all seeds. Errors are means in percent above the optimum.
//
//	go test ./internal/tours/aco -run '^$' -bench ACS16 -benchtime 1x -timeout 1h
//	go test ./internal/tours/aco -run '^$' -bench ACS16/table9 -benchtime 1x -timeout 1h

// runs is the number of seeds for a mean. comparedRuns is the number of seeds for a significance
// test.
const (
	runs         = 3
	comparedRuns = 8
)

// compare returns the time limit of each search and the number of seeds. The time limit is a
// fraction of the paper's time. Environment variables override both values:
//
//	TOURMALINE_SECONDS=57 TOURMALINE_RUNS=5 go test ./internal/tours/aco -run '^$' -bench ACS16/table9/nrw1379 -benchtime 1x -timeout 1h
func compare(usual time.Duration) (limit time.Duration, seeds int) {
	limit, seeds = usual, comparedRuns
	if v, err := strconv.ParseFloat(os.Getenv("TOURMALINE_SECONDS"), 64); err == nil {
		limit = time.Duration(v * float64(time.Second))
	}
	if v, err := strconv.Atoi(os.Getenv("TOURMALINE_RUNS")); err == nil {
		seeds = v
	}
	return limit, seeds
}

// compared lists the instances on which algorithms are compared at equal time. The times are a
// fraction of the paper's GPU times: 17.6, 26.4, 56.8 and 174.5 s.
var compared = []struct {
	name string
	time time.Duration
}{{"rat783", 6 * time.Second}, {"pr1002", 9 * time.Second}, {"nrw1379", 12 * time.Second}, {"pr2392", 20 * time.Second}}

func BenchmarkACS16(b *testing.B) {
	b.Run("fig6", hitRatios)
	b.Run("table5", updatePeriods)
	b.Run("table7", numbersOfAnts)
	b.Run("table9", selectiveAgainstAlt)
}

// hitRatios reports the share of updates that find their edge in the selective memory, for several
// memory sizes, with as many ants as cities and a local update on every edge [ACS16 Fig. 6].
func hitRatios(b *testing.B) {
	for _, name := range []string{"d198", "rat783", "pr1002", "pr2392"} {
		in := tsplib(b, name)
		for _, trails := range []int{1, 2, 4, 8, 16, 32} {
			b.Run(fmt.Sprintf("%s/s=%d", name, trails), func(b *testing.B) {
				p := ACSSelectivePaper(in.N())
				p.Ants, p.Period, p.Trails = in.N(), 1, trails
				for b.Loop() {
					s := acs(b, in, p, 1, 2)
					cycles(b, s, 50)
					h := s.engine.(*Reference).trails.hits
					report(b, float64(h.hit)/float64(h.all), "hits")
				}
			})
		}
	}
}

// updatePeriods reports errors for several periods of the local update, with as many ants as cities
// [ACS16 Table 5].
func updatePeriods(b *testing.B) {
	for _, name := range []string{"d198", "pcb442", "rat783", "pr1002", "nrw1379"} {
		in := tsplib(b, name)
		for _, period := range []int{1, 2, 4, 8, 16} {
			b.Run(fmt.Sprintf("%s/k=%d", name, period), func(b *testing.B) {
				p := ACSAltPaper(in.N())
				p.Ants, p.Period = in.N(), period
				for b.Loop() {
					report(b, meanError(b, in, p, 150), "error-%")
				}
			})
		}
	}
}

// numbersOfAnts reports errors for several numbers of ants, with the same total number of tours
// [ACS16 Table 7].
func numbersOfAnts(b *testing.B) {
	for _, name := range []string{"nrw1379", "pr2392"} {
		in := tsplib(b, name)
		for _, ants := range []int{128, 256, 512, 1024, in.N()} {
			b.Run(fmt.Sprintf("%s/m=%d", name, ants), func(b *testing.B) {
				p := ACSAltPaper(in.N())
				p.Ants, p.Period = ants, 1
				for b.Loop() {
					report(b, meanError(b, in, p, 60*in.N()/ants), "error-%")
				}
			})
		}
	}
}

// selectiveAgainstAlt compares ACSSelectivePaper with ACSAltPaper at equal time by the Wilcoxon
// rank-sum test [ACS16 Table 9].
func selectiveAgainstAlt(b *testing.B) {
	for _, c := range compared {
		in := tsplib(b, c.name)
		b.Run(c.name, func(b *testing.B) {
			limit, seeds := compare(c.time)
			for b.Loop() {
				var alt, selective []float64
				for seed := range seeds {
					alt = append(alt, errorAfter(b, in, ACSAltPaper(in.N()), uint64(seed+1), limit))
					selective = append(selective, errorAfter(b, in, ACSSelectivePaper(in.N()), uint64(seed+1), limit))
				}
				_, p, err := stats.RankSum(selective, alt)
				if err != nil {
					b.Fatal(err)
				}
				report(b, mean([][]float64{alt}), "alt-%")
				report(b, mean([][]float64{selective}), "spm-%")
				b.ReportMetric(slices.Min(selective), "spm-best-%")
				report(b, p, "p")
			}
		})
	}
}

// report reports v instead of nanoseconds per operation.
func report(b *testing.B, v float64, unit string) {
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(v, unit)
}

func cycles(b *testing.B, s *ACS, count int) {
	for range count {
		if err := s.Step(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

// meanError returns the mean error over several seeds after count cycles.
func meanError(b *testing.B, in *tsp.Instance, p ACSParams, count int) float64 {
	var all []float64
	for seed := range runs {
		s := acs(b, in, p, uint64(seed+1), 2)
		cycles(b, s, count)
		all = append(all, over(b, in, s.costOfAnts()))
	}
	return mean([][]float64{all})
}

// errorAfter returns the error for one seed at the time limit.
func errorAfter(b *testing.B, in *tsp.Instance, p ACSParams, seed uint64, limit time.Duration) float64 {
	s := acs(b, in, p, seed, 2)
	for began := time.Now(); time.Since(began) < limit; {
		cycles(b, s, 1)
	}
	return over(b, in, s.costOfAnts())
}

// over returns a cost in percent above the optimum. It reads the original file to look up the
// optimum, because a renumbered instance is not recognised.
func over(b *testing.B, in *tsp.Instance, cost float64) float64 {
	original, err := format.ReadFile(filepath.Join(testkit.Data(b), "tsplib", in.Name()+".tsp"), format.Options{})
	if err != nil {
		b.Fatal(err)
	}
	best, ok := tsp.BestKnown(original)
	if !ok {
		b.Fatalf("the optimum of %s is not known", in.Name())
	}
	return 100 * (cost/float64(best.Value) - 1)
}

func mean(samples [][]float64) float64 {
	sum, count := 0.0, 0
	for _, s := range samples {
		for _, v := range s {
			sum += v
			count++
		}
	}
	return sum / float64(count)
}
