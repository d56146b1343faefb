package vec

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// naiveDelta is the definition, from coordinates alone. Storing a product in a
// variable would not round it: Go may fuse across statements, and does on arm64.
func naiveDelta(p *Path, i, j int) float32 {
	distance := func(a, b int) float32 {
		dx := p.X[a] - p.X[b]
		dy := p.Y[a] - p.Y[b]
		sum := float32(dx*dx) + float32(dy*dy)
		return float32(math.Sqrt(float64(sum)))
	}
	added := distance(i, j) + distance(i+1, j+1)
	removed := distance(i, i+1) + distance(j, j+1)
	return added - removed
}

func naiveRow(p *Path, i, from, to int) (delta float32, j int) {
	j = -1
	for k := from; k < to; k++ {
		if d := naiveDelta(p, i, k); d < delta {
			delta, j = d, k
		}
	}
	return delta, j
}

// checkRows compares what runs on this machine with the definition, to the bit.
func checkRows(t fataler, p *Path, i, from, to int) {
	t.Helper()
	wantDelta, wantJ := naiveRow(p, i, from, to)
	for _, r := range available() {
		delta, j := r.row(p.X, p.Y, p.Edge, i, from, to)
		if math.Float32bits(delta) != math.Float32bits(wantDelta) || j != wantJ {
			t.Fatalf("%s: row %d of %d, from %d to %d: got %v at %d, want %v at %d",
				r.instructions, i, len(p.Edge), from, to, delta, j, wantDelta, wantJ)
		}
		delta, j = r.rowFiltered(p.X, p.Y, p.Edge, p.Squared, i, from, to)
		if math.Float32bits(delta) != math.Float32bits(wantDelta) || j != wantJ {
			t.Fatalf("%s, filtered: row %d of %d, from %d to %d: got %v at %d, want %v at %d",
				r.instructions, i, len(p.Edge), from, to, delta, j, wantDelta, wantJ)
		}
	}
}

// places are ways to lay out cities: at random, with many ties, with many equal
// distances of zero, and at the ends of what float32 can hold.
var places = []struct {
	name string
	next func(*rand.Rand) float64
}{
	{"uniform", func(r *rand.Rand) float64 { return 1e5 * r.Float64() }},
	{"grid", func(r *rand.Rand) float64 { return float64(r.IntN(4)) }},
	{"two places", func(r *rand.Rand) float64 { return float64(r.IntN(2)) }},
	{"one place", func(*rand.Rand) float64 { return 7 }},
	{"clusters", func(r *rand.Rand) float64 { return float64(r.IntN(3))*1e6 + r.NormFloat64() }},
	{"huge", func(r *rand.Rand) float64 { return 1e19 * (r.Float64() - 0.5) }},
	{"tiny", func(r *rand.Rand) float64 { return 1e-22 * r.Float64() }},
	{"too huge to square", func(r *rand.Rand) float64 { return math.Pow(10, 38*r.Float64()) }},
	{"not numbers", func(r *rand.Rand) float64 {
		return []float64{r.Float64(), r.Float64(), r.Float64(), math.NaN(), math.Inf(1), math.Inf(-1)}[r.IntN(6)]
	}},
}

func TestRowsEqualTheDefinition(t *testing.T) {
	for _, place := range places {
		for _, n := range []int{1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 64, 100, 1002} {
			t.Run(fmt.Sprintf("%s/%d", place.name, n), func(t *testing.T) {
				random := rand.New(rand.NewPCG(uint64(n), 1))
				coords := make([]float64, 2*n)
				for i := range coords {
					coords[i] = place.next(random)
				}
				p := pathOf(coords, identity(n))
				for i := range min(n, 40) {
					checkRows(t, p, i, 0, n)
					checkRows(t, p, i, min(i+2, n), n)
					from := random.IntN(n + 1)
					checkRows(t, p, random.IntN(n), from, from+random.IntN(n+1-from))
				}
			})
		}
	}
}

// Every length of a row up to several turns of the loop, at every offset.
func TestRowsOfAllLengths(t *testing.T) {
	const n = 150
	p := pathOf(uniform(n, 3), identity(n))
	for from := range 17 {
		for to := from; to <= n; to++ {
			checkRows(t, p, (from+to)%n, from, to)
		}
	}
}

// Two equal moves, at any two places of a row: the lower one wins, whichever
// lanes they meet in.
func TestLowestOfTies(t *testing.T) {
	const n = 100
	for first := 2; first < n-1; first++ {
		for second := first + 2; second < n-1; second++ {
			// All cities are at one place but for three, at another: row 0 removes two
			// edges of 100 by joining its far city with another one.
			coords := make([]float64, 2*n)
			for _, far := range []int{0, first, second} {
				coords[2*far] = 100
			}
			p := pathOf(coords, identity(n))
			if delta, j := naiveRow(p, 0, 2, n-1); delta != -200 || j != first {
				t.Fatalf("the test is wrong: %v at %d, not at %d", delta, j, first)
			}
			checkRows(t, p, 0, 2, n-1)
		}
	}
}

