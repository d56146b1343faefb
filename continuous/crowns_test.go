package continuous

import (
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
	"pgregory.net/rapid"
)

var _ moves.Neighbourhood[Solution] = (*crowns)(nil)

// crownsOf returns a neighbourhood of a random point with the given number of crowns.
func crownsOf(t testing.TB, name string, dim, neighbours int, spacing string) *crowns {
	t.Helper()
	p := Defaults(create(t, name, dim))
	p.Neighbours, p.Spacing = neighbours, spacing
	return crownsWith(t, name, dim, p)
}

// newCrowns is NewCrowns with access to the fields of the neighbourhood.
func newCrowns(in *Instance, p Params, start Solution, seed uint64, walk uint32) (*crowns, error) {
	h, err := NewCrowns(in, p, start, seed, walk)
	c, _ := h.(*crowns)
	return c, err
}

func crownsWith(t testing.TB, name string, dim int, p Params) *crowns {
	t.Helper()
	in := create(t, name, dim)
	s := rng.At(7, 0, 0)
	c, err := newCrowns(in, p, Random(in, &s), 42, 3)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestNeighbourhood(t *testing.T) {
	for _, f := range Functions() {
		for _, spacing := range []string{"linear", geometric} {
			for _, dim := range []int{2, 3, 4, 11} {
				in := create(t, f.Name, dim)
				t.Run(in.Name+"/"+spacing, func(t *testing.T) {
					searchtest.Neighbourhood(t, in, 30, func() moves.Neighbourhood[Solution] {
						return crownsOf(t, f.Name, dim, 50, spacing)
					})
				})
			}
		}
	}
}

func TestNewCrownsRefuses(t *testing.T) {
	in := create(t, "ackley", 2)
	if _, err := newCrowns(in, Params{}, Solution{0, 0}, 1, 1); err == nil || !strings.Contains(err.Error(), "radius = 0") {
		t.Errorf("without parameters: %v", err)
	}
	if _, err := newCrowns(in, Defaults(in), Solution{0, 40}, 1, 1); err == nil || !strings.Contains(err.Error(), "start: coordinate 2 is 40") {
		t.Errorf("from outside: %v", err)
	}
}

// Points lie in their crowns, up to the precision of the coordinates, or closer if they are clamped
// to the domain. A delta is the difference of two costs.
func TestPointsLieInTheirCrowns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := Functions()[rapid.IntRange(0, len(Functions())-1).Draw(t, "function")]
		in, err := New(f, rapid.IntRange(f.fewest, 20).Draw(t, "dim"))
		if err != nil {
			t.Fatal(err)
		}
		s := rng.At(rapid.Uint64().Draw(t, "start"), 0, 0)
		p := Params{
			Neighbours: rapid.IntRange(1, 40).Draw(t, "neighbours"),
			Radius:     rapid.Float64Range(1e-3, 10).Draw(t, "radius"),
			Directions: rapid.SampledFrom([]string{mixed, "any"}).Draw(t, "directions"),
			Spacing:    rapid.SampledFrom([]string{"linear", geometric}).Draw(t, "spacing"),
		}
		c, err := newCrowns(in, p, Random(in, &s), rapid.Uint64().Draw(t, "seed"), rapid.Uint32().Draw(t, "walk"))
		if err != nil {
			t.Fatal(err)
		}
		now, point, deltas := c.Snapshot(), make(Solution, in.Dim()), make([]float64, c.Len())
		c.Deltas(0, deltas)
		for move, delta := range deltas {
			c.point(move, point)
			if err := in.Check(point); err != nil {
				t.Fatal(err)
			}
			if want := in.Cost(point) - in.Cost(now); delta != want {
				t.Fatalf("move %d: delta %v, found %v", move, delta, want)
			}
			far, clamped := distance(now, point), slices.Contains(point, f.Low) || slices.Contains(point, f.High)
			slack := 1e-12*far + 1e-15*f.High*float64(in.Dim())
			if far > c.radii[move+1]+slack || !clamped && far < c.radii[move]-slack {
				t.Fatalf("move %d is %v away, expected %v to %v", move, far, c.radii[move], c.radii[move+1])
			}
		}
	})
}

