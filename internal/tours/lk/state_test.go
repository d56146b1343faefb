package lk

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// chains returns constructors of one chain of each kind, all for the same instance.
func chains(t *testing.T, seed uint64) map[string]func() Chain { return chainsOf(t, 120, seed) }

func chainsOf(t *testing.T, n int, seed uint64) map[string]func() Chain {
	t.Helper()
	in, err := tsp.Generate(tsp.Uniform, n, seed)
	if err != nil {
		t.Fatal(err)
	}
	l, err := near.Nearest(t.Context(), in, 8, 1)
	if err != nil {
		t.Fatal(err)
	}
	start := tsp.Identity(in.N())
	random := rng.At(seed, 9, 0)
	random.Shuffle(start)
	return map[string]func() Chain{
		"array":    func() Chain { return newOnArray(in, l, start, LinKernighan) },
		"list":     func() Chain { return newOnList(in, l, start, LinKernighan) },
		"2opt":     func() Chain { return newOnArray(in, l, start, TwoOpt) },
		"directed": func() Chain { return NewDirected(in, l, start) },
	}
}

// work kicks, descends and commits or undoes at random, as iterated local search does. Descents may
// stop before they are complete.
func work(t *testing.T, c Chain, random *rng.Stream, turns int) {
	t.Helper()
	for range turns {
		c.Kick(random, random.IntN(120), Kick{Size: 1 + random.IntN(40)})
		if _, err := c.Descend(t.Context(), 1+int(random.IntN(60))); err != nil {
			t.Fatal(err)
		}
		if random.IntN(3) == 0 {
			c.Undo()
		} else {
			c.Commit()
		}
	}
}

func saved(c Chain) []byte {
	var w state.Writer
	c.Save(&w)
	return w.Bytes()
}

func TestRewindGoesBackToRecord(t *testing.T) {
	for seed := range uint64(20) {
		for name, create := range chains(t, seed) {
			t.Run(fmt.Sprintf("%s/%d", name, seed), func(t *testing.T) {
				c, random := create(), rng.At(seed, 1, 0)
				work(t, c, &random, int(seed)) // with seed 0, all cities are still queued
				c.Record()
				before, length := saved(c), c.Length()
				again := random
				work(t, c, &random, 15)
				after := saved(c)
				c.Rewind()
				if c.Length() != length || !bytes.Equal(before, saved(c)) {
					t.Fatalf("length %d, before %d, or another state", c.Length(), length)
				}
				c.Record()
				work(t, c, &again, 15)
				if !bytes.Equal(after, saved(c)) {
					t.Error("the same work led elsewhere after Rewind")
				}
			})
		}
	}
}

// After few flips, Rewind undoes them one by one instead of walking along the tour.
func TestRewindOfFewFlips(t *testing.T) {
	for name, create := range chainsOf(t, 20_000, 1) {
		c, random := create(), rng.At(1, 1, 0)
		c.Record()
		before := saved(c)
		work(t, c, &random, 1)
		c.Kick(&random, 7, Kick{Size: 30}) // neither committed nor undone
		if u, ok := c.(interface{ shared() *common }); ok {
			if flips := len(u.shared().log) + len(u.shared().journal.moves); flips == 0 || float64(flips) > rewalkFrom*20_000 {
				t.Errorf("%s: %d flips", name, flips)
			}
		}
		c.Rewind()
		if !bytes.Equal(before, saved(c)) {
			t.Errorf("%s: another state", name)
		}
	}
}

// A cancelled descent processes a few cities and leaves the others in the queue.
func TestACancelledDescent(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, create := range chains(t, 1) {
		c := create()
		length := c.Length()
		calls := 1
		for done := false; !done; calls++ {
			var err error
			if done, err = c.Descend(ctx, 1_000_000); err != nil {
				t.Fatal(err)
			}
		}
		whole := create()
		if _, err := whole.Descend(t.Context(), 1_000_000); err != nil {
			t.Fatal(err)
		}
		if calls < 120/turnsAtOnce || c.Length() >= length || c.Length() != whole.Length() {
			t.Errorf("%s: %d calls from length %d to %d, but %d in one call", name, calls, length, c.Length(), whole.Length())
		}
	}
}

