package swap

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// kinds contains generators for all kinds of instances. The cities lie on a small grid, so that
// many moves are equally good.
var kinds = map[string]func(n int, seed uint64) *tsp.Plain{
	"EUC_2D":           spatial(tsp.Euc2D, 2),
	"CEIL_2D":          spatial(tsp.Ceil2D, 2),
	"EUCLIDEAN":        spatial(tsp.Euclidean, 2),
	"EUCLIDEAN space":  spatial(tsp.Euclidean, 3),
	"MAN_2D":           spatial(tsp.Man2D, 2),
	"GEO":              spatial(tsp.Geo, 2), // in which the distance of a city to itself is 1
	"ATT":              spatial(tsp.Att, 2),
	"HAVERSINE":        spatial(tsp.Haversine, 2),
	"matrix":           matrix(true),
	"directed matrix":  matrix(false),
	"path":             path(spatial(tsp.Euc2D, 2), -1, -1),
	"path with ends":   path(spatial(tsp.Euc2D, 2), 1, 0),
	"directed path":    path(matrix(false), 1, 0),
	"fixed edge":       fixed,
	"directed by func": function,
}

func spatial(m tsp.Metric, dims int) func(n int, seed uint64) *tsp.Plain {
	return func(n int, seed uint64) *tsp.Plain {
		s := rng.At(seed, 0, 0)
		coords := make([]float64, n*dims)
		for k := range coords {
			coords[k] = float64(s.IntN(30))
		}
		return must(tsp.FromCoords(m, dims, coords)).Closed()
	}
}

func matrix(symmetric bool) func(n int, seed uint64) *tsp.Plain {
	return func(n int, seed uint64) *tsp.Plain {
		s := rng.At(seed, 0, 0)
		d := make([]float64, n*n)
		for k := range d {
			if d[k] = float64(s.IntN(50)) - 10; symmetric && k%n < k/n {
				d[k] = d[k%n*n+k/n]
			}
		}
		return must(tsp.FromMatrix(n, d)).Closed()
	}
}

func path(of func(n int, seed uint64) *tsp.Plain, start, end int32) func(n int, seed uint64) *tsp.Plain {
	return func(n int, seed uint64) *tsp.Plain { return must(of(n, seed).Base.Path(start, end)).Closed() }
}

func fixed(n int, seed uint64) *tsp.Plain {
	in := spatial(tsp.Euc2D, 2)(n, seed).Base
	return must(in.FixEdges([][2]int32{{0, 1}})).Closed()
}

func function(n int, seed uint64) *tsp.Plain {
	return must(tsp.FromFunc(n, false, 10, func(i, j int) int64 { return int64((3*i + 5*j + int(seed%7)) % 19) })).Closed()
}

// swaps returns two Swaps that start at a random tour of an instance: one with a table, if
// possible, and one with computed distances.
func swaps(p *tsp.Plain, seed uint64) [2]*Swap {
	in := p.Instance
	t := p.Fit(start.Random(p.Base.N(), seed))
	return [2]*Swap{must(New(context.Background(), in, t)), must(newSwap(in, computed(in), t))}
}

func TestConformance(t *testing.T) {
	for name, make := range kinds {
		for _, n := range []int{2, 3, 4, 5, 17} {
			for way := range 2 {
				t.Run(fmt.Sprintf("%s/n=%d/way=%d", name, n, way), func(t *testing.T) {
					p := make(n, 7)
					searchtest.Neighbourhood(t, p.Instance, 20, func() moves.Neighbourhood[tsp.Tour] { return swaps(p, 3)[way] })
				})
			}
		}
	}
}

// drawKind draws an instance of a random kind and size.
func drawKind(t *rapid.T, most int) (*tsp.Plain, uint64) {
	names := []string{}
	for name := range kinds {
		names = append(names, name)
	}
	slices.Sort(names)
	name := rapid.SampledFrom(names).Draw(t, "kind")
	seed := rapid.Uint64().Draw(t, "seed")
	return kinds[name](rapid.IntRange(2, most).Draw(t, "n"), seed), seed
}

func TestEveryDeltaIsWhatTheTourBecomesLongerBy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, seed := drawKind(t, 14)
		in := p.Instance
		for way, s := range swaps(p, seed) {
			for range 3 {
				tour := s.Snapshot()
				deltas := make([]float64, s.Len())
				s.Deltas(0, deltas)
				for move, delta := range deltas {
					i, j := moves.Pair(in.N(), move)
					now := slices.Clone(tour)
					now[i], now[j] = now[j], now[i]
					if want := float64(in.Length(now)-in.Length(tour)) / in.Scale(); delta != want {
						t.Fatalf("way %d: %v, places %d and %d: delta %v, want %v", way, tour, i, j, delta, want)
					}
				}
				move := rapid.IntRange(0, s.Len()-1).Draw(t, "move")
				s.Apply(move, deltas[move])
				if s.length != in.Length(s.Snapshot()) {
					t.Fatalf("way %d: the length is %d, should be %d", way, s.length, in.Length(s.Snapshot()))
				}
			}
		}
	})
}

