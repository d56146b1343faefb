package lk

import (
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

// A thorough descent gives much better tours than a quick one. The result is the same on both tour
// structures, and thoroughness can be switched off again.
func TestThoroughIsBetter(t *testing.T) {
	var gained [2]int64
	for seed := range uint64(4) {
		in := must(tsp.Generate(tsp.Uniform, 2000, seed))
		l := must(near.Nearest(t.Context(), in, 8, 1))
		begin := must(start.Greedy(t.Context(), in, l, 1))
		optimum := func(build func(*tsp.Instance, *near.Lists, tsp.Tour, Operator) Peer, thorough ...bool) Peer {
			c := build(in, l, begin, LinKernighan)
			for _, yes := range thorough {
				c.Thorough(yes)
			}
			descend(c)
			sound(t, in, c)
			return c
		}
		quick, again := optimum(builders["array"]), optimum(builders["array"], true, false)
		deep, listed := optimum(builders["array"], true), optimum(builders["list"], true)
		if !slices.Equal(deep.Tour(nil), listed.Tour(nil)) && !sameCircle(deep.Tour(nil), listed.Tour(nil)) {
			t.Errorf("seed %d: %d on an array, %d on a list", seed, deep.Length(), listed.Length())
		}
		if again.Length() != quick.Length() {
			t.Errorf("seed %d: %d, and %d after it was thorough", seed, quick.Length(), again.Length())
		}
		gained[0] += in.Length(begin) - quick.Length()
		gained[1] += in.Length(begin) - deep.Length()
	}
	if float64(gained[1]) < 1.02*float64(gained[0]) {
		t.Errorf("a quick descent gains %d, a thorough one %d", gained[0], gained[1])
	}
}

// A hunt stores the widest openings in descending order, whatever the order in which they are
// found.
func TestHuntKeepsTheWidest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		opens := rapid.SliceOf(rapid.Int64Range(1, 50)).Draw(t, "open gains")
		h := hunt{most: rapid.IntRange(1, mostOpenings).Draw(t, "most")}
		for _, open := range opens {
			if h.found(&opening{open: open, gain: -1}) {
				t.Fatal("over without a gain")
			}
		}
		slices.Sort(opens)
		slices.Reverse(opens)
		var got []int64
		for _, o := range h.widest[:h.count] {
			got = append(got, o.open)
		}
		if want := opens[:min(len(opens), h.most)]; !slices.Equal(got, want) && len(got)+len(want) > 0 {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

// Two peers descend from the same tour, each from its own cities. After Join, the first peer has
// all changes of both that fit, and its correct length. Every city in the queue of either peer is
// still queued.
func TestJoinAfterDescents(t *testing.T) {
	for name, build := range builders {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				in := cities(t, tsp.Euc2D, rapid.IntRange(8, 120).Draw(t, "n"), rapid.Uint64().Draw(t, "seed"))
				l := must(near.Nearest(t.Context(), in, 6, 1))
				begin := start.Random(in.N(), 3)
				first, second := build(in, l, begin, LinKernighan), build(in, l, begin, LinKernighan)
				for i, c := range []Peer{first, second} {
					all := c.DrainQueue(nil)
					if len(all) != in.N() || c.Waiting() != 0 {
						t.Fatalf("%d of %d cities, %d wait", len(all), in.N(), c.Waiting())
					}
					c.Record()
					for _, city := range all {
						if int(city)%2 == i {
							c.Queue(city)
						}
					}
					for range rapid.IntRange(0, 2*in.N()).Draw(t, "turns") {
						look(c, 1)
						c.Commit()
					}
				}
				waiting := append(first.DrainQueue(nil), second.DrainQueue(nil)...)
				for _, city := range waiting {
					second.Queue(city)
				}
				before, alone := in.Length(begin), first.Length()
				first.Join(second)
				sound(t, in, first)
				if first.Length() > alone || alone > before {
					t.Fatalf("from %d to %d, and %d together", before, alone, first.Length())
				}
				queued := first.DrainQueue(nil)
				for _, city := range waiting {
					if !slices.Contains(queued, city) {
						t.Fatalf("city %d no longer waits", city)
					}
				}
				if made, of := merged(build, in, l, begin, first, second); made == of && len(queued) > len(unique(waiting)) {
					t.Fatal("cities wait although nothing was lost")
				}
				first.Rewind()
				if first.Length() != before || !sameCircle(first.Tour(nil), begin) {
					t.Fatal("not the tour before")
				}
			})
		})
	}
}

// merged returns how many journal entries of the second peer fit a tour with the changes of the
// first, and how many entries there are.
func merged(build func(*tsp.Instance, *near.Lists, tsp.Tour, Operator) Peer, in *tsp.Instance, l *near.Lists, begin tsp.Tour, first, second Peer) (made, of int) {
	third := build(in, l, begin, LinKernighan)
	third.Merge(first.Journal())
	return third.Merge(second.Journal())
}

func unique(all []int32) []int32 {
	all = slices.Clone(all)
	slices.Sort(all)
	return slices.Compact(all)
}
