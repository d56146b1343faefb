package sweep

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

var allRules = []Rule{
	{Kind: TwoOpt}, {Kind: ThreeOpt}, {Kind: ThreeOpt, Third: OfT3},
	{Kind: TwoOpt, All: true}, {Kind: ThreeOpt, All: true}, {Kind: ThreeOpt, Third: OfT3, All: true},
}

type failer interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// A task is a tour to sweep, its instance and its neighbour lists.
type task struct {
	*tsp.Plain
	in    *tsp.Instance // closed instance
	lists *near.Lists
	tour  tsp.Tour
}

// drawTask draws cities with any metric, with or without a route, and a tour of any quality. Most
// cities lie on a small grid, so that many gains are equal.
func drawTask(t *rapid.T, fewest, most int) *task {
	n := rapid.IntRange(fewest, most).Draw(t, "n")
	seed := rapid.Uint64().Draw(t, "seed")
	side := rapid.SampledFrom([]int32{4, 12, 1000, 500_000_000}).Draw(t, "side")
	p := drawRoute(t, drawCities(t, n, seed, side)).Closed()
	l := must(near.Nearest(t.Context(), p.Instance, rapid.IntRange(1, 10).Draw(t, "k"), 1))
	if rapid.Bool().Draw(t, "symmetric") {
		l = must(l.Symmetric(t.Context(), 1))
	}
	u := lk.NewUndirected(p.Instance, l, p.Fit(start.Random(n, seed)), lk.TwoOpt)
	must(u.Descend(t.Context(), rapid.SampledFrom([]int{0, n, 100 * n}).Draw(t, "looks")))
	return &task{p, p.Instance, l, u.Tour(nil)}
}

func drawCities(t *rapid.T, n int, seed uint64, side int32) *tsp.Instance {
	metrics := []tsp.Metric{tsp.Euc2D, tsp.Ceil2D, tsp.Man2D, tsp.Euclidean, tsp.Haversine, tsp.Explicit}
	metric := rapid.SampledFrom(metrics).Draw(t, "metric")
	s := rng.At(seed, 0, 0)
	if metric == tsp.Explicit {
		return must(tsp.FromMatrix(n, symmetricMatrix(n, func() float64 { return float64(s.IntN(side)) })))
	}
	coords := make([]float64, 2*n)
	for i := range coords {
		coords[i] = float64(s.IntN(side))
		if metric == tsp.Haversine {
			coords[i] *= 90 / float64(side)
		}
	}
	return must(tsp.FromCoords(metric, 2, coords))
}

func symmetricMatrix(n int, draw func() float64) []float64 {
	m := make([]float64, n*n)
	for i := range n {
		for j := range i {
			m[i*n+j] = draw()
			m[j*n+i] = m[i*n+j]
		}
	}
	return m
}

// drawRoute adds a route in half of all cases: a path, fixed edges along a path through the cities
// starting with city 1, or both.
func drawRoute(t *rapid.T, in *tsp.Instance) *tsp.Instance {
	if rapid.Bool().Draw(t, "closed") {
		return in
	}
	var edges [][2]int32
	for c := int32(1); c < int32(in.N())-2; c++ {
		if rapid.IntRange(0, 3).Draw(t, "fix") == 0 {
			edges = append(edges, [2]int32{c, c + 1})
		}
	}
	in = must(in.FixEdges(edges))
	if rapid.Bool().Draw(t, "path") {
		last := int32(in.N()) - 1
		ends := rapid.SampledFrom([][2]int32{{-1, -1}, {0, -1}, {-1, last}, {0, last}}).Draw(t, "ends")
		in = must(in.Path(ends[0], ends[1]))
	}
	return in
}

// sweep returns the moves that a new engine finds.
func (w *task) sweep(k Rule, most int) []Move {
	return must(NewReference(w.in, w.lists, 1).Sweep(context.Background(), w.tour, k, most, nil))
}

// view returns a view of the tour.
func (w *task) view() *View {
	v := NewView(w.in, w.lists)
	v.Set(w.tour)
	return v
}

// claimsRight checks that the move, made in any of the possible ways, gives a tour that is shorter
// by exactly its gain and keeps the edges that must stay.
func (w *task) claimsRight(t failer, m Move) {
	t.Helper()
	cities := m.T[:]
	if m.Pattern == lk.Flat {
		if m.T[4] != m.T[3] || m.T[5] != m.T[3] {
			t.Fatalf("%v does not repeat t4", m)
		}
		cities = m.T[:4]
	}
	after := circleOf(w.tour).exchange(cities)
	if after == nil {
		t.Fatalf("%v does not give a tour of %v", m, w.tour)
	}
	if gain := w.in.Length(w.tour) - w.in.Length(after); m.Gain <= 0 || gain != m.Gain {
		t.Fatalf("%v gains %d of %v", m, gain, w.tour)
	}
	if err := w.Base.Check(w.Back(after)); err != nil {
		t.Fatalf("%v breaks the route: %v", m, err)
	}
	for i := 0; i < len(cities); i += 2 {
		if w.Tied(cities[i], cities[i+1]) {
			t.Fatalf("%v removes an edge that must stay", m)
		}
	}
	if flipped := flipAll(w.tour, m.Pattern.Flips(nil, &m.T)); flipped == nil || !sameCircle(flipped, after) {
		t.Fatalf("the flips of %v make %v into %v, want %v", m, w.tour, flipped, after)
	}
}

