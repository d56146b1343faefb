package sweep

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/permutation"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

// chain returns a search by sweeps that starts from the tour of the task.
func (w *task) chain(k Rule, most int) *Chain {
	u := lk.NewUndirected(w.in, w.lists, w.tour, lk.LinKernighan)
	return NewChain(u, NewReference(w.in, w.lists, 2), k, most)
}

// sound checks that the chain contains a valid tour and reports its true length.
func (w *task) sound(t failer, c lk.Chain) {
	t.Helper()
	tour := c.Tour(nil)
	if err := permutation.Check(tour, w.in.N()); err != nil {
		t.Fatal(err)
	}
	if got := w.in.Length(tour); got != c.Length() {
		t.Fatalf("the tour is %d long, the search claims %d", got, c.Length())
	}
	if err := w.Base.Check(w.Back(tour)); err != nil {
		t.Fatal(err)
	}
}

// descend sweeps until no move gains. Each sweep except the last gains at least as much as its best
// move, and the last one changes nothing.
func (w *task) descend(t failer, c *Chain) {
	t.Helper()
	for done := false; !done; {
		before, tour := c.Length(), c.Tour(nil)
		done = must(c.Descend(context.Background(), 1))
		w.sound(t, c)
		gain := before - c.Length()
		if !done && (gain <= 0 || gain < c.moves[0].Gain) {
			t.Fatalf("%v gained %d", c.moves, gain)
		}
		if done && (gain != 0 || !slices.Equal(c.Tour(nil), tour)) {
			t.Fatalf("from %v to %v without a move", tour, c.Tour(nil))
		}
	}
}

func drawChain(t *rapid.T, w *task) *Chain {
	k := rapid.SampledFrom(allRules).Draw(t, "rule")
	return w.chain(k, rapid.SampledFrom([]int{1, 2, w.in.N()}).Draw(t, "most"))
}

// A descent terminates in a local optimum.
func TestDescentsEndInALocalOptimum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawTask(t, 8, 40)
		c := drawChain(t, w)
		w.descend(t, c)
		w.tour = c.Tour(nil)
		noneLeft(t, w, c.rule)
	})
}

// One descent step makes most of the moves that a sweep finds, because few of them cross each
// other.
func TestMovesAreMadeTogether(t *testing.T) {
	in, l, tour := uniform(t, 3000)
	for _, k := range allRules {
		w := &task{in.Closed(), in, l, tour}
		c := w.chain(k, in.N())
		before := c.Length()
		must(c.Descend(t.Context(), 1))
		w.sound(t, c)
		claimed := int64(0)
		for _, m := range c.moves {
			claimed += m.Gain
		}
		if gain := before - c.Length(); len(c.moves) < 50 || 4*gain < 3*claimed {
			t.Errorf("%v: %d moves gained %d of %d", k, len(c.moves), gain, claimed)
		}
	}
}

// A chain supports the operations of iterated local search: undo restores the tour, and commit
// keeps it.
func TestChainsCanBeKickedAndUndone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawTask(t, 1, 60)
		c := drawChain(t, w)
		s := rng.At(rapid.Uint64().Draw(t, "kicks"), 0, 0)
		for range rapid.IntRange(1, 8).Draw(t, "count") {
			w.descend(t, c)
			c.Commit()
			w.kickAndUndo(t, c, &s)
			c.Kick(&s, s.IntN(int32(w.in.N())), lk.Kick{Size: 5}) // not undone
		}
	})
}

// kickAndUndo kicks, descends and undoes both.
func (w *task) kickAndUndo(t *rapid.T, c *Chain, s *rng.Stream) {
	length, tour := c.Length(), c.Tour(nil)
	kick := lk.Kick{Size: rapid.Int32Range(1, 9).Draw(t, "size"), Walk: rapid.Bool().Draw(t, "walk")}
	c.Kick(s, s.IntN(int32(w.in.N())), kick)
	w.sound(t, c)
	if rapid.Bool().Draw(t, "all the way") {
		w.descend(t, c)
	} else {
		must(c.Descend(t.Context(), 1))
	}
	c.Undo()
	w.sound(t, c)
	if c.Length() != length || !sameCircle(c.Tour(nil), tour) {
		t.Fatalf("undo made %v of %v", c.Tour(nil), tour)
	}
}

// A chain also supports a large tour, which is stored in a two-level list.
func TestChainsOnLists(t *testing.T) {
	const n = 50_000
	in := must(tsp.Generate(tsp.Uniform, n, 1))
	in = in.Pick(must(start.Curve(context.Background(), in)))
	w := &task{in.Closed(), in, must(near.Nearest(t.Context(), in, 3, 2)), tsp.Identity(n)}
	c := w.chain(Rule{Kind: ThreeOpt}, n)
	if kept := fmt.Sprintf("%T", c.peer); kept != "*lk.onList" {
		t.Fatalf("the tour is kept in a %s", kept)
	}
	before := c.Length()
	s := rng.At(1, 0, 0)
	if !c.Kick(&s, 1234, lk.Kick{Size: 50}) {
		t.Fatal("no kick")
	}
	must(c.Descend(t.Context(), 1))
	if w.sound(t, c); c.Length() >= before || len(c.moves) < 1000 {
		t.Errorf("%d moves lead from %d to %d", len(c.moves), before, c.Length())
	}
	c.Undo()
	if w.sound(t, c); !sameCircle(c.Tour(nil), w.tour) {
		t.Error("undo did not restore the tour")
	}
}

// A sweep that is cancelled at any point returns the reason, leaves the tour unchanged, and does
// not affect the next sweep.
func TestCancelledSweeps(t *testing.T) {
	in, l, tour := uniform(t, 3000)
	w := &task{in.Closed(), in, l, tour}
	for _, k := range allRules {
		want := w.chain(k, in.N())
		must(want.Descend(t.Context(), 1))
		for _, looks := range []int{0, 1, 2, 4, 5, 6} {
			c := w.chain(k, in.N())
			must(c.Descend(t.Context(), 1)) // the engine has swept a different tour before
			c.Undo()
			ctx := testkit.Ending(t.Context(), looks)
			if done, err := c.Descend(ctx, 1); done || !errors.Is(err, context.Canceled) {
				t.Errorf("%v, %d looks: done %v, error %v", k, looks, done, err)
			}
			if w.sound(t, c); !slices.Equal(c.Tour(nil), tour) {
				t.Errorf("%v, %d looks: the tour has changed", k, looks)
			}
			if done, err := c.Descend(t.Context(), 1); done || err != nil {
				t.Errorf("%v, %d looks: done %v, error %v", k, looks, done, err)
			}
			if w.sound(t, c); !slices.Equal(c.moves, want.moves) || !sameCircle(c.Tour(nil), want.Tour(nil)) {
				t.Errorf("%v, %d looks: the next sweep is another one", k, looks)
			}
		}
	}
}
