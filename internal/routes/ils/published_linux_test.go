package ils_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/routes/ils"
	"github.com/tourmaline-opt/tourmaline/vrp"
	"github.com/tourmaline-opt/tourmaline/vrp/format"
)

var (
	seconds  = flag.Float64("seconds", 10, "processor time for each instance of BenchmarkPublished")
	seed     = flag.Uint64("seed", 1, "seed of BenchmarkPublished")
	settings = flag.String("set", "", "parameters of BenchmarkPublished, such as lanes=1,heat=0.5")
	patterns = flag.String("instances", "CVRP/X-n1001-k43,CVRP/X-n670-k130", "patterns of the instances of BenchmarkPublished")
)

const published = "../../../../shared/data/vrp"

// BenchmarkPublished solves published instances within a budget of processor time, and reports
// the gap to the best known cost in percent.
func BenchmarkPublished(b *testing.B) {
	for pattern := range strings.SplitSeq(*patterns, ",") {
		files, err := filepath.Glob(filepath.Join(published, pattern+".vrp"))
		if err != nil || len(files) == 0 {
			b.Skipf("%s: no instances", filepath.Join(published, pattern))
		}
		for _, file := range files {
			name := strings.TrimSuffix(filepath.Base(file), ".vrp")
			b.Run(name, func(b *testing.B) {
				for range b.N {
					solve(b, file)
				}
			})
		}
	}
}

func solve(b *testing.B, file string) {
	began := processorTime()
	in, known := read(b, file)
	p := ils.Defaults(in.N())
	for setting := range strings.SplitSeq(*settings, ",") {
		if name, value, ok := strings.Cut(setting, "="); ok {
			if err := params.Set(params.Group{&p}, map[string]string{name: value}); err != nil {
				b.Fatal(err)
			}
		}
	}
	s, err := ils.New(in, p, nil, *seed, 1)
	if err != nil {
		b.Fatal(err)
	}
	for done := false; !done; {
		if done, err = s.Prepare(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	for used := 0.0; used < 1; used = (processorTime() - began) / *seconds {
		s.Pace(used)
		if err := s.Step(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	if err := in.Check(s.Best()); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric((in.Cost(s.Best())/known-1)*100, "%gap")
	b.ReportMetric(float64(s.Kicks())/(*seconds), "kicks/s")
}

// read returns an instance and its best known cost.
func read(b *testing.B, file string) (*vrp.Instance, float64) {
	f, err := os.Open(file)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	in, err := format.ReadVRPLIB(f, file, format.Usual)
	if err != nil {
		b.Fatal(err)
	}
	g, err := os.Open(strings.TrimSuffix(file, ".vrp") + ".sol")
	if err != nil {
		b.Fatal(err)
	}
	defer g.Close()
	best, _, err := format.ReadSolution(g, file, in)
	if err != nil {
		b.Fatal(err)
	}
	return in, in.Cost(best)
}

// processorTime returns the processor time of this process in seconds.
func processorTime() float64 {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) != nil {
		return 0
	}
	return float64(r.Utime.Sec+r.Stime.Sec) + float64(r.Utime.Usec+r.Stime.Usec)/1e6
}
