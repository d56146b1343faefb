package perceptron

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
	"pgregory.net/rapid"
)

var (
	_ search.Problem[Solution]      = (*Instance)(nil)
	_ moves.Neighbourhood[Solution] = (*flips)(nil)
	_ moves.Attributed              = (*flips)(nil)
	_ moves.Picker                  = (*flips)(nil)
)

func TestNeighbourhood(t *testing.T) {
	for _, size := range [][2]int{{9, 7}, {30, 25}, {5, 64}, {12, 65}} {
		for distance := 1; distance <= 3; distance++ {
			if distance == 3 && size[1] > 30 {
				continue // the test suite would compute all moves, seven at a time
			}
			t.Run(fmt.Sprintf("%d-%d/%d", size[0], size[1], distance), func(t *testing.T) {
				s := rng.At(1, 0, 0)
				entries := Random(size[0]*size[1], &s)
				products := make([]int32, size[0])
				for i := range products {
					products[i] = int32(size[1])%2 + 2
				}
				in := must(New("", size[1], entries, products))
				start := Random(size[1], &s)
				searchtest.Neighbourhood(t, in, 50, func() moves.Neighbourhood[Solution] {
					return must(newFlips(in, distance, start))
				})
			})
		}
	}
}

// draw draws an instance and its neighbourhood. The number of moves is small enough for a test to
// check every move.
func draw(t *rapid.T) (*Instance, *flips) {
	distance := rapid.IntRange(1, 3).Draw(t, "distance")
	in := drawInstance(t, 60, []int{0, 150, 30, 12}[distance])
	distance = min(distance, in.cols)
	return in, must(newFlips(in, distance, drawSolution(t, in)))
}

func allDeltas(f *flips) []float64 {
	deltas := make([]float64, f.Len())
	f.Deltas(0, deltas)
	return deltas
}

func TestDeltasAreDifferencesOfCosts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, f := draw(t)
		v := f.Snapshot()
		for move, delta := range allDeltas(f) {
			if want := naiveDelta(in, v, f.distance, move); delta != want {
				t.Fatalf("distance %d: move %d has delta %v, want %v", f.distance, move, delta, want)
			}
		}
	})
}

// Groups with many rows need counts of more than eight bits.
func TestLargeGroups(t *testing.T) {
	for _, rows := range []int{250, 260, 1000, 5000, largest} {
		for _, cols := range []int{1, 4, 5} {
			s := rng.At(uint64(rows), uint32(cols), 0)
			entries := Random(rows*cols, &s)
			products := make([]int32, rows)
			for i := range products {
				products[i] = int32(cols%2) + 2*s.IntN(2)*int32(cols/2)
			}
			in := must(New("", cols, entries, products))
			for distance := 1; distance <= min(3, cols); distance++ {
				v := Random(cols, &s)
				for move, delta := range allDeltas(must(newFlips(in, distance, v))) {
					if want := naiveDelta(in, v, distance, move); delta != want {
						t.Fatalf("%d-%d, distance %d: move %d has delta %v, want %v", rows, cols, distance, move, delta, want)
					}
				}
			}
		}
	}
}

// Deltas are correct where all products are at their minimum or at their maximum.
func TestEndsOfTheRange(t *testing.T) {
	for _, cols := range []int{1, 2, 63, 64, 65} {
		rows := 3
		entries := slices.Repeat([]int8{1}, rows*cols)
		in := must(New("", cols, entries, slices.Repeat([]int32{int32(cols)}, rows)))
		for _, sign := range []int8{-1, 1} {
			v := Solution(slices.Repeat([]int8{sign}, cols))
			for distance := 1; distance <= min(2, cols); distance++ {
				for move, delta := range allDeltas(must(newFlips(in, distance, v))) {
					if want := naiveDelta(in, v, distance, move); delta != want {
						t.Fatalf("%d columns of %d, distance %d: move %d has delta %v, want %v", cols, sign, distance, move, delta, want)
					}
				}
			}
		}
	}
}

