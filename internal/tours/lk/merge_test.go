package lk

import (
	"context"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

// builders create a search on each tour structure.
var builders = map[string]func(*tsp.Instance, *near.Lists, tsp.Tour, Operator) Peer{
	"array": func(in *tsp.Instance, l *near.Lists, t tsp.Tour, op Operator) Peer { return newOnArray(in, l, t, op) },
	"list":  func(in *tsp.Instance, l *near.Lists, t tsp.Tour, op Operator) Peer { return newOnList(in, l, t, op) },
}

// peers holds two searches on the same tour, and a check for valid tours.
type peers struct {
	in            *tsp.Instance
	first, second Peer
	check         func(tsp.Tour) error
}

// newTwins returns two peers with the same tour. The first has reached a local optimum. The second
// started from a different tour and has adopted the tour of the first.
func newTwins(t *rapid.T, build func(*tsp.Instance, *near.Lists, tsp.Tour, Operator) Peer, p *tsp.Plain) *peers {
	op := Operator(rapid.IntRange(0, len(operators)-1).Draw(t, "op"))
	l := must(near.Nearest(t.Context(), p.Instance, 6, 1))
	n := p.Base.N()
	w := &peers{
		in:     p.Instance,
		first:  build(p.Instance, l, p.Fit(start.Random(n, 1)), op),
		second: build(p.Instance, l, p.Fit(start.Random(n, 2)), op),
		check:  func(tour tsp.Tour) error { return p.Base.Check(p.Back(tour)) },
	}
	descend(w.first)
	w.first.Commit()
	w.second.ClearQueue()
	w.adopt(t)
	return w
}

// look makes a chain process up to limit cities. Descend never fails here, because no device is
// used.
func look(c Chain, limit int) bool {
	done, _ := c.Descend(context.Background(), limit)
	return done
}

func descend(c Chain) {
	for !look(c, 1000) {
	}
}

// adopt starts a round: the second peer adopts the tour of the first.
func (w *peers) adopt(t *rapid.T) {
	w.second.Adopt(w.first)
	w.second.Record()
	w.sound(t)
	w.same(t)
	if got := len(w.second.Journal().entries); got != 0 {
		t.Fatalf("a new journal has %d entries", got)
	}
}

// sound checks that both peers hold valid tours of the instance and report their correct lengths.
func (w *peers) sound(t *rapid.T) {
	for _, c := range []Chain{w.first, w.second} {
		sound(t, w.in, c)
		if err := w.check(c.Tour(nil)); err != nil {
			t.Fatal(err)
		}
	}
}

// same checks that both peers have the same tour.
func (w *peers) same(t *rapid.T) {
	if !sameCircle(w.first.Tour(nil), w.second.Tour(nil)) {
		t.Fatalf("different tours: %v and %v", w.first.Tour(nil), w.second.Tour(nil))
	}
	if w.first.Length() != w.second.Length() {
		t.Fatalf("the same tour is %d and %d long", w.first.Length(), w.second.Length())
	}
}

// kick kicks several times, commits a random subset of the kicks, and returns the number of
// commits.
func (w *peers) kick(c Chain, s *rng.Stream, times int) (commits int) {
	for range times {
		if !c.Kick(s, s.IntN(int32(w.in.N())), Kick{Size: 10}) {
			continue
		}
		descend(c)
		if s.IntN(3) == 0 {
			c.Undo()
		} else {
			c.Commit()
			commits++
		}
	}
	return commits
}

// round kicks both peers, merges their changes, and lets the second adopt the result.
func (w *peers) round(t *rapid.T, s *rng.Stream) {
	commits := w.kick(w.second, s, rapid.IntRange(0, 12).Draw(t, "kicks of the second"))
	mine := w.kick(w.first, s, rapid.IntRange(0, 6).Draw(t, "kicks of the first"))
	w.sound(t)
	made, of := w.first.Merge(w.second.Journal())
	w.first.Commit()
	w.sound(t)
	if made < 0 || made > of || of > commits {
		t.Fatalf("%d of %d changes made, %d were kept", made, of, commits)
	}
	if mine == 0 {
		if made != of {
			t.Fatalf("%d of %d changes made where nothing was in the way", made, of)
		}
		w.same(t)
	}
	w.adopt(t)
}

// Merging the changes of two peers always gives a valid tour. If only one peer has made changes,
// all of them are applied.
func TestTwinsMerge(t *testing.T) {
	for name, build := range builders {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				in := cities(t, tsp.Euc2D, rapid.IntRange(5, 150).Draw(t, "n"), rapid.Uint64().Draw(t, "seed"))
				w := newTwins(t, build, in.Closed())
				s := rng.At(rapid.Uint64().Draw(t, "kicks"), 0, 0)
				for range 3 {
					w.round(t, &s)
				}
			})
		})
	}
}

