package vec

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/tourmaline-opt/tourmaline/rng"
)

// fataler contains the methods that a check needs from testing.T or rapid.T.
type fataler interface {
	Helper()
	Fatalf(string, ...any)
}

func mustPanic(t *testing.T, f func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	f()
}

// naiveWalk implements the definition of a walk for one ant, step by step.
func naiveWalk(g *Ground, s rng.Stream, elsewhere func(from int32, visited []bool) int32) []int32 {
	n := len(g.City) / g.Width
	visited := make([]bool, n)
	at := int32(uint64(s.Uint32()) * uint64(n) >> 32)
	visited[at] = true
	tour := []int32{at}
	for len(tour) < n {
		at = naiveStep(g, at, s.Uint32(), visited)
		if at < 0 {
			at = elsewhere(tour[len(tour)-1], visited)
		}
		visited[at] = true
		tour = append(tour, at)
	}
	return tour
}

// naiveStep returns the next city, or -1 if there is neither a candidate nor a backup.
func naiveStep(g *Ground, at int32, draw uint32, visited []bool) int32 {
	list := int(at) * g.Width
	sum := uint64(0)
	for k := list; k < list+g.Width; k++ {
		if !visited[g.City[k]] {
			sum += uint64(g.Weight[k])
		}
	}
	prefix, t := uint64(0), uint64(draw)*sum>>32
	for k := list; k < list+g.Width; k++ {
		if !visited[g.City[k]] {
			if prefix += uint64(g.Weight[k]); prefix > t {
				return g.City[k]
			}
		}
	}
	for _, c := range g.Backup[int(at)*g.Spare:][:g.Spare] {
		if !visited[c] {
			return c
		}
	}
	return -1
}

// checkWalk compares all routines available on this machine with the definition: the tours, and the
// cities for which elsewhere was called.
func checkWalk(t fataler, g *Ground, tours *[ants][]int32, seed uint64) {
	t.Helper()
	n := len(g.City) / g.Width
	stream, step := [ants]uint32{7, 1, 1 << 31, 7}, uint32(seed)
	var want, asked [ants][]int32
	for i := range ants {
		want[i] = naiveWalk(g, rng.At(seed, stream[i], step), func(from int32, visited []bool) int32 {
			asked[i] = append(asked[i], from)
			return firstOpen(n, from, func(c int32) bool { return visited[c] })
		})
	}
	w := NewWalkers(n)
	for _, r := range available() {
		for again := range 2 { // the walkers are reused
			var got [ants][]int32
			w.walkBy(&r, g, tours, seed, &stream, step, func(ant int, from int32) int32 {
				got[ant] = append(got[ant], from)
				if len(got[ant]) <= 3 {
					checkLeft(t, w, ant, n)
				}
				return firstOpen(n, from, func(c int32) bool { return w.Visited(ant, c) })
			})
			for i := range ants {
				if !slices.Equal(tours[i], want[i]) {
					t.Fatalf("%s, %d: n = %d, width %d, spare %d: ant %d went %v, not %v", r.instructions, again, n, g.Width, g.Spare, i, tours[i], want[i])
				}
				if !slices.Equal(got[i], asked[i]) {
					t.Fatalf("%s, %d: n = %d, width %d, spare %d: ant %d asked at %v, not at %v", r.instructions, again, n, g.Width, g.Spare, i, got[i], asked[i])
				}
			}
		}
	}
}

// checkLeft compares the result of Left with the unvisited cities one by one.
func checkLeft(t fataler, w *Walkers, ant, n int) {
	var want []int32
	for c := range int32(n) {
		if !w.Visited(ant, c) {
			want = append(want, c)
		}
	}
	if got := w.Left(ant, nil); !slices.Equal(got, want) {
		t.Fatalf("ant %d has %v left, want %v", ant, got, want)
	}
}

func firstOpen(n int, from int32, visited func(int32) bool) int32 {
	for {
		if from = (from + 1) % int32(n); !visited(from) {
			return from
		}
	}
}

