package lk

import (
	"os/exec"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

// A tourStructure has the methods that a search needs from a tour.
type tourStructure interface {
	set(t tsp.Tour)
	next(c int32) int32
	prev(c int32) int32
	key(c int32) int32
	flip(a, b, c, d int32)
	tourInto(dst tsp.Tour)
}

// naive is a tour with simple reference operations.
type naive struct{ tour tsp.Tour }

func (t *naive) at(c int32) int { return slices.Index(t.tour, c) }
func (t *naive) step(c int32, by int) int32 {
	return t.tour[(t.at(c)+by+len(t.tour))%len(t.tour)]
}

func (t *naive) flip(a, b, c int32) {
	if t.step(a, 1) != b {
		b, c = c, b
	}
	from, count := t.at(b), (t.at(c)-t.at(b)+len(t.tour))%len(t.tour)+1
	old := slices.Clone(t.tour)
	for k := range count {
		t.tour[(from+k)%len(old)] = old[(from+count-1-k)%len(old)]
	}
}

// sameCircle reports whether two tours are equal up to rotation and direction.
func sameCircle(a, b tsp.Tour) bool {
	canonical := func(t tsp.Tour) tsp.Tour {
		t = slices.Clone(t)
		i := slices.Index(t, 0)
		t = append(t[i:len(t):len(t)], t[:i]...)
		if len(t) > 2 && t[1] > t[len(t)-1] {
			slices.Reverse(t[1:])
		}
		return t
	}
	return slices.Equal(canonical(a), canonical(b))
}

var structures = map[string]func() tourStructure{
	"array": func() tourStructure { return &array{} },
	"list":  func() tourStructure { return &list{} },
}

// Both tour structures agree with the naive one after random sequences of flips.
func TestTourStructures(t *testing.T) {
	for name, make := range structures {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				n := rapid.OneOf(rapid.IntRange(5, 40), rapid.IntRange(100, 300)).Draw(t, "n")
				want := naive{start.Random(n, 1)}
				s := make()
				s.set(want.tour)
				random := rng.At(rapid.Uint64().Draw(t, "seed"), 0, 0)
				for range rapid.IntRange(1, 60).Draw(t, "flips") {
					flipSomewhere(s, &want, &random)
					agree(t, s, &want)
				}
			})
		})
	}
}

// flipSomewhere applies the same random flip to both tours, in a random direction.
func flipSomewhere(s tourStructure, want *naive, random *rng.Stream) {
	n := int32(len(want.tour))
	a := random.IntN(n)
	b := want.step(a, 1)
	c := want.step(b, int(random.IntN(n-2)))
	d := want.step(c, 1)
	if random.IntN(2) == 0 {
		a, b, c, d = d, c, b, a
	}
	s.flip(a, b, c, d)
	want.flip(a, b, c)
}

func agree(t failer, s tourStructure, want *naive) {
	got := make(tsp.Tour, len(want.tour))
	s.tourInto(got)
	if !sameCircle(got, want.tour) {
		t.Fatalf("%v, want %v", got, want.tour)
	}
	falls := 0
	for i, c := range got {
		next := got[(i+1)%len(got)]
		if s.next(c) != next || s.prev(next) != c {
			t.Fatalf("next of %d is %d and prev of %d is %d in %v", c, s.next(c), next, s.prev(next), got)
		}
		if s.key(next) < s.key(c) {
			falls++
		}
	}
	if falls != 1 {
		t.Fatalf("the keys fall %d times along %v", falls, got)
	}
}

// The same search on an array and on a list finds the same tour.
func TestStructuresGiveTheSameSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := cities(t, tsp.Euc2D, rapid.IntRange(8, 200).Draw(t, "n"), rapid.Uint64().Draw(t, "seed"))
		op := Operator(rapid.IntRange(0, len(operators)-1).Draw(t, "op"))
		l := quadrants(in)
		tour := start.Random(in.N(), 1)
		a, b := newOnArray(in, l, tour, op), newOnList(in, l, tour, op)
		s := rng.At(1, 0, 0)
		for range 20 {
			at, same := s.IntN(int32(in.N())), s
			for _, c := range []Chain{a, b} {
				random := same
				c.Kick(&random, at, Kick{Size: 10})
				for !look(c, 100) {
				}
			}
			if a.Length() != b.Length() || !sameCircle(a.Tour(nil), b.Tour(nil)) {
				t.Fatalf("%v: %d on the array, %d on the list", op, a.Length(), b.Length())
			}
		}
	})
}

// The generated search on a list is an up-to-date copy of the search on an array.
func TestTheCopyIsUpToDate(t *testing.T) {
	if out, err := exec.Command("go", "run", "generate.go", "-check").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