// Fixed edges survive merging, in a tour and in a path.
func TestTwinsMergeAroundFixedEdges(t *testing.T) {
	for name, build := range builders {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				in := cities(t, tsp.Euc2D, rapid.IntRange(12, 80).Draw(t, "n"), rapid.Uint64().Draw(t, "seed"))
				in, err := in.FixEdges(fixedEdges(t, int32(in.N())))
				if err == nil && rapid.Bool().Draw(t, "path") {
					in, err = in.Path(0, -1)
				}
				if err != nil {
					t.Fatal(err)
				}
				w := newTwins(t, build, in.Closed())
				s := rng.At(rapid.Uint64().Draw(t, "kicks"), 0, 0)
				for range 3 {
					w.round(t, &s)
				}
			})
		})
	}
}

// fixedEdges draws some edges of a path through the cities from 1. They form chains of any length,
// but no cycle.
func fixedEdges(t *rapid.T, n int32) (edges [][2]int32) {
	for c := int32(1); c < n-1; c++ {
		if rapid.IntRange(0, 3).Draw(t, "fix") == 0 {
			edges = append(edges, [2]int32{c, c + 1})
		}
	}
	return edges
}

// Changes in distant places do not conflict.
func TestTwinsMergeFarChanges(t *testing.T) {
	for name, build := range builders {
		t.Run(name, func(t *testing.T) {
			in, err := tsp.Generate(tsp.Uniform, 1000, 1)
			if err != nil {
				t.Fatal(err)
			}
			in = in.Pick(must(start.Curve(context.Background(), in)))
			l := quadrants(in)
			first := build(in, l, tsp.Identity(in.N()), LinKernighan)
			second := build(in, l, tsp.Identity(in.N()), LinKernighan)
			descend(first)
			first.Commit()
			second.ClearQueue()
			second.Adopt(first)
			second.Record()
			before := first.Length()
			improve(first, 0, 40)
			improve(second, 500, 40)
			mine, its := before-first.Length(), before-second.Length()
			made, of := first.Merge(second.Journal())
			first.Commit()
			sound(t, in, first)
			if mine <= 0 || its <= 0 || of < 1 {
				t.Fatalf("gains of %d and %d by %d changes", mine, its, of)
			}
			if gain := before - first.Length(); 10*made < 9*of || 10*gain < 9*(mine+its) {
				t.Errorf("%d of %d changes made, gain %d of %d and %d", made, of, gain, mine, its)
			}
		})
	}
}

// improve kicks after count cities, in order, and keeps every result that is no worse.
func improve(c Chain, from int32, count int) {
	s := rng.At(1, uint32(from), 0)
	for i := range int32(count) {
		before := c.Length()
		if c.Kick(&s, from+i, Kick{Size: 10}); c.Length() == before {
			continue
		}
		if descend(c); c.Length() > before {
			c.Undo()
		} else {
			c.Commit()
		}
	}
}

