package eax

import (
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

// A member has the edges and the length of its tour, for either direction and any first city. It
// returns the tour starting at city 0.
func TestMembersKeepTours(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d := newDice(rt)
		n := d.from(append([]int{1, 2}, sizes...)...)
		in := weighted(t, n)
		space := lk.NewSpace(in)
		tour := d.tour(n)
		var m, other member
		m.set(tour, &space)
		back := m.tour(nil)
		if back[0] != 0 || !slices.Equal(tours.Canonical(in, back), tours.Canonical(in, tour)) {
			rt.Fatalf("%v becomes %v", tour, back)
		}
		if n > 1 && m.length != in.Length(tour) {
			rt.Fatalf("length %d, want %d", m.length, in.Length(tour))
		}
		mustBeLinks(rt, in, m.links)
		turned := slices.Clone(tour)
		at := d.IntN(int32(n))
		turned = append(turned[at:], turned[:at]...)
		if d.from(0, 1) == 1 {
			slices.Reverse(turned)
		}
		other.set(tsp.Identity(n), &space) // the second call must replace this tour
		other.set(turned, &space)
		if !slices.Equal(other.links, m.links) || other.length != m.length || !slices.Equal(other.tour(nil), back) {
			rt.Fatalf("%v and %v are the same, their links %v and %v are not", tour, turned, m.links, other.links)
		}
	})
}

// mustBeLinks checks that links are sorted and hold the distances of the instance, except for fixed
// edges.
func mustBeLinks(t *rapid.T, in *tsp.Instance, links []link) {
	t.Helper()
	for c := range links {
		l := &links[c]
		if l.city[0] > l.city[1] {
			t.Fatalf("links of city %d are not sorted: %v", c, l)
		}
		for k, x := range l.city {
			d := in.Dist(int32(c), x)
			if p := in.Plain(); p != nil && p.Tied(int32(c), x) {
				d = tied
			}
			if int64(l.dist[k]) != d {
				t.Fatalf("city %d is %d from %d, not %d", c, l.dist[k], x, d)
			}
		}
	}
}

func TestLinks(t *testing.T) {
	l := link{city: [2]int32{3, 8}, dist: [2]int32{30, 80}}
	if l.other(3) != 8 || l.other(8) != 3 || !l.has(3) || !l.has(8) || l.has(4) {
		t.Errorf("links %v", l)
	}
	l.replace(3, 9, 90)
	if want := (link{city: [2]int32{9, 8}, dist: [2]int32{90, 80}}); l != want {
		t.Errorf("links %v, want %v", l, want)
	}
	l.replace(8, 2, 20)
	if want := (link{city: [2]int32{2, 9}, dist: [2]int32{20, 90}}); l.sorted() != want || want.sorted() != want {
		t.Errorf("links %v, want %v", l.sorted(), want)
	}
	if short(-1<<40) != tied || short(7) != 7 || short(tsp.MaxDistance) != tsp.MaxDistance {
		t.Error("distances are cut")
	}
}