func newTours(n int) *[ants][]int32 {
	var tours [ants][]int32
	for i := range tours {
		tours[i] = make([]int32, n)
	}
	return &tours
}

// terrain describes how to create the lists of a city: the number of candidates, and the weights.
type terrain struct {
	name       string
	candidates func(r *rand.Rand, width int) int
	weight     func(r *rand.Rand, candidates int) uint32
}

func allPlaces(_ *rand.Rand, width int) int   { return width }
func anyNumber(r *rand.Rand, width int) int   { return r.IntN(width + 1) }
func atMostThree(r *rand.Rand, width int) int { return r.IntN(min(3, width) + 1) }
func one(*rand.Rand, int) uint32              { return 1 }
func huge(_ *rand.Rand, candidates int) uint32 {
	return (math.MaxInt32 - 1) / uint32(candidates)
}

func extreme(r *rand.Rand, candidates int) uint32 {
	return max(1, uint32(uint64(1)<<r.IntN(31))/uint32(candidates))
}

var fewCandidates = terrain{"few, extreme", atMostThree, extreme}

var terrains = []terrain{
	{"full, all 1", allPlaces, one},
	{"full, huge", allPlaces, huge},
	{"full, extreme", allPlaces, extreme},
	{"any, huge", anyNumber, huge},
	{"any, extreme", anyNumber, extreme},
	fewCandidates,
}

// randomGround returns a ground with lists of random cities, each at most once per list. Unused
// entries are at the end of a list, or anywhere in it.
func randomGround(random *rand.Rand, n, width, spare int, lists terrain) *Ground {
	g, order := &Ground{Width: width, Spare: spare}, identity(n)
	for c := range int32(n) {
		others := someOthers(random, order, c, width+spare)
		candidates := min(len(others), lists.candidates(random, width))
		city, weight := slices.Repeat([]int32{c}, width), make([]uint32, width)
		for k := range candidates {
			city[k], weight[k] = others[k], lists.weight(random, candidates)
		}
		if c%2 == 1 {
			random.Shuffle(width, func(i, j int) {
				city[i], city[j], weight[i], weight[j] = city[j], city[i], weight[j], weight[i]
			})
		}
		g.City, g.Weight = append(g.City, city...), append(g.Weight, weight...)
		backup := slices.Repeat([]int32{c}, spare)
		for k := range min(spare, len(others)-candidates) {
			backup[k] = others[candidates+k]
		}
		g.Backup = append(g.Backup, backup...)
	}
	return g
}

// someOthers returns k random cities other than c, or fewer if there are not enough. order contains
// all cities in any order, and someOthers shuffles its front.
func someOthers(random *rand.Rand, order []int32, c int32, k int) []int32 {
	var others []int32
	for i := 0; i < len(order) && len(others) < k; i++ {
		j := i + random.IntN(len(order)-i)
		order[i], order[j] = order[j], order[i]
		if order[i] != c {
			others = append(others, order[i])
		}
	}
	return others
}

func TestWalksEqualTheDefinition(t *testing.T) {
	for _, lists := range terrains {
		for _, n := range []int{1, 2, 3, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100} {
			for _, width := range []int{16, 32, 48, 64} {
				for _, spare := range []int{0, 1, 7, 128} {
					random := rand.New(rand.NewPCG(uint64(n+width), uint64(spare)))
					checkWalk(t, randomGround(random, n, width, spare, lists), newTours(n), random.Uint64())
				}
			}
		}
	}
}

// Walks equal the definition at sizes around those at which the assembly takes a different path.
func TestLongWalksEqualTheDefinition(t *testing.T) {
	for i, n := range []int{1002, 1023, 1024, 1025, 2047, 2048, 2049, 3000, 4096, 4097, 7168, 7169, 8191, 8192, 8193} {
		for _, width := range []int{16, 32} {
			for _, spare := range []int{0, 20} {
				if width != usual && n > 1002 {
					continue // plain Go for any size
				}
				lists := terrains[(i+spare)%len(terrains)]
				t.Run(fmt.Sprintf("%s/%d/%d/%d", lists.name, n, width, spare), func(t *testing.T) {
					random := rand.New(rand.NewPCG(uint64(n+width), uint64(spare)))
					checkWalk(t, randomGround(random, n, width, spare, lists), newTours(n), random.Uint64())
				})
			}
		}
	}
}

