package local_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/qap"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
)

func qaplib(tb testing.TB, name string) *qap.Instance {
	tb.Helper()
	f, err := os.Open(filepath.Join(testkit.Data(tb), "qaplib", name+".dat"))
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	in, err := qap.Read(f, name)
	if err != nil {
		tb.Fatal(err)
	}
	return in
}

func assignments(in *qap.Instance) local.Landscape[qap.Assignment] {
	return local.Landscape[qap.Assignment]{
		Random: func(r *rng.Stream) qap.Assignment { return qap.Random(in.N(), r) },
		Around: func(p qap.Assignment, _ int) ([]moves.Neighbourhood[qap.Assignment], error) {
			s, err := qap.NewSwaps(in, p)
			return []moves.Neighbourhood[qap.Assignment]{s}, err
		},
	}
}

// BenchmarkTurn measures a turn of tabu search in steps of normal length, with one walk on one
// thread and with two walks on two threads.
func BenchmarkTurn(b *testing.B) {
	for _, name := range []string{"tai30a", "tai60a", "tai100a", "tai100b", "bur26a"} {
		for _, walks := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/walks-%d", name, walks), func(b *testing.B) {
				in := qaplib(b, name)
				p := local.TabuDefaults(in.N(), in.N()*in.N())
				p.Walks = walks
				s, err := local.New(assignments(in), p, 1, local.Threads[qap.Assignment]{Count: walks})
				if err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					_ = s.Step(context.Background())
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(s.Turns()), "ns/turn")
			})
		}
	}
}

// BenchmarkTabu measures how close tabu search comes to the best known values of QAPLIB on two
// threads. A run stops after 20 or 60 s, or when it reaches the best known value. The benchmark
// reports the gaps and the times at which they were found.
//
//	go test ./internal/local -run '^$' -bench Tabu -benchtime 1x -timeout 1h -v
func BenchmarkTabu(b *testing.B) {
	for _, c := range []struct {
		name string
		best float64
		time time.Duration
	}{
		{"nug30", 6124, 20}, {"tai20a", 703482, 20}, {"tai30a", 1818146, 20}, {"tai35a", 2422002, 20}, {"sko49", 23386, 20},
		{"tai60a", 7205962, 60}, {"tai100a", 21044752, 60},
	} {
		b.Run(c.name, func(b *testing.B) {
			in := qaplib(b, c.name)
			for b.Loop() {
				sum, hits, turns := 0.0, 0, 0
				texts := ""
				for seed := range uint64(5) {
					p := local.TabuDefaults(in.N(), in.N()*in.N())
					s, err := local.New(assignments(in), p, seed+1, local.Threads[qap.Assignment]{Count: 2})
					if err != nil {
						b.Fatal(err)
					}
					r, err := search.Run(context.Background(), in, s, search.Any(search.AtCost(c.best), search.After(c.time*time.Second)))
					if err != nil {
						b.Fatal(err)
					}
					gap := (r.Cost/c.best - 1) * 100
					if sum += gap; gap == 0 {
						hits++
					}
					turns += s.Turns()
					texts += fmt.Sprintf(" %.3f@%.1fs", gap, r.ImprovedAt.Seconds())
				}
				b.ReportMetric(sum/5, "gap%")
				b.ReportMetric(float64(hits), "hits")
				b.ReportMetric(float64(turns)/5, "turns")
				b.Log(texts)
			}
		})
	}
}