// The deltas of any range of moves equal those computed for all moves.
func TestDeltasOfAnyRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, seed := drawKind(t, 40)
		for way, s := range swaps(p, seed) {
			whole := make([]float64, s.Len())
			s.Deltas(0, whole)
			first := rapid.IntRange(0, s.Len()).Draw(t, "first")
			part := make([]float64, rapid.IntRange(0, s.Len()-first).Draw(t, "count"))
			s.Deltas(first, part)
			if !slices.Equal(part, whole[first:first+len(part)]) {
				t.Fatalf("way %d: %v from %d on, among all %v", way, part, first, whole)
			}
		}
	})
}

// Several goroutines that share a neighbourhood pick the same move as one.
func TestPickRangesTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, seed := drawKind(t, 40)
		random := rng.At(seed, 1, 0)
		for way, s := range swaps(p, seed) {
			r := &moves.Rule{Until: make([]int32, s.Attributes()), Step: 4, Long: random.IntN(3), Aspire: float64(-random.IntN(40))}
			for a := range r.Until {
				r.Until[a] = random.IntN(8)
			}
			goroutines := rapid.IntRange(1, 7).Draw(t, "goroutines")
			found := make([]moves.Choice, goroutines)
			var wg sync.WaitGroup
			for g := range goroutines {
				first, end := s.Len()*g/goroutines, s.Len()*(g+1)/goroutines
				wg.Go(func() { found[g] = s.PickRange(r, first, end-first) })
			}
			wg.Wait()
			best, lowest := moves.Choice{Move: -1}, moves.Forbidden
			for _, c := range found {
				if c.Move < 0 {
					continue
				}
				touch := s.Touched(c.Move)
				if class := r.Class(c.Delta, &touch); class < lowest || class == lowest && c.Delta < best.Delta {
					best, lowest = c, class
				}
			}
			if got := must(s.Pick(context.Background(), r)); got != best {
				t.Fatalf("way %d: one finds %+v, %d find %+v", way, got, goroutines, best)
			}
		}
	})
}

// Aspire is compared exactly. It is in units of cost, of which a unit of length may be a small
// fraction.
func TestAspireIsExact(t *testing.T) {
	for name, make := range kinds {
		for way, s := range swaps(make(9, 5), 5) {
			first := must(s.Pick(context.Background(), moves.Everything()))
			// All cities must stay out, so only moves below Aspire are picked.
			r := &moves.Rule{Until: slices.Repeat([]int32{9}, s.n), Step: 9, Long: math.MinInt32}
			for _, test := range []struct {
				aspire float64
				want   int
			}{
				{first.Delta, -1},
				{math.Nextafter(first.Delta, math.Inf(1)), first.Move},
				{math.Inf(1), first.Move},
				{math.Inf(-1), -1},
				{math.NaN(), -1},
			} {
				r.Aspire = test.aspire
				if got := must(s.Pick(context.Background(), r)); got.Move != test.want {
					t.Errorf("%s, way %d: below %v move %d is picked, want %d", name, way, test.aspire, got.Move, test.want)
				}
			}
		}
	}
}

// The 1,249,975,000 moves of a tour of 50,000 cities need little memory.
func TestManyMovesNeedLittleMemory(t *testing.T) {
	const n = 50_000
	in := must(tsp.Generate(tsp.Uniform, n, 1))
	s := must(New(t.Context(), in, start.Random(n, 1)))
	if s.Len() != 1_249_975_000 {
		t.Errorf("%d moves", s.Len())
	}
	tour := s.Snapshot()
	wave := make([]float64, 3*n/2)
	for _, first := range []int{0, 7, n - 2, s.Len() / 2, s.Len() - len(wave)} {
		s.Deltas(first, wave)
		best := moves.Choice{Move: -1, Delta: math.Inf(1)}
		i, j := moves.Pair(n, first)
		for k, delta := range wave {
			if want := float64(naiveDelta(in, tour, i, j)); delta != want {
				t.Fatalf("places %d and %d: delta %v, want %v", i, j, delta, want)
			}
			if delta < best.Delta {
				best = moves.Choice{Move: first + k, Delta: delta}
			}
			i, j = moves.NextPair(n, i, j)
		}
		if got := s.PickRange(moves.Everything(), first, len(wave)); got != best {
			t.Errorf("from %d on: picked %+v, want %+v", first, got, best)
		}
	}
}