// A wave can start at any move, even in a neighbourhood that is too large to enumerate.
func TestWavesInHugeNeighbourhoods(t *testing.T) {
	in, _, err := Generate(21, 1859, 1) // a 32-bit int can number the moves
	if err != nil {
		t.Fatal(err)
	}
	s := rng.At(2, 0, 0)
	v := Random(in.Cols(), &s)
	f := must(newFlips(in, 3, v))
	if f.Len() < 1_000_000_000 {
		t.Fatalf("only %d moves", f.Len())
	}
	deltas := make([]float64, 5)
	for range 40 {
		first := int(s.Uint64() % uint64(f.Len()-len(deltas)))
		f.Deltas(first, deltas)
		for i, delta := range deltas {
			if want := naiveDelta(in, v, 3, first+i); delta != want {
				t.Fatalf("move %d has delta %v, want %v", first+i, delta, want)
			}
		}
	}
	f.Deltas(f.Len()-len(deltas), deltas)
	if want := naiveDelta(in, v, 3, f.Len()-1); deltas[4] != want {
		t.Errorf("the last move has delta %v, want %v", deltas[4], want)
	}
}

// A wave may start and end at any move, across stems and blocks.
func TestAnyPartOfTheMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, f := draw(t)
		all := allDeltas(f)
		first := rapid.IntRange(0, len(all)).Draw(t, "first")
		part := make([]float64, rapid.IntRange(0, len(all)-first).Draw(t, "count"))
		f.Deltas(first, part)
		if !slices.Equal(part, all[first:first+len(part)]) {
			t.Fatalf("from %d: %v, want %v", first, part, all[first:first+len(part)])
		}
	})
}

// After a long walk, the state equals the state of a new start at the same solution.
func TestStateStaysTrue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, f := draw(t)
		s := rng.At(rapid.Uint64().Draw(t, "walk"), 2, 0)
		var delta [1]float64
		for range 100 {
			move := int(s.IntN(int32(f.Len())))
			f.Deltas(move, delta[:])
			f.Apply(move, delta[0])
		}
		v := f.Snapshot()
		if got, want := f.Cost(), naiveCost(in, v); got != want {
			t.Fatalf("the cost is %v, want %v", got, want)
		}
		same(t, f, must(newFlips(in, f.distance, v)))
		other := drawSolution(t, in)
		f.Reset(other)
		same(t, f, must(newFlips(in, f.distance, other)))
	})
}

func same(t *rapid.T, f, fresh *flips) {
	if f.Cost() != fresh.Cost() || !slices.Equal(f.Snapshot(), fresh.Snapshot()) {
		t.Fatalf("%v costs %v, want %v costing %v", f.Snapshot(), f.Cost(), fresh.Snapshot(), fresh.Cost())
	}
	if !slices.Equal(f.heights, fresh.heights) {
		t.Fatalf("heights %v, want %v", f.heights, fresh.heights)
	}
	for b, want := range fresh.terms.blocks {
		if got := f.terms.blocks[b]; !slices.Equal(got.plus, want.plus) || !slices.Equal(got.minus, want.minus) {
			t.Fatalf("block %d is %v, want %v", b, got, want)
		}
	}
	if got, want := allDeltas(f), allDeltas(fresh); !slices.Equal(got, want) {
		t.Fatalf("deltas %v, want %v", got, want)
	}
}

// Several goroutines may compute different parts of the deltas concurrently.
func TestDeltasAtOnce(t *testing.T) {
	in, _, err := Generate(40, 71, 3)
	if err != nil {
		t.Fatal(err)
	}
	s := rng.At(4, 0, 0)
	f := must(newFlips(in, 2, Random(in.Cols(), &s)))
	want := allDeltas(f)
	got := make([]float64, f.Len())
	var all sync.WaitGroup
	for first := 0; first < len(got); first += 100 {
		all.Go(func() { f.Deltas(first, got[first:min(first+100, len(got))]) })
	}
	all.Wait()
	if !slices.Equal(got, want) {
		t.Error("the deltas differ from those of one alone")
	}
}

// Pick returns the same move as applying the rule to all deltas.
func TestPickIsThatOfTheRule(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, f := draw(t)
		r := drawRule(t, f)
		if got, want := must(f.Pick(context.Background(), r)), naivePick(f, r); got != want {
			t.Fatalf("distance %d, %+v: picked %+v, want %+v", f.distance, r, got, want)
		}
	})
}