func distance(a, b Solution) float64 {
	sum := 0.0
	for i := range a {
		sum += (a[i] - b[i]) * (a[i] - b[i])
	}
	return math.Sqrt(sum)
}

// A point uses the random words that the comment on point specifies.
func TestPointsHaveAnAddress(t *testing.T) {
	const dim, move = 6, 4
	c := crownsOf(t, "griewank", dim, 9, "linear")
	c.Renew()
	c.Renew()
	var words []uint32
	for block := range uint32(2) {
		four := rng.Philox([4]uint32{block, move + 1, 2, 3}, [2]uint32{42, 0})
		words = append(words, four[:]...)
	}
	squares := 0.0
	direction := make([]float64, dim)
	for i := range direction {
		direction[i] = (float64(int32(words[i+1])) + 0.5) * 0x1p-31
		squares += float64(direction[i] * direction[i])
	}
	radius := c.radii[move] + float64(float64(words[0])*0x1p-32*(c.radii[move+1]-c.radii[move]))
	got := make(Solution, dim)
	c.point(move, got)
	for i, v := range c.Snapshot() {
		want := min(max(v+float64(radius/math.Sqrt(squares)*direction[i]), -600), 600)
		if got[i] != want {
			t.Errorf("coordinate %d is %v, want %v", i, got[i], want)
		}
	}
}

// With mixed directions, odd moves change one coordinate. All coordinates and both directions are
// equally frequent.
func TestOddMovesAreAlongAnAxis(t *testing.T) {
	in := create(t, "ackley", 5)
	p := Params{Neighbours: 4000, Radius: 1, Directions: mixed, Spacing: "linear"}
	c, err := newCrowns(in, p, make(Solution, 5), 7, 0)
	if err != nil {
		t.Fatal(err)
	}
	counts, point := map[int]int{}, make(Solution, 5)
	for move := range c.Len() {
		c.point(move, point)
		zeros, at := 0, 0
		for i, x := range point {
			switch {
			case x == 0:
				zeros++
			case x < 0:
				at = -1 - i
			default:
				at = 1 + i
			}
		}
		if want := 4 * (move % 2); zeros != want {
			t.Fatalf("move %d: %v, want %d coordinates unchanged", move, point, want)
		}
		if move%2 == 1 {
			counts[at]++
		}
	}
	for axis := 1; axis <= 5; axis++ { // 200 each, with a standard deviation of 13
		if least := min(counts[axis], counts[-axis]); least < 140 {
			t.Errorf("axis %d: %d and %d of 2000 moves", axis, counts[axis], counts[-axis])
		}
	}
}

// A different sample, walk or seed gives a different point. The same address gives the same point.
func TestSamplesDiffer(t *testing.T) {
	in := create(t, "ackley", 3)
	start := Solution{1, 2, 3}
	at := func(seed uint64, walk uint32, samples int) Solution {
		c, err := newCrowns(in, Defaults(in), start, seed, walk)
		if err != nil {
			t.Fatal(err)
		}
		for range samples {
			c.Renew()
		}
		point := make(Solution, 3)
		c.point(9999, point)
		return point
	}
	first := at(1, 1, 0)
	if !slices.Equal(first, at(1, 1, 0)) {
		t.Error("the same address has two points")
	}
	for _, other := range []Solution{at(2, 1, 0), at(1<<40, 1, 0), at(1, 2, 0), at(1, 1, 1)} {
		if slices.Equal(first, other) {
			t.Errorf("two addresses have the point %v", first)
		}
	}
}