// flipAll makes flips on a plain slice. It returns nil if the edges of a flip are not in this order
// on the tour.
func flipAll(tour tsp.Tour, flips [][4]int32) tsp.Tour {
	for _, f := range flips {
		if tour = flip(tour, f); tour == nil {
			return nil
		}
	}
	return tour
}

func flip(tour tsp.Tour, f [4]int32) tsp.Tour {
	for range 2 { // in either direction
		at := slices.Index(tour, f[1])
		tour = slices.Concat(tour[at:], tour[:at]) // b … c d … a
		end := slices.Index(tour, f[2]) + 1
		if end < len(tour) && tour[end] == f[3] && tour[len(tour)-1] == f[0] {
			slices.Reverse(tour[:end])
			return tour
		}
		slices.Reverse(tour)
	}
	return nil
}

// sameCircle reports whether two tours are equal up to rotation and direction.
func sameCircle(a, b tsp.Tour) bool {
	canonical := func(t tsp.Tour) tsp.Tour {
		at := slices.Index(t, 0)
		t = slices.Concat(t[at:], t[:at])
		if len(t) > 2 && t[1] > t[len(t)-1] {
			slices.Reverse(t[1:])
		}
		return t
	}
	return slices.Equal(canonical(a), canonical(b))
}

// Every move of a sweep has the gain that it claims, and every pattern occurs.
func TestEveryMoveIsClaimedRight(t *testing.T) {
	var seen [lk.Turn + 1]int
	rapid.Check(t, func(t *rapid.T) {
		w := drawTask(t, 8, 40)
		for _, k := range allRules {
			for _, m := range w.sweep(k, w.in.N()) {
				w.claimsRight(t, m)
				if k.Kind == TwoOpt && m.Pattern != lk.Flat {
					t.Fatalf("%v is no 2-opt move", m)
				}
				seen[m.Pattern]++
			}
		}
	})
	if slices.Contains(seen[:], 0) {
		t.Errorf("patterns that occurred, from Flat to Turn: %v", seen)
	}
}

// Every move that a sweep examines, chosen or not, has the gain that it claims.
func TestEveryPairIsClaimedRight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawTask(t, 8, 25)
		v := w.view()
		for c := range int32(w.in.N()) {
			for pair := w.lists.First[c]; pair < w.lists.First[c+1]; pair++ {
				for _, k := range allRules {
					f := v.Find(k, c, pair)
					if f.Gain == 0 {
						continue
					}
					m := v.Decode(c, f)
					if m.T[1] != c || m.T[2] != w.lists.City[pair] {
						t.Fatalf("%v does not join %d to %d", m, c, w.lists.City[pair])
					}
					w.claimsRight(t, m)
					w.standsAt(t, m, v.Edges(&m))
				}
			}
		}
	})
}

// standsAt checks that the edges that a move removes are at the given positions of the tour.
func (w *task) standsAt(t failer, m Move, places [3]int32) {
	t.Helper()
	edges := removed(m)
	for i, p := range places {
		a, b := w.tour[p], w.tour[(int(p)+1)%len(w.tour)]
		if want := edges[min(i, len(edges)-1)]; want != [2]int32{min(a, b), max(a, b)} {
			t.Fatalf("edge %d of %v is said to stand at %d of %v", i+1, m, p, w.tour)
		}
	}
}

// Gains are also correct with negative distances, which are allowed.
func TestNegativeDistancesAreClaimedRight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(8, 30).Draw(t, "n")
		s := rng.At(rapid.Uint64().Draw(t, "seed"), 0, 0)
		p := must(tsp.FromMatrix(n, symmetricMatrix(n, func() float64 { return float64(s.IntN(21) - 10) }))).Closed()
		w := &task{p, p.Instance, must(near.Nearest(t.Context(), p.Instance, 5, 1)), start.Random(n, 1)}
		for _, k := range allRules {
			for _, m := range w.sweep(k, n) {
				w.claimsRight(t, m)
			}
		}
	})
}