func TestARestoredChainGoesOnAsTheSavedOne(t *testing.T) {
	for seed := range uint64(20) {
		for name, create := range chains(t, seed) {
			t.Run(fmt.Sprintf("%s/%d", name, seed), func(t *testing.T) {
				a, random := create(), rng.At(seed, 1, 0)
				work(t, a, &random, int(seed))
				b := create()
				other := rng.At(99, 1, 0)
				work(t, b, &other, 5) // Restore must discard this state
				if err := b.Restore(state.NewReader(saved(a))); err != nil {
					t.Fatal(err)
				}
				again := random
				work(t, a, &random, 20)
				work(t, b, &again, 20)
				if a.Length() != b.Length() || !bytes.Equal(saved(a), saved(b)) {
					t.Errorf("lengths %d and %d, or other states", a.Length(), b.Length())
				}
			})
		}
	}
}

// The saved state is the same for a tour in an array and in a list.
func TestTheStateDoesNotTellHowATourIsKept(t *testing.T) {
	all := chains(t, 4)
	a, l := all["array"](), all["list"]()
	for _, c := range []Chain{a, l} {
		random := rng.At(7, 1, 0)
		work(t, c, &random, 30)
	}
	if !bytes.Equal(saved(a), saved(l)) {
		t.Error("the states differ")
	}
	if err := l.Restore(state.NewReader(saved(a))); err != nil || !bytes.Equal(saved(a), saved(l)) {
		t.Errorf("a list cannot take up the state of an array: %v", err)
	}
}

func TestDamagedStatesAreRefused(t *testing.T) {
	write := func(tour []int32, links int, queue []int32) []byte {
		var w state.Writer
		state.List(&w, "tour", tour)
		state.List(&w, "links", make([]uint8, links))
		state.List(&w, "queue", queue)
		return w.Bytes()
	}
	good := tsp.Identity(120)
	twice := tsp.Identity(120)
	twice[5] = 6
	for name, data := range map[string][]byte{
		"nothing":       nil,
		"a short tour":  write(good[:100], 15, nil),
		"a city twice":  write(twice, 15, nil),
		"links":         write(good, 14, nil),
		"a queued city": write(good, 15, []int32{120}),
		"queued twice":  write(good, 15, []int32{3, 3}),
	} {
		if err := chains(t, 1)["array"]().Restore(state.NewReader(data)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if err := chains(t, 1)["array"]().Restore(state.NewReader(write(good, 15, []int32{3}))); err != nil {
		t.Error(err)
	}
}

// A state whose tour lacks a fixed edge is rejected, because no descent would finish.
func TestStatesKeepFixedEdges(t *testing.T) {
	in, err := tsp.Generate(tsp.Uniform, 40, 1)
	if err != nil {
		t.Fatal(err)
	}
	fixed, err := in.FixEdges([][2]int32{{0, 20}})
	if err != nil {
		t.Fatal(err)
	}
	plain := fixed.Closed()
	base, err := near.Nearest(t.Context(), plain.Base, 8, 1)
	if err != nil {
		t.Fatal(err)
	}
	c := newOnArray(plain.Instance, base.Fit(plain), plain.Fit(tsp.Identity(40)), LinKernighan)
	var w state.Writer
	state.List(&w, "tour", tsp.Identity(plain.Instance.N()))
	state.List(&w, "links", make([]uint8, (plain.Instance.N()+7)/8))
	state.List(&w, "queue", []int32{})
	if err := c.Restore(state.NewReader(w.Bytes())); err == nil {
		t.Error("a tour without the fixed edge was taken")
	}
}
