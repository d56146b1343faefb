package start

import (
	"cmp"
	"context"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// The curve goes only from a cell to a neighbouring cell, even for the smallest cells, and visits
// each cell once.
func TestTheCurveIsContinuous(t *testing.T) {
	for dims := 2; dims <= 3; dims++ {
		type at struct {
			key  uint64
			cell [3]uint32
		}
		var all []at
		for i := range uint32(1) << (3 * dims) {
			var cell [3]uint32
			for k := range dims {
				cell[k] = i >> (3 * k) & 7
			}
			turned := cell
			all = append(all, at{hilbert(turned[:dims]), cell})
		}
		slices.SortFunc(all, func(a, b at) int { return int(int64(a.key) - int64(b.key)) })
		for i := 1; i < len(all); i++ {
			far := uint32(0)
			for k := range dims {
				far += max(all[i].cell[k], all[i-1].cell[k]) - min(all[i].cell[k], all[i-1].cell[k])
			}
			if far != 1 || all[i].key != all[i-1].key+1 {
				t.Fatalf("%d dimensions: from %v to %v, keys %d and %d", dims, all[i-1].cell, all[i].cell, all[i-1].key, all[i].key)
			}
		}
	}
}

// Radix sort is stable and sorts by the given number of bits.
func TestRadixSort(t *testing.T) {
	type entry struct {
		key uint64
		at  int
	}
	for _, bits := range []int{1, 10, 11, 12, 22, 23, 32, 63, 64} {
		for _, n := range []int{0, 1, few, few + 1, 500} {
			s := make([]entry, n)
			for i := range s {
				s[i] = entry{uint64(i) * 0x9E3779B97F4A7C15 >> (64 - bits), i}
			}
			want := slices.Clone(s)
			slices.SortStableFunc(want, func(a, b entry) int { return cmp.Compare(a.key, b.key) })
			if got, err := radixSort(t.Context(), s, bits, func(e entry) uint64 { return e.key }); err != nil || !slices.Equal(got, want) {
				t.Errorf("%d bits, %d: not sorted", bits, n)
			}
		}
	}
}

// Greedy uses edges with negative distances first.
func TestGreedyTakesNegativeDistancesFirst(t *testing.T) {
	in, err := tsp.FromMatrix(4, []float64{
		0, 1, -5, 2,
		1, 0, 3, -9,
		-5, 3, 0, 4,
		2, -9, 4, 0,
	})
	if err != nil {
		t.Fatal(err)
	}
	l, err := near.Nearest(context.Background(), in, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	tour, err := Greedy(context.Background(), in, l, 1)
	if err != nil {
		t.Fatal(err)
	}
	// The tour consists of 1-3 and 0-2, joined by 0-1.
	if want := []int32{2, 0, 1, 3}; !slices.Equal(tour, want) && !slices.Equal(tour, []int32{3, 1, 0, 2}) {
		t.Errorf("%v, want %v", tour, want)
	}
	edges, err := listEdges(t.Context(), l, tsp.Identity(4))
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range edges {
		if want := []int32{-9, -5, 1, 2, 3, 4}[i]; e.dist != want {
			t.Errorf("edge %d has length %d, want %d", i, e.dist, want)
		}
	}
}
