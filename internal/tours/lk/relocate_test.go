package lk

import (
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

// naiveRelocate performs Relocate on a plain slice. It returns nil if the move is not possible.
func naiveRelocate(tour tsp.Tour, stretch []int32, a, b int32) tsp.Tour {
	rest := slices.DeleteFunc(slices.Clone(tour), func(c int32) bool { return slices.Contains(stretch, c) })
	i := slices.Index(rest, a)
	if rest[(i+1)%len(rest)] == b {
		return slices.Insert(rest, i+1, stretch...)
	}
	slices.Reverse(rest)
	return slices.Insert(rest, slices.Index(rest, a)+1, stretch...)
}

// stretchFrom returns a stretch as defined by Relocate.
func stretchFrom(tour tsp.Tour, first, beside int32, length int) (stretch []int32) {
	n, at, way := len(tour), slices.Index(tour, first), 1
	if tour[(at+1)%n] == beside {
		way = n - 1
	}
	for k := range length {
		stretch = append(stretch, tour[(at+k*way)%n])
	}
	return stretch
}

// A stretch moves to the correct position on each tour structure, and the reported length is
// correct. Undo restores everything, including the order of the links, on which later searches
// depend.
func TestRelocate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(8, 60).Draw(t, "n")
		in := cities(t, tsp.Euclidean, n, 1)
		l := must(near.Nearest(t.Context(), in, 6, 1))
		random := rng.At(rapid.Uint64().Draw(t, "seed"), 0, 0)
		tour := make(tsp.Tour, n)
		for i := range tour {
			tour[i] = int32(i)
		}
		random.Shuffle(tour)
		array, list := Peer(newOnArray(in, l, tour, LinKernighan)), Peer(newOnList(in, l, tour, LinKernighan))
		links := slices.Clone(array.(*onArray).links)
		moved := 0
		for range 20 {
			first, a := random.IntN(int32(n)), random.IntN(int32(n))
			k, side, length := int(random.IntN(2)), random.IntN(2), 1+random.IntN(int32(n/3))
			b, other := array.Beside(a)
			if side == 1 {
				b = other
			}
			before := array.Tour(nil)
			beside := [2]int32{}
			beside[0], beside[1] = array.Beside(first)
			stretch := stretchFrom(before, first, beside[k], int(length))
			made := array.Relocate(first, k, length, a, b)
			if made != list.Relocate(first, k, length, a, b) {
				t.Fatal("array and list disagree")
			}
			if impossible := slices.Contains(stretch, a) || slices.Contains(stretch, b); made == impossible {
				t.Fatalf("stretch %v between %d and %d: made %v", stretch, a, b, made)
			}
			if !made {
				continue
			}
			moved++
			want := naiveRelocate(before, stretch, a, b)
			for _, peer := range []Peer{array, list} {
				sound(t, in, peer)
				if !sameCircle(peer.Tour(nil), want) {
					t.Fatalf("stretch %v between %d and %d: got %v, want %v", stretch, a, b, peer.Tour(nil), want)
				}
			}
		}
		if !slices.Equal(array.(*onArray).links, list.(*onList).links) {
			t.Fatal("array and list have other links")
		}
		descend(array)
		var note Journal
		array.Note(&note)
		gain := array.(*onArray).committed - array.Length()
		array.Undo()
		if !slices.Equal(array.(*onArray).links, links) {
			t.Fatal("undone, the links are in another order")
		}
		sound(t, in, array)
		list.Undo()
		if made, of := list.Merge(&note); moved > 0 && (made != 1 || of != 1 || note.entries[0].gain != gain) {
			t.Fatalf("%d of %d entries made, %v, want a gain of %d", made, of, note.entries, gain)
		}
		sound(t, in, list)
	})
}

// Relocate does not cut a fixed edge.
func TestRelocateLeavesFixedEdges(t *testing.T) {
	in := must(must(tsp.Generate(tsp.Uniform, 40, 1)).FixEdges([][2]int32{{3, 4}, {10, 20}}))
	p := in.Closed()
	l := must(near.Nearest(t.Context(), p.Instance, 6, 1))
	tour := make(tsp.Tour, 40)
	for i := range tour {
		tour[i] = int32(i)
	}
	peer := newOnArray(p.Instance, l, p.Fit(tour), OrOpt)
	random := rng.At(1, 0, 0)
	moved := 0
	for range 2000 {
		a := random.IntN(40)
		b, _ := peer.Beside(a)
		if peer.Relocate(random.IntN(40), int(random.IntN(2)), 1+random.IntN(5), a, b) {
			moved++
		}
	}
	if err := in.Check(p.Back(peer.Tour(nil))); err != nil || moved < 500 {
		t.Errorf("%d stretches moved: %v", moved, err)
	}
}