// Moves that pass one side of the filter only, in whole blocks of lanes.
func TestEitherSideOfTheFilter(t *testing.T) {
	const n = 150
	for at := 2; at < n-50; at++ {
		// City 0 is at 100 and the others at 0, but from place at on the tour comes
		// back from 90 in steps of 2: edges too short to pass, in reach of city 0.
		coords := make([]float64, 2*n)
		coords[0] = 100
		for step := range 45 {
			coords[2*(at+step)] = float64(90 - 2*step)
		}
		checkRows(t, pathOf(coords, identity(n)), 0, 2, n-1)

		// The other way round: row 0 is short, the edge at place at leads across it.
		for j := range n {
			coords[2*j] = 10
		}
		coords[0], coords[2*at], coords[2*at+2] = 0, -20, 20
		checkRows(t, pathOf(coords, identity(n)), 0, 2, n-1)
	}
}

// Lanes beyond a row are loaded as zeros: a city at the origin, whose move would
// gain by rounding alone if the cities lie on a line through it.
func TestLanesBeyondARowStayOut(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 6))
	for range 500 {
		n := 2 + random.IntN(20)
		coords := make([]float64, 2*n)
		for i := range n {
			along := 2*random.Float64() - 1
			coords[2*i], coords[2*i+1] = 0.37*along, 0.91*along
		}
		p := pathOf(coords, identity(n))
		for i := range n {
			checkRows(t, p, i, n-1, n)
		}
	}
}

// Just outside a row lie the best moves of all.
func TestRowsKeepToTheirRange(t *testing.T) {
	const n = 90
	for from := 3; from < 40; from++ {
		for to := from; to < n-3; to++ {
			p := pathOf(uniform(n, 5), identity(n))
			for _, j := range []int{from - 2, from - 1, to, to + 1} {
				p.Edge[j], p.Squared[j] = 1e9, 1e18
			}
			// The definition knows nothing of these edges, nor may the row.
			checkRows(t, p, 0, from, to)
		}
	}
}

func TestRowsProperty(t *testing.T) {
	coordinate := rapid.OneOf(
		rapid.Custom(func(t *rapid.T) float64 { return float64(rapid.IntRange(-3, 3).Draw(t, "grid")) }),
		rapid.Float64Range(-1e18, 1e18),
		rapid.Float64Range(-1, 1),
	)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 80).Draw(t, "n")
		coords := rapid.SliceOfN(coordinate, 2*n, 2*n).Draw(t, "coords")
		i := rapid.IntRange(0, n-1).Draw(t, "i")
		from := rapid.IntRange(0, n).Draw(t, "from")
		to := rapid.IntRange(from, n).Draw(t, "to")
		checkRows(t, pathOf(coords, identity(n)), i, from, to)
	})
}

// FuzzTwoOptRow takes coordinates from raw bits: all of float32.
func FuzzTwoOptRow(f *testing.F) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 9, 40} {
		data := make([]byte, 8*n)
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		f.Add(data, uint8(0), uint8(1), uint8(30))
	}
	f.Fuzz(func(t *testing.T, data []byte, row, begin, length uint8) {
		n := min(len(data)/8, 200)
		if n == 0 {
			return
		}
		coords := make([]float64, 2*n)
		for i := range coords {
			coords[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:])))
		}
		from := int(begin) % (n + 1)
		checkRows(t, pathOf(coords, identity(n)), int(row)%n, from, min(n, from+int(length)))
	})
}

func TestRowsRefuseIndicesOutside(t *testing.T) {
	const n = 20
	p := pathOf(uniform(n, 1), identity(n))
	short := func(v []float32) []float32 { return v[:len(v)-1] } // its capacity is larger
	for _, c := range []struct {
		name        string
		p           Path
		i, from, to int
	}{
		{"i below", *p, -1, 2, n},
		{"i above", *p, n, 2, n},
		{"from below", *p, 0, -1, n},
		{"to above", *p, 0, 2, n + 1},
		{"x short", Path{short(p.X), p.Y, p.Edge, p.Squared}, 0, 2, n},
		{"y short", Path{p.X, short(p.Y), p.Edge, p.Squared}, 0, 2, n},
		{"edge short", Path{p.X, p.Y, short(p.Edge), p.Squared}, 0, 2, n},
	} {
		t.Run(c.name, func(t *testing.T) {
			mustPanic(t, func() { TwoOptRow(c.p.X, c.p.Y, c.p.Edge, c.i, c.from, c.to) })
			mustPanic(t, func() { TwoOptRowFiltered(c.p.X, c.p.Y, c.p.Edge, c.p.Squared, c.i, c.from, c.to) })
		})
	}
	mustPanic(t, func() { TwoOptRowFiltered(p.X, p.Y, p.Edge, short(p.Squared), 0, 2, n) })
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

func TestEmptyRow(t *testing.T) {
	for _, bounds := range [][2]int{{0, 0}, {5, 5}, {9, 2}, {-1, -1}} {
		if delta, j := TwoOptRow(nil, nil, nil, 0, bounds[0], bounds[1]); delta != 0 || j != -1 {
			t.Errorf("%v: got %v at %d", bounds, delta, j)
		}
		if delta, j := TwoOptRowFiltered(nil, nil, nil, nil, 0, bounds[0], bounds[1]); delta != 0 || j != -1 {
			t.Errorf("%v, filtered: got %v at %d", bounds, delta, j)
		}
	}
}

func TestInstructions(t *testing.T) {
	if !slices.Contains([]string{"avx512", "avx2", "go"}, Instructions()) {
		t.Errorf("got %q", Instructions())
	}
	if list := available(); list[0].instructions != Instructions() || list[len(list)-1].instructions != "go" {
		t.Errorf("%q is in use, and %d are available", Instructions(), len(list))
	}
}
