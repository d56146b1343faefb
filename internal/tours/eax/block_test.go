package eax

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// blockPairs calls f for each pair of a small population, with a breeder that has compared the pair
// and with the first parent.
func blockPairs(t *testing.T, n int, f func(b *breeder, first *member, random *rng.Stream)) {
	t.Helper()
	p := Defaults(n)
	p.Members, p.Share = 8, 1
	s := begin(t, generate(t, tsp.Uniform, n), p, 1, 1)
	for s.at.stage == pooling {
		if err := s.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	b := s.breeders[0]
	b.children = s.at.children
	met := 0
	for i := range s.members {
		random := rng.At(7, uint32(i), 0)
		first, second := &s.members[i], &s.members[(i+1)%len(s.members)]
		if b.compare(first, second, &random, &heir{}) {
			met++
			f(b, first, &random)
		}
	}
	if met == 0 {
		t.Fatal("all members are the same")
	}
}

func TestBlocksMakeTours(t *testing.T) {
	better := 0
	blockPairs(t, 500, func(b *breeder, first *member, random *rng.Stream) {
		var h heir
		b.blocks(context.Background(), random, &h)
		if !slices.Equal(b.links, first.links) {
			t.Error("the first parent has changed")
		}
		if h.gain == 0 {
			return
		}
		better++
		child := member{links: slices.Clone(first.links), length: first.length}
		child.apply(h.changes, h.gain)
		order := child.tour(nil)
		again := member{}
		again.set(order, &b.Space)
		if again.length != child.length {
			t.Errorf("the length of a child is %d, expected %d", child.length, again.length)
		}
		slices.Sort(order)
		for i, c := range order {
			if int(c) != i {
				t.Fatalf("city %d is not on the child once", i)
			}
		}
	})
	if better == 0 {
		t.Error("no child is better than its parent")
	}
}

// blockCost computes the cost of a set of cycles from scratch.
func blockCost(b *breeder, set []int32) cost {
	b.startChild()
	for _, c := range set {
		b.exchange(c)
	}
	defer b.undo()
	shared := 0
	for c := range int32(b.cycles.count()) {
		if slices.Contains(set, c) {
			continue
		}
		for _, v := range b.cycles.of(c) {
			if slices.ContainsFunc(set, func(d int32) bool { return slices.Contains(b.cycles.of(d), v) }) {
				shared++
			}
		}
	}
	return cost{loopsOf(b.links), shared}
}

// loopsOf returns the number of closed walks along links.
func loopsOf(links []link) (count int) {
	been := make([]bool, len(links))
	for v := range links {
		if been[v] {
			continue
		}
		count++
		for c := int32(v); !been[c]; {
			been[c] = true
			if next := links[c].city; !been[next[0]] {
				c = next[0]
			} else {
				c = next[1]
			}
		}
	}
	return count
}

func TestABlockIsNoWorseThanItsCenter(t *testing.T) {
	larger := 0
	blockPairs(t, 400, func(b *breeder, _ *member, random *rng.Stream) {
		b.index()
		defer b.clearIndex()
		for c := range min(20, int32(b.cycles.count())) {
			got := b.gather(c, random)
			kept := b.block.kept
			if !slices.Contains(kept, c) {
				t.Fatalf("block %v: expected its centre %d", kept, c)
			}
			if want := blockCost(b, kept); got != want {
				t.Fatalf("block %v: cost %v, expected %v", kept, got, want)
			}
			if centre := blockCost(b, []int32{c}); centre.less(got) {
				t.Fatalf("block %v: cost %v, but its centre has %v", kept, got, centre)
			}
			if slices.Contains(b.block.inside, true) || slices.Contains(b.block.listed, true) {
				t.Fatal("a cycle is left in the block")
			}
			if len(kept) > 1 {
				larger++
			}
		}
	})
	if larger == 0 {
		t.Error("no block has more than its centre")
	}
}

// The blocks of the first pairs match their golden file. All of them draw from one stream, so a
// search that is a round longer changes the blocks after it.
func TestGoldenBlocks(t *testing.T) {
	var all strings.Builder
	pairs := 0
	blockPairs(t, 400, func(b *breeder, _ *member, random *rng.Stream) {
		if pairs++; pairs > 2 {
			return
		}
		b.index()
		defer b.clearIndex()
		for c := range min(10, int32(b.cycles.count())) {
			got := b.gather(c, random)
			fmt.Fprintf(&all, "pair %d, cycle %d: %v, %d subtours, border %d\n", pairs, c, b.block.kept, got.subtours, got.border)
		}
		fmt.Fprintf(&all, "pair %d: next %d\n", pairs, random.IntN(1000))
	})
	testkit.Golden(t, filepath.Join("testdata", "blocks.golden"), all.String(), *update)
}

func TestTheIndexIsForgotten(t *testing.T) {
	blockPairs(t, 200, func(b *breeder, _ *member, random *rng.Stream) {
		b.blocks(context.Background(), random, &heir{})
		for v, on := range b.block.on {
			if on != [2]int32{-1, -1} {
				t.Fatalf("city %d is still on cycles %v", v, on)
			}
		}
	})
}

func TestBlocksRepeat(t *testing.T) {
	blockPairs(t, 300, func(b *breeder, _ *member, random *rng.Stream) {
		var h, again heir
		one, two := *random, *random
		b.blocks(context.Background(), &one, &h)
		b.blocks(context.Background(), &two, &again)
		if h.gain != again.gain || !slices.Equal(h.changes, again.changes) {
			t.Errorf("gains %d and %d of the same pair", h.gain, again.gain)
		}
	})
}

func TestBlocksNeedNoNewMemory(t *testing.T) {
	blockPairs(t, 300, func(b *breeder, _ *member, random *rng.Stream) {
		var h heir
		allocs := testing.AllocsPerRun(3, func() {
			r := *random
			h.changes, h.gain, h.value = h.changes[:0], 0, 0
			b.blocks(context.Background(), &r, &h)
		})
		if allocs > 0 {
			t.Errorf("%v allocations", allocs)
		}
	})
}

// A search reaches the stage with blocks, on the trajectory of its golden file.
func TestTheLastStageIsReached(t *testing.T) {
	p := Defaults(300)
	p.Members, p.Share = 12, 1
	s := begin(t, generate(t, tsp.Uniform, 300), p, 1, 1)
	reached := false
	var trajectory strings.Builder
	for s.at.epoch < 2 {
		if err := s.Step(context.Background()); err != nil {
			t.Fatal(err)
		}
		reached = reached || s.at.stage == finishing
		fmt.Fprintf(&trajectory, "population %d, stage %d, generation %d: %d, best %d\n", s.at.epoch, s.at.stage, s.at.generation, s.total(), s.length)
	}
	testkit.Golden(t, filepath.Join("testdata", "last.golden"), trajectory.String(), *update)
	if !reached {
		t.Error("no population has come to blocks")
	}
	if got := s.in.Length(s.champion); got != s.length {
		t.Errorf("the champion has length %d, expected %d", s.length, got)
	}
}