func TestEveryChangeAdvancesTheSample(t *testing.T) {
	c := crownsOf(t, "rastrigin", 2, 10, "linear")
	for want, change := range []func(){func() {}, c.Renew, func() { c.Apply(3, 0) }, func() { c.Reset(Solution{1, 2}) }} {
		change()
		if got := c.Sample(); got != uint32(want) {
			t.Fatalf("sample %d, want %d", got, want)
		}
	}
	if got := c.Snapshot(); !slices.Equal(got, Solution{1, 2}) || c.Cost() != c.in.Cost(got) {
		t.Errorf("reset to %v at a cost of %v", got, c.Cost())
	}
}

func TestSnapshotsSurviveTwoMoves(t *testing.T) { // Apply alternates between two buffers
	c := crownsOf(t, "rastrigin", 2, 10, "linear")
	snapshot := c.Snapshot()
	then := slices.Clone(snapshot)
	c.Apply(1, 0)
	c.Apply(2, 0)
	if !slices.Equal(snapshot, then) {
		t.Errorf("the snapshot was %v and is %v", then, snapshot)
	}
}

func TestResetKeepsACopy(t *testing.T) {
	c := crownsOf(t, "rastrigin", 2, 10, "linear")
	given := Solution{1, 2}
	c.Reset(given)
	given[0] = 5
	if got := c.Snapshot(); got[0] != 1 {
		t.Errorf("the solution is %v now", got)
	}
}

func TestDeltasAtOnce(t *testing.T) {
	const moves, wave = 8000, 1000
	c := crownsOf(t, "rosenbrock", 50, moves, geometric)
	whole, waves := make([]float64, moves), make([]float64, moves)
	c.Deltas(0, whole)
	var group sync.WaitGroup
	for first := 0; first < moves; first += wave {
		group.Go(func() { c.Deltas(first, waves[first:first+wave]) })
	}
	group.Wait()
	if !slices.Equal(whole, waves) {
		t.Error("several goroutines found other deltas than one")
	}
}

// Directions are unbiased: the mean of many steps is close to 0.
func TestDirectionsAreFair(t *testing.T) {
	const dim, samples = 3, 20_000
	c := crownsOf(t, "ackley", dim, 1, "linear")
	c.Reset(make(Solution, dim))
	point, mean := make(Solution, dim), make([]float64, dim)
	for range samples {
		c.point(0, point)
		far := distance(make(Solution, dim), point)
		for i, v := range point {
			mean[i] += v / far / samples
		}
		c.Renew()
	}
	for i, m := range mean { // five standard deviations; each coordinate has a variance of 1/3
		if math.Abs(m) > 5*math.Sqrt(1.0/3/samples) {
			t.Errorf("direction %d leans by %v", i, m)
		}
	}
}

func TestNothingIsAllocated(t *testing.T) {
	c := crownsOf(t, "weierstrass", 3, 20, geometric)
	deltas := make([]float64, 20)
	if n := testing.AllocsPerRun(100, func() {
		c.Deltas(0, deltas)
		c.Apply(5, deltas[5])
		c.Renew()
	}); n >= 1 { // a garbage collection may empty the pool
		t.Errorf("%v allocations a step", n)
	}
}

// Geometric crowns have neighbours on every scale, so the best neighbours lead close to a minimum.
func TestDescentsConverge(t *testing.T) {
	for _, c := range []struct {
		name     string
		dim      int
		at, cost float64
	}{
		{"rastrigin", 2, 0.4, 1e-12},
		{"ackley", 3, 0.3, 1e-6},
		{"griewank", 2, 0.9, 1e-12},
		{"rosenbrock", 2, 0.9, 1e-7},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := crownsOf(t, c.name, c.dim, 400, geometric)
			start := make(Solution, c.dim)
			for i := range start {
				start[i] = c.at
			}
			h.Reset(start)
			deltas := make([]float64, h.Len())
			for range 400 {
				h.Deltas(0, deltas)
				if best := slices.Index(deltas, slices.Min(deltas)); deltas[best] < 0 {
					h.Apply(best, deltas[best])
				} else {
					h.Renew()
				}
			}
			if h.Cost() > c.cost {
				t.Errorf("ended at %v, a cost of %v", h.Snapshot(), h.Cost())
			}
		})
	}
}