func drawRule(t *rapid.T, f *flips) *moves.Rule {
	r := moves.Everything()
	r.Aspire = rapid.SampledFrom([]float64{math.Inf(-1), -2000.5, -100, -2, 0, 0.5, 300, math.Inf(1)}).Draw(t, "aspire")
	if rapid.IntRange(0, 4).Draw(t, "memory") == 0 {
		return r
	}
	r.Step = rapid.Int32Range(-1, 12).Draw(t, "step")
	r.Long = rapid.SampledFrom([]int32{math.MinInt32, 0, 1, 3, 20}).Draw(t, "long")
	r.Until = rapid.SliceOfN(rapid.Int32Range(0, 10), f.Attributes(), f.Attributes()).Draw(t, "until")
	return r
}

// A move adds the new values of its entries and removes the old values.
func TestTouched(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, f := draw(t)
		move := rapid.IntRange(0, f.Len()-1).Draw(t, "move")
		touch := f.Touched(move)
		before := f.Snapshot()
		f.Apply(move, 0)
		after := f.Snapshot()
		var enters, leaves []int32
		for j := range before {
			if before[j] != after[j] {
				leaves = append(leaves, int32(2*j)+int32(before[j]+1)/2)
				enters = append(enters, int32(2*j)+int32(after[j]+1)/2)
			}
		}
		if touch.Count != f.distance || !slices.Equal(touch.Enters[:touch.Count], enters) || !slices.Equal(touch.Leaves[:touch.Count], leaves) {
			t.Fatalf("touched %+v, want %v and %v", touch, enters, leaves)
		}
		if f.Attributes() != 2*len(before) {
			t.Fatalf("%d attributes of %d entries", f.Attributes(), len(before))
		}
	})
}

func TestNothingIsAllocated(t *testing.T) {
	in, _, err := Generate(50, 67, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := rng.At(1, 0, 0)
	for distance := 1; distance <= 3; distance++ {
		f := must(newFlips(in, distance, Random(in.Cols(), &s)))
		rule := moves.Everything()
		deltas := make([]float64, 100)
		if allocs := testing.AllocsPerRun(10, func() {
			f.Deltas(f.Len()/2, deltas[:min(len(deltas), f.Len()/2)])
			c := must(f.Pick(context.Background(), rule))
			f.Apply(c.Move, c.Delta)
		}); allocs > 0 {
			t.Errorf("distance %d: %v allocations", distance, allocs)
		}
	}
}

func TestNewFlipsRefuses(t *testing.T) {
	for _, c := range []struct {
		distance int
		start    Solution
		want     string
	}{
		{0, Solution{1, 1, 1}, "moves that flip 0 entries, expected 1, 2 or 3"},
		{4, Solution{1, 1, 1}, "moves that flip 4 entries, expected 1, 2 or 3"},
		{1, Solution{1, 1}, "2 entries for 3 columns: expected one for each"},
	} {
		if _, err := NewFlips(small(), c.distance, c.start); text(err) != c.want {
			t.Errorf("distance %d from %v: %q, want %q", c.distance, c.start, text(err), c.want)
		}
	}
	narrow := must(New("", 1, []int8{1}, []int32{1}))
	if _, err := NewFlips(narrow, 2, Solution{1}); text(err) != "moves that flip 2 of 1 entries: use a smaller distance" {
		t.Errorf("unexpected error %v", err)
	}
}

func TestResetPanicsWithAReason(t *testing.T) {
	defer func() {
		if got := fmt.Sprint(recover()); got != "perceptron: Reset: entry 2 is 0, expected 1 or -1" {
			t.Errorf("panic %q", got)
		}
	}()
	must(newFlips(small(), 1, Solution{1, 1, 1})).Reset(Solution{1, 0, 1})
}

// The plain loop, which is the baseline for speed, gives the same results.
func TestPlainDeltas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawInstance(t, 40, 30)
		v := drawSolution(t, in)
		for distance := 1; distance <= min(2, in.cols); distance++ {
			f := must(newFlips(in, distance, v))
			got := make([]float64, f.Len())
			newPlain(in, v).plainDeltas(distance, got)
			if want := allDeltas(f); !slices.Equal(got, want) {
				t.Fatalf("distance %d: %v, want %v", distance, got, want)
			}
		}
	})
}