// From shares distances but not tours.
func TestFromSharesDistances(t *testing.T) {
	in := must(tsp.Generate(tsp.Uniform, 50, 1))
	s := must(New(t.Context(), in, tsp.Identity(50)))
	other := must(s.From(start.Random(50, 1)))
	if s.dist != other.dist {
		t.Error("there are two tables")
	}
	c := must(other.Pick(context.Background(), moves.Everything()))
	other.Apply(c.Move, c.Delta)
	if !slices.Equal(s.Snapshot(), tsp.Identity(50)) || s.Cost() != in.Cost(tsp.Identity(50)) {
		t.Errorf("a move of one tour changed the other: %v", s.Snapshot())
	}
	order := make([]int32, 50)
	if encode(other, order); !slices.Equal(other.Snapshot(), order) {
		t.Errorf("places %v, the tour is %v", order, other.Snapshot())
	}
	if _, err := s.From(tsp.Identity(49)); err == nil {
		t.Error("a tour of 49 cities was taken")
	}
}

// Small instances use a table, and large instances in the plane use coordinates.
func TestWays(t *testing.T) {
	directed := must(tsp.FromFunc(tabled+1, false, 1, func(i, j int) int64 { return int64(i) }))
	for _, test := range []struct {
		in   *tsp.Instance
		want string
	}{
		{must(tsp.Generate(tsp.Uniform, tabledPlane, 1)), "*swap.table *swap.table true"},
		{must(tsp.Generate(tsp.Uniform, tabledPlane+1, 1)), "*swap.plane *swap.plane true"},
		{spatial(tsp.Ceil2D, 2)(tabledPlane+1, 1).Instance, "*swap.ceiled *swap.ceiled true"},
		{spatial(tsp.Man2D, 2)(tabledPlane+1, 1).Instance, "*swap.table *swap.table true"},
		{spatial(tsp.Man2D, 2)(tabled+1, 1).Instance, "*swap.perPair *swap.perPair true"},
		{matrix(false)(20, 1).Instance, "*swap.table *swap.table false"},
		{directed, "*swap.perPair *swap.perPair false"},
		{kinds["path"](20, 1).Instance, "*swap.table *swap.table true"},
		// -2^40 does not fit into a table
		{kinds["path with ends"](20, 1).Instance, "*swap.perPair *swap.perPair true"},
	} {
		w := newMeasurers(t.Context(), test.in)
		if got := fmt.Sprintf("%T %T %v", w.forward, w.backward, w.forward == w.backward); got != test.want {
			t.Errorf("%d cities, %v: %s, want %s", test.in.N(), test.in.Metric(), got, test.want)
		}
	}
}

// Without the time for a table, distances are computed.
func TestACancelledTable(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	in := spatial(tsp.Man2D, 2)(100, 1).Instance
	if w := newMeasurers(ctx, in); fmt.Sprintf("%T", w.forward) != "*swap.perPair" {
		t.Errorf("a cancelled search has %T", w.forward)
	}
}

func TestErrors(t *testing.T) {
	in := must(tsp.Generate(tsp.Uniform, 5, 1))
	huge := must(tsp.FromFunc(maxCities+1, true, 1, func(i, j int) int64 { return 1 }))
	for _, test := range []struct {
		in    *tsp.Instance
		tour  tsp.Tour
		words string
	}{
		{in, tsp.Identity(4), "start tour: the tour visits 4 cities, but the instance has 5"},
		{in, tsp.Tour{0, 1, 2, 3, 3}, "position 5: city 4 is visited twice"},
		{must(in.Path(-1, -1)), tsp.Identity(5), "use the instance that Closed returns"},
		{must(in.FixEdges([][2]int32{{0, 1}})), tsp.Identity(5), "fixed edges"},
		{huge, nil, fmt.Sprintf("got %d cities, but the limit is %d", maxCities+1, maxCities)},
	} {
		if _, err := New(t.Context(), test.in, test.tour); err == nil || !strings.Contains(err.Error(), test.words) {
			t.Errorf("%v, want %q", err, test.words)
		}
	}
	defer func() {
		if r := fmt.Sprint(recover()); !strings.Contains(r, "the tour visits 4 cities") {
			t.Errorf("Reset to a bad tour: %s", r)
		}
	}()
	must(New(t.Context(), in, tsp.Identity(5))).Reset(tsp.Identity(4))
}

func TestTheLargestHasNumberedMoves(t *testing.T) {
	if got, want := int64(moves.Pairs(maxCities)), int64(maxCities)*(maxCities-1)/2; got != want {
		t.Errorf("%d moves of %d cities, want %d", got, maxCities, want)
	}
}

// One city has no moves.
func TestOneCity(t *testing.T) {
	s := must(New(t.Context(), must(tsp.Generate(tsp.Uniform, 1, 1)), tsp.Identity(1)))
	s.Deltas(0, nil)
	if c := must(s.Pick(context.Background(), moves.Everything())); s.Len() != 0 || c.Move != -1 || s.Cost() != 0 {
		t.Errorf("%d moves, picked %+v, cost %v", s.Len(), c, s.Cost())
	}
}
