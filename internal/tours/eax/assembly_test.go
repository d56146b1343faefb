package eax

import (
	"context"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

// failer is implemented by *testing.T and *rapid.T.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// components returns, for every city, the smallest city in its connected component.
func components(t failer, links []link) []int32 {
	t.Helper()
	root := tsp.Identity(len(links))
	for changed := true; changed; {
		changed = false
		for c := range links {
			for _, x := range links[c].city {
				if root[x] > root[c] {
					root[x], changed = root[c], true
				}
			}
		}
	}
	for e, ends := range edgesOf(links) {
		if ends != 2 || e[0] == e[1] {
			t.Fatalf("edge %v is linked from %d ends", e, ends)
		}
	}
	return root
}

// mustBeOneTour checks that links form a single tour and returns its length.
func mustBeOneTour(t failer, in *tsp.Instance, links []link) int64 {
	t.Helper()
	for c, root := range components(t, links) {
		if root != 0 {
			t.Fatalf("city %d is not on the tour of city 0", c)
		}
	}
	tour := tsp.Tour{0}
	for before, at := int32(-1), int32(0); len(tour) < len(links); {
		next := links[at].city[0]
		if next == before {
			next = links[at].city[1]
		}
		before, at = at, next
		tour = append(tour, at)
	}
	if err := tours.CheckFixed(in, tour); err != nil {
		t.Fatalf("%v", err)
	}
	return in.Length(tour)
}

// mustBeTraced compares the subtours of a child with its connected components.
func mustBeTraced(t failer, a *assembly) {
	t.Helper()
	root := components(t, a.links)
	sizes, ids := map[int32]int32{}, map[int32]int32{}
	for c, r := range root {
		sizes[r]++
		id := a.subtour[a.segment(a.place[c])]
		if known, ok := ids[r]; ok && known != id {
			t.Fatalf("city %d is on subtour %d, others that it is connected with on %d", c, id, known)
		}
		ids[r] = id
	}
	for r, id := range ids {
		if a.sizes[id] != sizes[r] {
			t.Fatalf("subtour %d has %d cities, claims %d", id, sizes[r], a.sizes[id])
		}
	}
	if len(a.sizes) != len(sizes) {
		t.Fatalf("%d subtours, claims %d", len(sizes), len(a.sizes))
	}
}

// drawAssembly draws a couple and exchanges some or all cycles in the first tour. It also returns
// the expected edges of the child.
func drawAssembly(d *dice, t *testing.T) (p *couple, a *assembly, exchanged map[[2]int32]int) {
	p = drawCouple(d, t)
	a = newAssembly(p.space, p.lists, p.in.N())
	a.load(&p.a)
	c := newCycles(p.in.N())
	c.find(p.a.links, p.b.links, &p.space, &p.random)
	a.startChild()
	share := float64(p.random.IntN(4)) / 3
	exchanged = edgesAlong(p.tours[0])
	for i := range int32(c.count()) {
		if i > 0 && p.random.Float64() >= share {
			continue
		}
		cycle := c.of(i)
		a.exchange(cycle, c.gain[i])
		for k, city := range cycle {
			exchanged[edge(city, cycle[(k+1)%len(cycle)])] += 2*(k%2) - 1
		}
	}
	maps.DeleteFunc(exchanged, func(_ [2]int32, count int) bool { return count == 0 })
	return p, a, exchanged
}

// eachAssembly calls check with many untraced children and their expected edges.
func eachAssembly(t *testing.T, check func(rt *rapid.T, p *couple, a *assembly, exchanged map[[2]int32]int)) {
	rapid.Check(t, func(rt *rapid.T) {
		d := newDice(rt)
		for range 6 {
			if p, a, exchanged := drawAssembly(d, t); len(a.cuts) > 0 {
				check(rt, p, a, exchanged)
			}
		}
	})
}

// A child differs from A only by the exchanged edges, and trace finds its subtours.
func TestExchange(t *testing.T) {
	eachAssembly(t, func(rt *rapid.T, p *couple, a *assembly, exchanged map[[2]int32]int) {
		have := edgesOf(a.links)
		for e := range have {
			have[e]-- // edgesOf counts every edge from both ends
		}
		if !maps.Equal(have, exchanged) {
			rt.Fatalf("edges %v, want %v", have, exchanged)
		}
		a.trace()
		mustBeTraced(rt, a)
		if !slices.IsSorted(a.cuts) || len(slices.Compact(slices.Clone(a.cuts))) != len(a.cuts) {
			rt.Fatalf("cuts %v", a.cuts)
		}
		a.undo()
		if !slices.Equal(a.links, p.a.links) {
			rt.Fatal("undo does not lead back to A")
		}
	})
}

// The cuts divide A into segments. Every place is in exactly one segment, between its ends.
func TestSegments(t *testing.T) {
	eachAssembly(t, func(rt *rapid.T, _ *couple, a *assembly, _ map[[2]int32]int) {
		a.trace()
		n, all := int32(len(a.order)), int32(0)
		for s := range int32(len(a.cuts)) {
			first, size := a.extent(s)
			from, last := a.ends(s)
			if from != first || (first+size-1)%n != last || last != a.cuts[s] {
				rt.Fatalf("segment %d of cuts %v: from %d to %d, extent %d and %d", s, a.cuts, from, last, first, size)
			}
			for i := range size {
				if at := (first + i) % n; a.segment(at) != s {
					rt.Fatalf("place %d is in segment %d, not %d, of cuts %v", at, a.segment(at), s, a.cuts)
				}
			}
			all += size
		}
		if all != n {
			rt.Fatalf("segments of %d places, want %d", all, n)
		}
	})
}

// A child that could be joined is a tour with the reported length and contains all fixed edges.
// undo always restores A, and the next child starts without changes.
func TestChildrenAreTours(t *testing.T) {
	joined, failed, long := 0, 0, 0
	eachAssembly(t, func(rt *rapid.T, p *couple, a *assembly, exchanged map[[2]int32]int) {
		a.trace()
		subtours := len(a.sizes)
		if !a.join() {
			failed++
		} else {
			if joined++; subtours > 2 {
				long++
			}
			if length := mustBeOneTour(rt, p.in, a.links); length != p.a.length-a.gain {
				rt.Fatalf("length %d, from %d by %d", length, p.a.length, a.gain)
			}
			if lost := len(without(exchanged, edgesOf(a.links))); lost > 2*(subtours-1) {
				rt.Fatalf("%d joints take %d edges", subtours-1, lost)
			}
			if int(slices.Max(a.sizes)) != p.in.N() {
				rt.Fatalf("joined, of sizes %v", a.sizes)
			}
			mustBeChanges(rt, p, a)
		}
		a.undo()
		if !slices.Equal(a.links, p.a.links) {
			rt.Fatal("undo does not lead back to A")
		}
		a.startChild()
		if a.gain != 0 || len(a.changes) != 0 || len(a.cuts) != 0 {
			rt.Fatalf("a child begins with %d changes", len(a.changes))
		}
	})
	if joined == 0 || failed == 0 || long == 0 {
		t.Errorf("%d children were joined, %d of more than two subtours, and %d not: expected some of each", joined, long, failed)
	}
}

// mustBeChanges checks that the recorded changes turn A into the child.
func mustBeChanges(t *rapid.T, p *couple, a *assembly) {
	t.Helper()
	b := breeder{assembly: a}
	var h heir
	b.keep(&h)
	child := member{links: slices.Clone(p.a.links), length: p.a.length}
	for _, c := range h.changes {
		if c.was != child.links[c.city] {
			t.Fatalf("city %d had %v, not %v", c.city, child.links[c.city], c.was)
		}
	}
	child.apply(h.changes, h.gain)
	mustBeLinks(t, p.in, child.links)
	var again member
	again.set(child.tour(nil), &p.space)
	if !slices.Equal(again.links, child.links) || again.length != child.length {
		t.Fatalf("the child has length %d, its tour %d", child.length, again.length)
	}
	if len(h.changes) > len(p.a.links) {
		t.Fatalf("%d changes at %d cities", len(h.changes), len(p.a.links))
	}
}

// naiveJoint returns the largest gain of any joint of a subtour. It considers only cities within
// margin of a cut.
func naiveJoint(a *assembly, p *couple, root []int32, of int32) (best int64) {
	best = math.MinInt64
	n := int32(len(a.order))
	isCut := map[int32]bool{}
	for _, at := range a.cuts {
		isCut[at] = true
	}
	for v := range n {
		if root[v] != of || !nearCut(a.place[v], n, isCut) {
			continue
		}
		for _, x := range p.lists.Of(v)[:min(nearest, len(p.lists.Of(v)))] {
			if root[x] == of {
				continue
			}
			for _, w := range a.links[v].city {
				for _, y := range a.links[x].city {
					if plain := p.in.Plain(); plain != nil && (plain.Tied(v, w) || plain.Tied(x, y)) {
						continue
					}
					best = max(best, p.in.Dist(v, w)+p.in.Dist(x, y)-p.in.Dist(v, x)-p.in.Dist(w, y))
				}
			}
		}
	}
	return best
}

// nearCut reports whether a place is within margin of the previous or the next cut, or is in a
// segment that is short enough to be searched completely.
func nearCut(at, n int32, isCut map[int32]bool) bool {
	before, after := int32(0), int32(0)
	for !isCut[(at+after)%n] {
		after++
	}
	for !isCut[(at-before-1+2*n)%n] {
		before++
	}
	return before < margin || after < margin || before+after+1 <= 2*margin
}

// search finds the best joint of the smallest subtour.
func TestTheBestJointIsFound(t *testing.T) {
	eachAssembly(t, func(rt *rapid.T, p *couple, a *assembly, _ map[[2]int32]int) {
		a.trace()
		mustFindTheBest(rt, a, p)
	})
}

// mustFindTheBest compares the joint of the smallest subtour with the result of naiveJoint. It
// reports whether there are several subtours.
func mustFindTheBest(t failer, a *assembly, p *couple) bool {
	t.Helper()
	if len(a.sizes) < 2 {
		return false
	}
	root := components(t, a.links)
	least := a.smallest()
	if a.sizes[least] != slices.Min(a.sizes) {
		t.Fatalf("the smallest of %v is the %d-th", a.sizes, least)
	}
	of := int32(-1)
	for c := range a.links {
		if a.subtour[a.segment(a.place[c])] == least {
			of = root[c]
		}
	}
	j := a.search(least)
	if want := naiveJoint(a, p, root, of); j.gain != want {
		t.Fatalf("the best joint gains %d, want %d", j.gain, want)
	}
	if j.to >= 0 && (root[j.v] != of || root[j.x] == of || a.subtour[a.segment(a.place[j.x])] != j.to) {
		t.Fatalf("joint %+v of subtour %d", j, least)
	}
	return true
}

// A subtour that was united with another one has the size 0 and does not count.
func TestTheSmallestSubtourIsJoinedFirst(t *testing.T) {
	for want, sizes := range map[int32][]int32{0: {2, 5, 3}, 1: {3, 2, 2}, 2: {0, 5, 3}} {
		a := assembly{sizes: sizes}
		if got := a.smallest(); got != want {
			t.Errorf("the smallest subtour of %v is %d, expected %d", sizes, got, want)
		}
	}
}

// Long segments are searched only near their ends.
func TestLongSegments(t *testing.T) {
	const n = 700
	in := generate(t, tsp.Uniform, n)
	p := newCouple(t, in, 8, descended(t, in, neighbours(t, in, 8), start.Random(n, 1)), tsp.Identity(n))
	a := newAssembly(p.space, p.lists, n)
	a.load(&p.a)
	cuts := [][2]int32{{0, 150}, {10, 209}, {10, 210}, {10, 211}, {250, 550}, {300, 640}, {500, 90}, {699, 300}}
	for i := int32(0); i < n; i += 5 {
		cuts = append(cuts, [2]int32{i, (i + 250) % n}) // puts the best joint at every place
	}
	for _, c := range cuts {
		// Remove two edges and add two, so that the places between the cuts form a subtour.
		i, j := c[0], c[1]
		cycle := []int32{a.order[i], a.following(i), a.order[j], a.following(j)}
		a.startChild()
		a.exchange(cycle, gainOf(cycle, &p.space))
		a.trace()
		mustBeTraced(t, a)
		if !mustFindTheBest(t, a, p) {
			t.Fatalf("cuts after %d and %d: one tour", i, j)
		}
		if !a.join() {
			t.Fatalf("cuts after %d and %d: no joint", i, j)
		}
		if length := mustBeOneTour(t, in, a.links); length != p.a.length-a.gain {
			t.Fatalf("cuts after %d and %d: length %d, from %d by %d", i, j, length, p.a.length, a.gain)
		}
		a.undo()
		if !slices.Equal(a.links, p.a.links) {
			t.Fatalf("cuts after %d and %d: undo does not lead back to A", i, j)
		}
	}
}

// Without neighbours there are no joints, so the child is discarded and the parent is unchanged.
func TestWithoutJoints(t *testing.T) {
	const n = 30
	in := generate(t, tsp.Uniform, n)
	p := newCouple(t, in, 5, tsp.Identity(n), descended(t, in, neighbours(t, in, 5), start.Random(n, 1)))
	p.lists = &near.Lists{First: make([]int32, n+1)}
	b := newBreeder(p.space, p.lists, n)
	b.children = 50
	var h heir
	if !b.compare(&p.a, &p.b, &p.random, &h) {
		t.Fatal("the parents are the same")
	}
	split := 0
	for i := range int32(b.cycles.count()) {
		b.startChild()
		b.exchange(i)
		b.trace()
		if len(b.sizes) > 1 {
			split++
		}
		if b.join() != (len(b.sizes) == 1) {
			t.Errorf("cycle %d: %d subtours, joined without neighbours", i, len(b.sizes))
		}
		b.undo()
	}
	if split == 0 {
		t.Error("no child has subtours")
	}
	b.single(context.Background(), &p.random, &h)
	if h.gain > 0 {
		child := member{links: slices.Clone(p.a.links), length: p.a.length}
		child.apply(h.changes, h.gain)
		mustBeOneTour(t, in, child.links)
	}
}

// A city between two fixed edges has no joint.
func TestFixedEdgesAreNotJoined(t *testing.T) {
	in := route(t, 20)
	order := fit(in, start.Random(20, 1))
	p := newCouple(t, in, 8, order, order)
	p.lists = onlyOf(p.lists, 4) // edges 3-4 and 4-6 are fixed
	a := newAssembly(p.space, p.lists, in.N())
	a.load(&p.a)
	at := a.place[4]
	n := int32(in.N())
	i, j := (at+n-3)%n, (at+3)%n
	cycle := []int32{a.order[i], a.following(i), a.order[j], a.following(j)}
	a.startChild()
	a.exchange(cycle, gainOf(cycle, &p.space))
	if a.trace(); len(a.sizes) != 2 {
		t.Fatalf("%d subtours", len(a.sizes))
	}
	if a.join() {
		t.Error("a fixed edge is gone")
	}
}

// onlyOf returns lists that are empty except for the list of one city.
func onlyOf(l *near.Lists, city int32) *near.Lists {
	first, end := l.First[city], l.First[city+1]
	out := &near.Lists{First: make([]int32, len(l.First)), City: l.City[first:end], Dist: l.Dist[first:end]}
	for c := int(city) + 1; c < len(out.First); c++ {
		out.First[c] = end - first
	}
	return out
}

// The stamps of changed cities are still correct after the child counter wraps around.
func TestMarksBeginAnew(t *testing.T) {
	in := generate(t, tsp.Uniform, 10)
	p := newCouple(t, in, 5, tsp.Identity(10), tsp.Tour{0, 2, 1, 3, 4, 5, 6, 7, 8, 9})
	a := newAssembly(p.space, p.lists, 10)
	a.load(&p.a)
	a.stamp[4], a.child = 1, math.MaxUint32
	a.startChild()
	a.touch(4)
	if a.child != 1 || len(a.changes) != 1 {
		t.Errorf("child %d, %d changes", a.child, len(a.changes))
	}
}