// Walks equal the definition for cities in the plane, as in practice, where ants run out of
// candidates late.
func TestWalksOverNeighbours(t *testing.T) {
	for _, n := range []int{200, 1002, 2392} {
		g := neighbours(n, 32, 128)
		for seed := range uint64(3) {
			checkWalk(t, g, newTours(n), seed)
		}
	}
}

func TestWalksProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 70).Draw(t, "n")
		width := lane * rapid.IntRange(1, 4).Draw(t, "width / 16")
		spare := rapid.IntRange(0, 40).Draw(t, "spare")
		lists := rapid.SampledFrom(terrains).Draw(t, "terrain")
		seed := rapid.Uint64().Draw(t, "seed")
		checkWalk(t, randomGround(rand.New(rand.NewPCG(seed, 1)), n, width, spare, lists), newTours(n), seed)
	})
}

func TestWalkDoesNotAllocate(t *testing.T) {
	const n = 300
	g := randomGround(rand.New(rand.NewPCG(1, 14)), n, 32, 5, fewCandidates)
	w, tours, asked := NewWalkers(n), newTours(n), 0
	if allocations := testing.AllocsPerRun(10, func() {
		w.Walk(g, tours, 1, &[4]uint32{0, 1, 2, 3}, 5, func(ant int, from int32) int32 {
			asked++
			return firstOpen(n, from, func(c int32) bool { return w.Visited(ant, c) })
		})
	}); allocations != 0 || asked == 0 {
		t.Errorf("%v allocations, elsewhere asked %d times", allocations, asked)
	}
}

func TestWalkRefusesWrongLengths(t *testing.T) {
	const n = 20
	good := *randomGround(rand.New(rand.NewPCG(1, 15)), n, 32, 5, fewCandidates)
	nowhere := func(int, int32) int32 { return n } // does not exist
	for _, c := range []struct {
		name  string
		wrong func(g *Ground, tours *[4][]int32)
	}{
		{"width 0", func(g *Ground, _ *[4][]int32) { g.Width, g.City, g.Weight = 0, nil, nil }},
		{"width 8", func(g *Ground, _ *[4][]int32) { g.Width, g.City, g.Weight = 8, g.City[:8*n], g.Weight[:8*n] }},
		{"width below 0", func(g *Ground, _ *[4][]int32) { g.Width = -16 }},
		{"cities", func(g *Ground, _ *[4][]int32) { g.City = g.City[1:] }},
		{"weights", func(g *Ground, _ *[4][]int32) { g.Weight = g.Weight[:n*32-1] }},
		{"backup", func(g *Ground, _ *[4][]int32) { g.Backup = g.Backup[1:] }},
		{"spare below 0", func(g *Ground, _ *[4][]int32) { g.Spare, g.Backup = -1, nil }},
		{"another n", func(g *Ground, _ *[4][]int32) {
			g.City, g.Weight, g.Backup = g.City[32:], g.Weight[32:], g.Backup[5:]
		}},
		{"a tour", func(_ *Ground, tours *[4][]int32) { tours[3] = tours[3][1:] }},
		{"elsewhere", func(g *Ground, _ *[4][]int32) {
			for k := range g.City {
				g.City[k], g.Weight[k] = int32(k/32), 0
			}
			g.Spare, g.Backup = 0, nil
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, tours := good, newTours(n)
			g.City = slices.Clone(g.City)
			g.Weight = slices.Clone(g.Weight)
			c.wrong(&g, tours)
			mustPanic(t, func() { NewWalkers(n).Walk(&g, tours, 1, &[4]uint32{}, 1, nowhere) })
		})
	}
}

func TestNobodyWalksNowhere(t *testing.T) {
	NewWalkers(0).Walk(&Ground{Width: 16}, newTours(0), 1, &[4]uint32{}, 1, nil)
}