// Among the best moves of all cities, a sweep chooses those that are better than any other move
// that removes one of their edges, and sorts them. Therefore no edge is removed twice, and the best
// move of all is always first.
func TestTheChoice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawTask(t, 8, 60)
		v := w.view()
		for _, k := range allRules {
			var all, want []Move
			for c := range int32(w.in.N()) {
				if f := v.BestOfCity(k, c); f.Gain > 0 {
					all = append(all, v.Decode(c, f))
				}
			}
			for _, m := range all {
				if !slices.ContainsFunc(all, func(o Move) bool { return shareAnEdge(m, o) && comesBefore(o, m) < 0 }) {
					want = append(want, m)
				}
			}
			slices.SortFunc(want, comesBefore)
			if got := w.sweep(k, w.in.N()); !slices.Equal(got, want) {
				t.Fatalf("%v of %v are\n%v, want\n%v", k, w.tour, got, want)
			}
			if len(all) > 0 && want[0] != slices.MinFunc(all, comesBefore) {
				t.Fatalf("the best is %v, the first %v", slices.MinFunc(all, comesBefore), want[0])
			}
			disjoint(t, want)
		}
	})
}

// comesBefore orders moves by gain, then by t2.
func comesBefore(a, b Move) int {
	if a.Gain != b.Gain {
		return cmp.Compare(b.Gain, a.Gain)
	}
	return cmp.Compare(a.T[1], b.T[1])
}

// removed returns the edges that a move removes, each with the smaller city first.
func removed(m Move) (edges [][2]int32) {
	for i := 0; i < 6 && m.T[i] != m.T[i+1]; i += 2 {
		edges = append(edges, [2]int32{min(m.T[i], m.T[i+1]), max(m.T[i], m.T[i+1])})
	}
	return edges
}

func shareAnEdge(a, b Move) bool {
	return slices.ContainsFunc(removed(a), func(e [2]int32) bool { return slices.Contains(removed(b), e) })
}

// disjoint checks that no edge is removed twice, even by a single move.
func disjoint(t failer, moves []Move) {
	t.Helper()
	taken := map[[2]int32]Move{}
	for _, m := range moves {
		for _, e := range removed(m) {
			if other, ok := taken[e]; ok {
				t.Fatalf("%v and %v remove the edge %v", other, m, e)
			}
			taken[e] = m
		}
	}
}

// A limited sweep appends the first moves of an unlimited sweep to dst.
func TestNoMoreThanAskedFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawTask(t, 8, 60)
		k := rapid.SampledFrom(allRules).Draw(t, "rule")
		all := w.sweep(k, w.in.N())
		before := []Move{{Gain: 1}, {Gain: 2}}
		e := NewReference(w.in, w.lists, 1)
		for _, most := range []int{-1, 0, 1, 2, len(all) - 1, len(all), len(all) + 1, w.in.N() + 1} {
			got := must(e.Sweep(t.Context(), w.tour, k, most, slices.Clone(before)))
			want := slices.Concat(before, all[:min(max(most, 0), len(all))])
			if !slices.Equal(got, want) {
				t.Fatalf("at most %d: %v, want %v", most, got, want)
			}
		}
	})
}

// The moves do not depend on the first city or the direction of the tour.
func TestMovesDoNotDependOnHowATourIsWrittenDown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawTask(t, 8, 60)
		k := rapid.SampledFrom(allRules).Draw(t, "rule")
		most := rapid.SampledFrom([]int{1, 3, 1000}).Draw(t, "most")
		want := w.sweep(k, most)
		tour := w.tour
		for range 2 {
			for _, at := range []int{1, rapid.IntRange(0, len(tour)-1).Draw(t, "at"), len(tour) - 1} {
				w.tour = slices.Concat(tour[at:], tour[:at])
				if got := w.sweep(k, most); !slices.Equal(got, want) {
					t.Fatalf("of %v:\n%v, of %v:\n%v", tour, want, w.tour, got)
				}
			}
			tour = slices.Clone(tour)
			slices.Reverse(tour)
		}
	})
}

