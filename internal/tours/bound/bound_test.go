package bound

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
	"pgregory.net/rapid"
)

// A source of random numbers for instances.
type source struct{ rng.Stream }

func (s *source) below(n int) int { return int(s.IntN(int32(n))) }

// points returns cities in a small box, so that ties and duplicates occur.
func (s *source) points(n int) *tsp.Instance {
	metrics := []tsp.Metric{
		tsp.Euc2D, tsp.Ceil2D, tsp.Att, tsp.Man2D, tsp.Max2D, tsp.Euclidean,
		tsp.Euc3D, tsp.Man3D, tsp.Max3D, tsp.Geo, tsp.Haversine, tsp.Xray1,
	}
	metric := metrics[s.below(len(metrics))]
	side := []int{3, 20, 80}[s.below(3)]
	coords := make([]float64, n*metric.Dims())
	for i := range coords {
		coords[i] = float64(s.below(side))
	}
	return must(tsp.FromCoords(metric, metric.Dims(), coords))
}

// matrix returns distances that may be negative and rounded.
func (s *source) matrix(n int, symmetric bool) *tsp.Instance {
	m := make([]float64, n*n)
	unit, least := []float64{1, 0.1, 1. / 3}[s.below(3)], 30*s.below(2)
	for i := range n {
		for j := range n {
			if m[i*n+j] = unit * float64(s.below(100)-least); symmetric && j < i {
				m[i*n+j] = m[j*n+i]
			}
		}
	}
	return must(tsp.FromMatrix(n, m))
}

// instance returns an instance of any kind, and a tour of it.
func (s *source) instance(n int) *tsp.Instance {
	in := s.points(n)
	if kind := s.below(3); kind > 0 {
		in = s.matrix(n, kind == 1)
	}
	t := tsp.Identity(n)
	s.Shuffle(t)
	if s.below(2) == 0 {
		ends := []int32{t[0], t[n-1], -1}
		in = must(in.Path(ends[2*s.below(2)], ends[1+s.below(2)]))
	}
	if in.Symmetric() && s.below(2) == 0 {
		in = must(in.FixEdges([][2]int32{{t[0], t[1]}, {t[1], t[2]}}[:1+s.below(2)]))
	}
	return in
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// optimum tries all tours. It returns the least cost before and after rounding.
func optimum(in *tsp.Instance) float64 {
	best := math.Inf(1)
	var try func(t tsp.Tour, k int)
	try = func(t tsp.Tour, k int) {
		if k == len(t) && in.Check(t) == nil {
			rounded, unrounded, within := in.Costs(t)
			if in.Rounding().Exact {
				unrounded += within // the sum is inexact
			}
			best = min(best, rounded, unrounded)
		}
		for i := k; i < len(t); i++ {
			t[k], t[i] = t[i], t[k]
			try(t, k+1)
			t[k], t[i] = t[i], t[k]
		}
	}
	first := 1
	if in.Open() {
		first = 0
	}
	try(tsp.Identity(in.N()), first)
	return best
}

// run performs all steps of short ascents.
func run(ctx context.Context, t interface{ Fatal(...any) }, in *tsp.Instance, threads, iterations int) *Bound {
	b, err := New(ctx, in, threads)
	if err != nil {
		t.Fatal(err)
	}
	b.start(min(b.left, iterations))
	b.plan.later = min(b.plan.later, iterations)
	for {
		done, err := b.Step(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if done {
			return b
		}
	}
}

// The bound of each of many tiny instances is at most the optimum, and often equal to it. The
// certificate proves it by a different computation.
func TestNoTourIsBelowTheBound(t *testing.T) {
	count, tight := 10_000, 0
	if testkit.Race {
		count = 500 // the computation has one thread
	}
	for seed := range uint64(count) {
		s := source{rng.At(seed, 0, 0)}
		in := s.instance(3 + s.below(4))
		b := run(t.Context(), t, in, 1, 40)
		best := optimum(in)
		if b.Cost() > best {
			t.Fatalf("seed %d: bound %v, optimum %v", seed, b.Cost(), best)
		}
		if length, err := b.Certificate().Length(t.Context(), in); err != nil || length < b.Length() {
			t.Fatalf("seed %d: the certificate proves %d, expected %d: %v", seed, length, b.Length(), err)
		}
		if best-b.Cost() <= 1e-6*math.Abs(best) {
			tight++
		}
	}
	if tight < count*8/10 {
		t.Errorf("only %d of %d bounds equal the optimum", tight, count)
	}
}

// The search in boxes finds the same tree as an examination of all pairs.
func TestCertificatesOfManyCities(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := source{rng.At(rapid.Uint64().Draw(t, "seed"), 0, 0)}
		in := s.instance(rapid.IntRange(20, 150).Draw(t, "n"))
		b := run(context.Background(), t, in, 2, 15)
		if got, err := b.Certificate().Length(context.Background(), in); err != nil || got != b.Length() {
			t.Fatalf("the certificate proves %d, expected %d: %v", got, b.Length(), err)
		}
	})
}

// Threads and interruptions do not affect the bound.
func TestThreadsAndInterruptions(t *testing.T) {
	in := must(tsp.Generate(tsp.Clustered, 2000, 1))
	want := run(t.Context(), t, in, 1, 20)
	got := must(New(t.Context(), in, 3))
	got.start(20)
	got.plan.later = 20
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for done := false; !done; {
		if _, err := got.Step(gone); err == nil {
			t.Fatal("a cancelled step succeeded")
		}
		done = must(got.Step(t.Context()))
	}
	if !reflect.DeepEqual(got.Certificate(), want.Certificate()) || got.Length() != want.Length() {
		t.Errorf("bound %d, expected %d", got.Length(), want.Length())
	}
}

// Bounds of benchmark instances are close to the optimum.
func TestBenchmarkBounds(t *testing.T) {
	for name, most := range map[string]float64{
		"tsplib/berlin52.tsp": 0.01, "tsplib/eil101.tsp": 0.6, "tsplib/gr229.tsp": 1.2, "tsplib/si175.tsp": 0.4, "tsplib/linhp318.tsp": 1,
		"atsp/ft53.atsp": 1, "atsp/rbg323.atsp": 0.01, "atsp/kro124p.atsp": 1,
	} {
		in := load(t, name)
		known, _ := tsp.BestKnown(in)
		b := run(t.Context(), t, in, 2, 1000)
		gap := 100 * (1 - b.Cost()/float64(known.Value))
		if gap < 0 || gap > most {
			t.Errorf("%s: the bound %v is %.3f %% below the optimum %d, expected 0 to %v", name, b.Cost(), gap, known.Value, most)
		}
	}
}

func load(t *testing.T, name string) *tsp.Instance {
	path := filepath.Join("..", "..", "..", "..", "shared", "data", filepath.FromSlash(name))
	if _, err := os.Stat(path); err != nil && os.Getenv("TOURMALINE_REQUIRE_DATA") == "" {
		t.Skip("no benchmark data")
	}
	return must(format.ReadFile(path, format.Options{}))
}

func TestTinyInstances(t *testing.T) {
	if _, err := New(t.Context(), must(tsp.FromMatrix(2, make([]float64, 4))), 1); !errors.Is(err, ErrTiny) {
		t.Errorf("two cities: %v", err)
	}
}
