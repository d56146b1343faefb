package aco

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// instances lists the instances of [MMAS20 Tables 3 to 6]. The colonies have as many ants as
// cities.
var instances = []string{"d198", "pcb442", "rat783", "pr1002", "pcb1173", "rl1889", "pr2392", "fl3795"}

// published holds the paper's times for the construction kernels, in milliseconds.
type published struct{ p100, v100 [8]float64 }

var withoutLists = map[string]published{ // [MMAS20 Tables 3 and 4]
	"rwm-lc": {[8]float64{0.33, 1.05, 2.75, 7.77, 12.92, 62.26, 122.46, 482.60}, [8]float64{0.28, 0.77, 1.87, 3.08, 5.21, 32.75, 65.50, 285.72}},
	"rwm-bt": {[8]float64{0.76, 1.37, 3.67, 8.59, 15.25, 83.50, 165.11, 656.51}, [8]float64{0.42, 1.22, 2.84, 5.04, 7.66, 31.20, 68.90, 301.75}},
	"rwm-ct": {[8]float64{0.47, 1.15, 2.80, 6.45, 14.00, 65.05, 126.63, 521.57}, [8]float64{0.29, 0.81, 1.85, 3.23, 5.55, 24.06, 53.26, 250.62}},
	"wrs-lc": {[8]float64{0.30, 0.92, 3.06, 7.68, 11.46, 48.59, 95.96, 383.67}, [8]float64{0.18, 0.50, 1.26, 2.16, 3.36, 20.39, 40.03, 196.00}},
	"wrs-bt": {[8]float64{0.42, 1.58, 6.33, 12.17, 19.37, 94.87, 164.54, 652.62}, [8]float64{0.23, 0.70, 2.19, 3.85, 5.97, 28.36, 52.54, 236.14}},
	"wrs-ct": {[8]float64{0.31, 0.95, 3.18, 6.09, 9.54, 46.02, 88.99, 354.43}, [8]float64{0.19, 0.52, 1.30, 2.20, 3.31, 19.12, 39.24, 193.05}},
}

var withLists = map[string]published{ // [MMAS20 Tables 5 and 6], 32 candidates
	"rwm-lc": {[8]float64{0.34, 0.64, 1.11, 2.34, 2.77, 10.09, 19.84, 88.19}, [8]float64{0.19, 0.40, 0.72, 0.95, 1.13, 3.54, 8.18, 32.16}},
	"rwm-bt": {[8]float64{0.35, 0.67, 1.20, 1.70, 2.09, 6.69, 9.33, 28.78}, [8]float64{0.20, 0.37, 0.71, 0.97, 1.16, 2.49, 5.18, 12.83}},
	"rwm-ct": {[8]float64{0.35, 0.67, 1.19, 1.63, 2.01, 7.34, 12.04, 52.32}, [8]float64{0.20, 0.41, 0.74, 1.00, 1.20, 2.32, 5.04, 19.32}},
	"wrs-lc": {[8]float64{0.33, 0.62, 1.09, 2.25, 2.67, 9.70, 18.91, 85.71}, [8]float64{0.19, 0.38, 0.69, 0.92, 1.08, 3.40, 7.74, 30.77}},
	"wrs-bt": {[8]float64{0.34, 0.64, 1.17, 1.69, 2.13, 6.75, 9.44, 28.75}, [8]float64{0.19, 0.36, 0.68, 0.93, 1.12, 2.44, 3.26, 12.65}},
	"wrs-ct": {[8]float64{0.35, 0.65, 1.16, 1.62, 2.07, 7.23, 11.77, 51.08}, [8]float64{0.19, 0.40, 0.71, 0.97, 1.15, 2.26, 4.89, 18.66}},
}

// Peak single-precision performance in GFLOP/s, by which the benchmark divides tours per second:
// for the paper's V100, and for one core of the processor on which this project is measured
// (AVX-512, two fused multiply-add units, 2.5 GHz).
const (
	peakV100 = 14028
	peakCore = 2.5 * 2 * 16 * 2
)