// A chain without Record has no journal.
func TestNoJournalWithoutRecord(t *testing.T) {
	for name, build := range builders {
		t.Run(name, func(t *testing.T) {
			in := cities(t, tsp.Euc2D, 50, 1)
			c := build(in, quadrants(in), start.Random(50, 1), LinKernighan)
			descend(c)
			c.Commit()
			if got := len(c.Journal().entries); got != 0 {
				t.Errorf("%d entries without a record", got)
			}
			c.Record()
			s := rng.At(1, 0, 0)
			for range 5 {
				c.Commit()
				c.Kick(&s, 3, Kick{Size: 10})
				c.Undo()
			}
			if got := len(c.Journal().entries); got != 0 {
				t.Errorf("%d entries from changes that were taken back", got)
			}
		})
	}
}

// Undo reverts merged changes together with other uncommitted changes, and Commit accepts them. A
// conflicting change leaves everything as it was, including uncommitted changes.
func TestUndoTakesMergedChangesBack(t *testing.T) {
	for name, build := range builders {
		t.Run(name, func(t *testing.T) {
			made, refused := 0, 0
			rapid.Check(t, func(t *rapid.T) {
				in := cities(t, tsp.Euc2D, rapid.IntRange(8, 60).Draw(t, "n"), rapid.Uint64().Draw(t, "seed"))
				w := newTwins(t, build, in.Closed())
				s := rng.At(rapid.Uint64().Draw(t, "kicks"), 0, 0)
				w.kick(w.second, &s, rapid.IntRange(0, 4).Draw(t, "kicks of the second"))
				before, length := w.first.Tour(nil), w.first.Length()
				for range rapid.IntRange(0, 2).Draw(t, "kicks of the first") { // not committed
					w.first.Kick(&s, s.IntN(int32(in.N())), Kick{Size: 10})
				}
				own := w.first.Tour(nil)
				m, of := w.first.Merge(w.second.Journal())
				w.sound(t)
				if m == 0 && !sameCircle(w.first.Tour(nil), own) {
					t.Fatal("nothing was merged, but the tour has changed")
				}
				made, refused = made+m, refused+of-m
				if rapid.Bool().Draw(t, "keep") {
					before, length = w.first.Tour(nil), w.first.Length()
					w.first.Commit()
					w.first.Kick(&s, 0, Kick{Size: 10})
				}
				w.first.Undo()
				w.sound(t)
				if w.first.Length() != length || !sameCircle(w.first.Tour(nil), before) {
					t.Fatalf("undo left %v, want %v", w.first.Tour(nil), before)
				}
			})
			if made == 0 || refused == 0 {
				t.Errorf("%d changes made and %d refused: the test says nothing", made, refused)
			}
		})
	}
}

// A journal can be built with Add. An entry is applied or rejected as a whole, and an entry without
// flips does not count.
func TestJournalsByHand(t *testing.T) {
	for name, build := range builders {
		t.Run(name, func(t *testing.T) {
			in := cities(t, tsp.Euc2D, 10, 1)
			u := build(in, quadrants(in), tsp.Identity(10), TwoOpt)
			length := func(tour ...int32) int64 { return in.Length(tour) }
			flipped := length(0, 1, 4, 3, 2, 5, 6, 7, 8, 9)
			var j Journal
			j.Add([][4]int32{{1, 2, 3, 4}}, 1000) // cleared below
			j.Clear()
			j.Add([][4]int32{{1, 2, 4, 5}}, u.Length()-flipped)
			j.Add(nil, 1000)
			j.Add([][4]int32{{5, 6, 7, 8}, {1, 2, 3, 4}}, 1000) // its second flip conflicts
			j.Add([][4]int32{{9, 8, 7, 6}}, flipped-length(0, 1, 4, 3, 2, 5, 6, 8, 7, 9))
			if made, of := u.Merge(&j); made != 2 || of != 3 {
				t.Errorf("%d of %d made, want 2 of 3", made, of)
			}
			sound(t, in, u)
			if want := (tsp.Tour{0, 1, 4, 3, 2, 5, 6, 8, 7, 9}); !sameCircle(u.Tour(nil), want) {
				t.Errorf("%v, want %v", u.Tour(nil), want)
			}
			u.Undo()
			if sound(t, in, u); !sameCircle(u.Tour(nil), tsp.Identity(10)) {
				t.Errorf("undo left %v", u.Tour(nil))
			}
		})
	}
}
