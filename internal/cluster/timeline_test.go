package cluster

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// A timeline has the order of a sorted list, whatever is inserted and removed.
func TestTimeline(t *testing.T) {
	var line timeline
	var want []*hubEntry
	random := rand.New(rand.NewPCG(1, 2))
	check := func() {
		t.Helper()
		slices.SortFunc(want, func(a, b *hubEntry) int { return compareCreated(a, b.created, b.id) })
		if got := slices.Collect(line.all()); line.size != len(want) || !slices.Equal(got, want) {
			t.Fatalf("%d jobs in another order, expected %d", len(got), len(want))
		}
		back := slices.Clone(want)
		slices.Reverse(back)
		if got := slices.Collect(line.latest()); !slices.Equal(got, back) {
			t.Fatal("the reverse order differs")
		}
	}
	check()
	for i := range 5 * maxChunk {
		e := &hubEntry{id: fmt.Sprint(i), created: random.Int64N(2 * maxChunk)} // some are equal
		line.insert(e)
		want = append(want, e)
	}
	check()
	for i := len(want) - 1; i >= 0; i-- {
		if i%3 == 0 || i > 2*maxChunk {
			line.remove(want[i])
			line.remove(want[i]) // does nothing
			want = slices.Delete(want, i, i+1)
		}
	}
	check()
	for _, i := range []int{0, 1, len(want) / 2, len(want) - 1} {
		before := slices.Collect(line.before(want[i].created, want[i].id))
		slices.Reverse(before)
		if !slices.Equal(before, want[:i]) {
			t.Errorf("%d jobs before job %d", len(before), i)
		}
	}
	for _, e := range slices.Clone(want) {
		line.remove(e)
	}
	if want = nil; len(line.chunks) != 0 {
		t.Error("chunks remain")
	}
	check()
}

// BenchmarkTimeline inserts jobs beside a million others, in the order of their creation and in
// another order.
func BenchmarkTimeline(b *testing.B) {
	for _, name := range []string{"in order", "in random order"} {
		b.Run(name, func(b *testing.B) {
			var line timeline
			for i := range 1_000_000 {
				line.insert(&hubEntry{id: "a", created: int64(i)})
			}
			random := rand.New(rand.NewPCG(1, 2))
			next := int64(1_000_000)
			for b.Loop() {
				next++
				at := next
				if name != "in order" {
					at = random.Int64N(1_000_000)
				}
				line.insert(&hubEntry{id: "b", created: at})
			}
		})
	}
}