// tsplib reads an instance and numbers its cities along a curve, as the catalog does.
func tsplib(t testing.TB, name string) *tsp.Instance {
	t.Helper()
	in, err := format.ReadFile(filepath.Join(testkit.Data(t), "tsplib", name+".tsp"), format.Options{})
	if err != nil {
		t.Fatal(err)
	}
	order, err := start.Curve(context.Background(), in)
	if err != nil {
		t.Fatal(err)
	}
	return in.Pick(order)
}

// BenchmarkConstruct reproduces [MMAS20 Tables 3 to 6] on this machine and reports the paper's
// figures for comparison:
//
//	go test ./internal/tours/aco -run '^$' -bench Construct -benchtime 1s
//	go test ./internal/tours/aco -run '^$' -bench 'Construct/lists/rwm-bt'
func BenchmarkConstruct(b *testing.B) {
	for _, c := range []struct {
		name       string
		candidates int
		pheromone  string
		paper      map[string]published
	}{{"lists", 32, "candidates", withLists}, {"all", 0, "full", withoutLists}} {
		for _, selection := range selections {
			for _, tabu := range tabus {
				variant := selection + "-" + tabu
				for i, name := range instances {
					b.Run(c.name+"/"+variant+"/"+name, func(b *testing.B) {
						in := tsplib(b, name)
						p := MMASPaper(in.N())
						p.Selection, p.Tabu, p.Candidates, p.Pheromone = selection, tabu, c.candidates, c.pheromone
						benchmarkConstruct(b, in, p)
						b.ReportMetric(c.paper[variant].p100[i], "ms-P100")
						b.ReportMetric(c.paper[variant].v100[i], "ms-V100")
						b.ReportMetric(float64(in.N())*1e3/c.paper[variant].v100[i]/peakV100, "tours/s/GFLOPS-V100")
					})
				}
			}
		}
	}
}

// benchmarkConstruct times construction on trails that have started to converge, which is their
// usual state. The time excludes the measurement of tour lengths, because that is a separate kernel
// both in the paper and here.
func benchmarkConstruct(b *testing.B, in *tsp.Instance, p MMASParams) {
	threads := runtime.GOMAXPROCS(0)
	s := colony(b, in, p, 1, threads)
	r := s.engine.(*Reference)
	for range 3 {
		if err := s.Step(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	cycle := uint32(100)
	for b.Loop() {
		if err := r.walk(b.Context(), cycle, 0, len(r.walks)); err != nil {
			b.Fatal(err)
		}
		cycle++
	}
	perCycle := b.Elapsed().Seconds() / float64(b.N)
	rate := float64(p.Ants) / perCycle
	b.ReportMetric(0, "ns/op") // the time is reported in milliseconds below
	b.ReportMetric(perCycle*1e3, "ms")
	b.ReportMetric(rate, "tours/s")
	b.ReportMetric(rate/(peakCore*float64(threads)), "tours/s/GFLOPS")
}

// BenchmarkUpdate reproduces [MMAS20 Table 7], which times a cycle without construction.
//
//	go test ./internal/tours/aco -run '^$' -bench Update
func BenchmarkUpdate(b *testing.B) {
	for _, pheromone := range []string{"candidates", "full"} {
		for _, name := range instances {
			b.Run(fmt.Sprint(pheromone, "/", name), func(b *testing.B) {
				in := tsplib(b, name)
				p := MMASPaper(in.N())
				p.Pheromone = pheromone
				r := engine(b, in, p, 1, runtime.GOMAXPROCS(0))
				if err := r.Remember(tsp.Identity(in.N())); err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					if err := r.Reinforce(b.Context(), Deposit{Ant: Remembered, Everywhere: true, Keep: 0.5, Amount: 1, Lo: 0.01, Hi: 2}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