// The moves do not depend on the number of threads or on earlier sweeps of the engine.
func TestMovesDoNotDependOnThreads(t *testing.T) {
	const n = 2*1024 + 100 // several blocks, with a shorter last one
	in, l, greedy := uniform(t, n)
	var engines []*Reference
	for _, threads := range []int{-1, 1, 2, 5, 2_200_000} {
		engines = append(engines, NewReference(in, l, threads))
	}
	for i, tour := range []tsp.Tour{tsp.Identity(n), greedy} {
		for _, k := range allRules {
			want := (&task{in: in, lists: l, tour: tour}).sweep(k, n)
			if len(want) < 20 {
				t.Errorf("%v, tour %d: only %d moves", k, i, len(want))
			}
			for _, e := range engines {
				if got := must(e.Sweep(t.Context(), tour, k, n, nil)); !slices.Equal(got, want) {
					t.Errorf("%v, tour %d: %d moves on %d threads, want %d", k, i, len(got), e.threads, len(want))
				}
			}
		}
	}
	for _, e := range engines {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
}

// uniform returns a random instance ordered along the space-filling curve, with lists and a greedy
// tour.
func uniform(tb testing.TB, n int) (*tsp.Instance, *near.Lists, tsp.Tour) {
	in := must(tsp.Generate(tsp.Uniform, n, 1))
	in = in.Pick(must(start.Curve(context.Background(), in)))
	l := must(near.Nearest(tb.Context(), in, 8, 2))
	return in, l, must(start.Greedy(tb.Context(), in, l, 2))
}

// A sweep finds no moves in small tours or without neighbours.
func TestNothingIsFound(t *testing.T) {
	for n := 1; n <= 10; n++ {
		for _, neighbours := range []int{0, 6} {
			if n >= Fewest && neighbours > 0 {
				continue
			}
			t.Run(fmt.Sprintf("n=%d/k=%d", n, neighbours), func(t *testing.T) {
				coords := make([]float64, 2*n)
				for i := range coords {
					coords[i] = float64((i * i * 37) % 101)
				}
				in := must(tsp.FromCoords(tsp.Euc2D, 2, coords))
				l := must(near.Nearest(t.Context(), in, neighbours, 1))
				for _, k := range allRules {
					c := NewChain(lk.NewUndirected(in, l, start.Random(n, 1), lk.TwoOpt), NewReference(in, l, 2), k, n)
					before := c.Tour(nil)
					if done, err := c.Descend(t.Context(), 1); !done || err != nil || len(c.moves) > 0 {
						t.Errorf("%v: done %v, error %v, moves %v", k, done, err, c.moves)
					}
					if !slices.Equal(c.Tour(nil), before) || c.Length() != in.Length(before) {
						t.Errorf("%v made %v into %v", k, before, c.Tour(nil))
					}
				}
			})
		}
	}
}

// A sweep finds moves in tours of eight or more cities.
func TestFewestIsEnough(t *testing.T) {
	in := must(tsp.FromPoints(tsp.Euc2D, []tsp.Point{{0, 0}, {10, 0}, {20, 0}, {30, 0}, {30, 10}, {20, 10}, {10, 10}, {0, 10}}))
	l := must(near.Nearest(t.Context(), in, 5, 1))
	for _, k := range allRules {
		moves := must(NewReference(in, l, 1).Sweep(t.Context(), tsp.Tour{0, 1, 5, 4, 3, 2, 6, 7}, k, 1, nil))
		if len(moves) != 1 {
			t.Errorf("%v: %v", k, moves)
		}
	}
}

// A sweep allocates only a few closures for a tour of any length, and a chain adds almost nothing.
func TestSweepsHardlyAllocate(t *testing.T) {
	for _, n := range []int{100, 1500} {
		in, l, tour := uniform(t, n)
		for _, k := range allRules {
			e := NewReference(in, l, 1)
			var moves []Move
			few(t, 6, func() { moves = must(e.Sweep(context.Background(), tour, k, n, moves[:0])) })
			if len(moves) < n/100 {
				t.Errorf("%v of %d cities: only %d moves", k, n, len(moves))
			}
			c := NewChain(lk.NewUndirected(in, l, tour, lk.TwoOpt), e, k, n)
			few(t, 8, func() {
				must(c.Descend(context.Background(), 1))
				c.Undo()
			})
		}
	}
}

// few checks that f makes at most the given number of allocations after all buffers have grown.
func few(t *testing.T, most float64, f func()) {
	t.Helper()
	if allocs := testing.AllocsPerRun(5, f); allocs > most {
		t.Errorf("%v allocations, expected at most %v", allocs, most)
	}
}

// The context is checked often enough if lists are long.
func TestRangesOfASweepAreShort(t *testing.T) {
	const n = 300
	for k, want := range map[int]int{1: citiesAtOnce, 10: 541, 90: 7, n - 1: 1} {
		v := &View{n: n, Lists: &near.Lists{City: make([]int32, n*k)}}
		if got := v.atOnce(Rule{Kind: ThreeOpt}); got != want {
			t.Errorf("%d neighbours: %d cities at once, expected %d", k, got, want)
		}
		if got := v.atOnce(Rule{Kind: TwoOpt}); got != min(movesAtOnce/(k+1), citiesAtOnce) {
			t.Errorf("%d neighbours: %d cities at once", k, got)
		}
	}
}

func TestKindsHaveNames(t *testing.T) {
	for _, k := range []Kind{TwoOpt, ThreeOpt} {
		if got, err := ParseKind(k.String()); got != k || err != nil {
			t.Errorf("%v becomes %v, %v", k, got, err)
		}
	}
	if _, err := ParseKind("4opt"); err == nil || err.Error() != `unknown kind of move "4opt": expected one of 2opt, 3opt` {
		t.Errorf("unexpected error %v", err)
	}
}
