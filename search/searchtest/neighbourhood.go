package searchtest

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/search"
)

// Neighbourhood checks the contract of search.Neighbourhood along a walk that
// applies every stride-th move: each delta told must be the delta found.
func Neighbourhood[S any](t *testing.T, p search.Problem[S], walk int, create func() search.Neighbourhood[S]) {
	t.Helper()
	t.Run("DeltasAreTrue", func(t *testing.T) { deltasAreTrue(t, p, walk, create()) })
	t.Run("WavesEqualTheWhole", func(t *testing.T) { wavesEqualTheWhole(t, create()) })
	t.Run("SnapshotIsImmutable", func(t *testing.T) { snapshotIsImmutable(t, create()) })
}

func deltasAreTrue[S any](t *testing.T, p search.Problem[S], walk int, h search.Neighbourhood[S]) {
	if h.Len() == 0 {
		t.Fatal("no moves to check")
	}
	deltas := make([]float64, h.Len())
	for i := range walk {
		before := p.Cost(h.Snapshot())
		if !near(before, h.Cost()) {
			t.Fatalf("move %d: Cost() = %v, the solution costs %v", i, h.Cost(), before)
		}
		h.Deltas(0, deltas)
		move := i * 7919 % h.Len()
		h.Apply(move, deltas[move])
		if err := p.Check(h.Snapshot()); err != nil {
			t.Fatalf("after move %d: %v", move, err)
		}
		if found := p.Cost(h.Snapshot()) - before; !near(found, deltas[move]) {
			t.Fatalf("move %d: delta told %v, found %v", move, deltas[move], found)
		}
	}
}

func wavesEqualTheWhole[S any](t *testing.T, h search.Neighbourhood[S]) {
	whole := make([]float64, h.Len())
	h.Deltas(0, whole)
	for first := 0; first < h.Len(); first += 7 {
		wave := make([]float64, min(7, h.Len()-first))
		h.Deltas(first, wave)
		if !slices.Equal(wave, whole[first:first+len(wave)]) {
			t.Fatalf("moves from %d: %v, among all moves %v", first, wave, whole[first:first+len(wave)])
		}
	}
}

func near(a, b float64) bool {
	return math.Abs(a-b) <= 1e-9*math.Max(1, math.Max(math.Abs(a), math.Abs(b)))
}

func snapshotIsImmutable[S any](t *testing.T, h search.Neighbourhood[S]) {
	snapshot := h.Snapshot()
	then := fmt.Sprint(snapshot)
	deltas := make([]float64, h.Len())
	h.Deltas(0, deltas)
	h.Apply(0, deltas[0])
	if now := fmt.Sprint(snapshot); now != then {
		t.Errorf("the snapshot changed with a move:\n%.200s\n%.200s", then, now)
	}
}
