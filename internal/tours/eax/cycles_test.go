package eax

import (
	"maps"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

// A couple holds two tours of an instance.
type couple struct {
	in     *tsp.Instance
	lists  *near.Lists
	space  lk.Space
	tours  [2]tsp.Tour
	a, b   member
	random rng.Stream
}

func newCouple(t testing.TB, in *tsp.Instance, listed int, a, b tsp.Tour) *couple {
	t.Helper()
	c := &couple{in: in, lists: neighbours(t, in, listed), space: lk.NewSpace(in), tours: [2]tsp.Tour{a, b}, random: rng.At(1, 2, 3)}
	c.a.set(a, &c.space)
	c.b.set(b, &c.space)
	return c
}

// drawCouple draws two tours that share no, few, many or all edges.
func drawCouple(d *dice, t *testing.T) *couple {
	var in *tsp.Instance
	switch n := d.from(sizes...); d.from(1, 2, 3) {
	case 1:
		in = generate(t, tsp.Uniform, n)
	case 2:
		in = weighted(t, n)
	default:
		in = route(t, max(n, 7))
	}
	a := d.tour(base(in).N())
	b := d.tour(len(a))
	switch a, b = fit(in, a), fit(in, b); d.from(1, 2, 3, 4) {
	case 1: // keep both random tours
	case 2:
		b = fit(in, d.near(back(in, a)))
	default:
		lists := neighbours(t, in, 8)
		a, b = descended(t, in, lists, a), descended(t, in, lists, b)
	}
	c := newCouple(t, in, d.from(1, 2, 3, 5, 8), a, b)
	if d.from(1, 2, 3, 4) == 1 { // no neighbours, so subtours cannot be joined
		c.lists = &near.Lists{First: make([]int32, in.N()+1)}
	}
	c.random = d.Stream
	return c
}

// descended returns the local optimum that 2-opt reaches from a tour.
func descended(t testing.TB, in *tsp.Instance, lists *near.Lists, from tsp.Tour) tsp.Tour {
	t.Helper()
	chain := lk.NewUndirected(in, lists, from, lk.TwoOpt)
	for done := false; !done; {
		var err error
		if done, err = chain.Descend(t.Context(), 1<<30); err != nil {
			t.Fatal(err)
		}
	}
	return chain.Tour(nil)
}

// dice draws uniform random numbers. rapid draws mostly small numbers from a range, so only the
// seed comes from rapid.
type dice struct{ rng.Stream }

func newDice(t *rapid.T) *dice { return &dice{rng.At(rapid.Uint64().Draw(t, "seed"), 0, 0)} }

// sizes lists instance sizes, including the smallest, for which every tour is a special case.
var sizes = []int{3, 4, 5, 6, 7, 8, 10, 15, 20, 40, 80}

func (d *dice) from(choices ...int) int { return choices[d.IntN(int32(len(choices)))] }

func (d *dice) tour(n int) tsp.Tour {
	order := tsp.Identity(n)
	d.Shuffle(order)
	return order
}

// near returns a copy of a tour with up to four reversed parts.
func (d *dice) near(a tsp.Tour) tsp.Tour {
	b := slices.Clone(a)
	for range d.IntN(5) {
		from := d.IntN(int32(len(b)))
		slices.Reverse(b[from : from+d.IntN(int32(len(b))-from+1)])
	}
	return b
}

// edge returns an edge as a map key.
func edge(x, y int32) [2]int32 { return [2]int32{min(x, y), max(x, y)} }

// edgesAlong counts the edges of a closed tour.
func edgesAlong(t tsp.Tour) map[[2]int32]int {
	all := map[[2]int32]int{}
	for i, c := range t {
		all[edge(c, t[(i+1)%len(t)])]++
	}
	return all
}

// edgesOf counts how often links contain each edge. A valid edge is counted from both ends.
func edgesOf(links []link) map[[2]int32]int {
	all := map[[2]int32]int{}
	for c := range links {
		for _, x := range links[c].city {
			all[edge(int32(c), x)]++
		}
	}
	return all
}

// without returns the edges of a that are not in b.
func without(a, b map[[2]int32]int) map[[2]int32]int {
	all := maps.Clone(a)
	maps.DeleteFunc(all, func(e [2]int32, _ int) bool { return b[e] > 0 })
	return all
}

// mustDecompose checks that the AB-cycles are a decomposition of the difference of two tours.
func mustDecompose(t *rapid.T, in *tsp.Instance, c *cycles, a, b tsp.Tour) {
	t.Helper()
	var found [2]map[[2]int32]int
	for kind := range found {
		found[kind] = map[[2]int32]int{}
	}
	if len(c.first) != c.count()+1 || int(c.first[c.count()]) != len(c.city) {
		t.Fatalf("%d cycles, %d of which begin, up to %d of %d cities", c.count(), len(c.first)-1, c.first[c.count()], len(c.city))
	}
	for i := range int32(c.count()) {
		cycle := c.of(i)
		if len(cycle) < 4 || len(cycle)%2 != 0 {
			t.Fatalf("a cycle of %d edges: %v", len(cycle), cycle)
		}
		gain := int64(0)
		for k, city := range cycle {
			next := cycle[(k+1)%len(cycle)]
			found[k%2][edge(city, next)]++
			gain += int64(1-2*(k%2)) * in.Dist(city, next)
		}
		if gain != c.gain[i] {
			t.Fatalf("cycle %v gains %d, not %d", cycle, gain, c.gain[i])
		}
	}
	ours, theirs := edgesAlong(a), edgesAlong(b)
	if want := without(ours, theirs); !maps.Equal(found[edgesA], want) {
		t.Fatalf("edges of A: %v, want %v", found[edgesA], want)
	}
	if want := without(theirs, ours); !maps.Equal(found[edgesB], want) {
		t.Fatalf("edges of B: %v, want %v", found[edgesB], want)
	}
}

// mustBeClean checks that a search for cycles has reset its working memory.
func mustBeClean(t *rapid.T, c *cycles) {
	t.Helper()
	for v := range c.at {
		if c.at[v] != [2]int32{-1, -1} || c.left[v] != [2]uint8{} {
			t.Fatalf("city %d is on the path at %v, with %v edges left", v, c.at[v], c.left[v])
		}
	}
	if len(c.differ) > 0 {
		t.Fatalf("%d cities are left", len(c.differ))
	}
}

// AB-cycles contain every edge that only one of the tours has exactly once, and the edges alternate
// between the tours. Consecutive searches do not affect each other.
func TestCyclesAreTheDifference(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := drawCouple(newDice(rt), t)
		c := newCycles(p.in.N())
		c.find(p.a.links, p.b.links, &p.space, &p.random)
		mustDecompose(rt, p.in, c, p.tours[0], p.tours[1])
		mustBeClean(rt, c)
		c.find(p.b.links, p.a.links, &p.space, &p.random)
		mustDecompose(rt, p.in, c, p.tours[1], p.tours[0])
		mustBeClean(rt, c)
		c.find(p.a.links, p.a.links, &p.space, &p.random)
		if c.count() != 0 || len(c.city) != 0 {
			rt.Fatalf("%d cycles of a tour with itself", c.count())
		}
	})
}

// The sum of the gains of all cycles is the difference of the tour lengths.
func TestGainsOfCyclesAddUp(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := drawCouple(newDice(rt), t)
		c := newCycles(p.in.N())
		c.find(p.a.links, p.b.links, &p.space, &p.random)
		sum := int64(0)
		for _, gain := range c.gain {
			sum += gain
		}
		if want := p.in.Length(p.tours[0]) - p.in.Length(p.tours[1]); sum != want {
			rt.Fatalf("all cycles gain %d, want %d", sum, want)
		}
	})
}

// If there are several decompositions, find may return any of them.
func TestCyclesAreRandom(t *testing.T) {
	in := generate(t, tsp.Uniform, 30)
	a, b := tsp.Identity(30), tsp.Identity(30)
	random := rng.At(5, 0, 0)
	random.Shuffle(b)
	p := newCouple(t, in, 5, a, b)
	seen := map[int]bool{}
	c := newCycles(30)
	for range 50 {
		c.find(p.a.links, p.b.links, &p.space, &p.random)
		seen[c.count()] = true
	}
	if len(seen) < 2 {
		t.Errorf("50 decompositions have the same number of cycles: %v", seen)
	}
}
