package eax

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

// ways holds the functions that breed heirs.
var ways = map[string]func(*breeder, *couple, *heir){
	"single": func(b *breeder, p *couple, h *heir) { b.single(context.Background(), &p.random, h) },
	"rand":   func(b *breeder, p *couple, h *heir) { b.rand(context.Background(), &p.random, h) },
}

// bred returns a breeder and the heir of a couple.
func bred(p *couple, way string, children int, counts *frequency) (*breeder, *heir) {
	b := newBreeder(p.space, p.lists, p.in.N())
	b.children = children
	b.counts = counts
	h := &heir{changes: make([]change, 3), gain: 1 << 40, value: 1 << 40} // from a different couple
	if b.compare(&p.a, &p.b, &p.random, h) {
		ways[way](b, p, h)
	}
	return b, h
}

// among counts the edges of a couple and of other tours.
func among(p *couple, others ...tsp.Tour) (*frequency, *census) {
	f, c := newFrequency(2+len(others)), &census{2 + len(others), map[[2]int32]int{}}
	for _, t := range append([]tsp.Tour{p.tours[0], p.tours[1]}, others...) {
		var m member
		m.set(t, &p.space)
		f.enter(&m, 1)
		c.enter(t, 1)
	}
	return f, c
}

// An heir is a tour and is shorter than its first parent by the reported gain. Without an heir,
// nothing changes. The breeder always restores the parent.
func TestHeirsAreTours(t *testing.T) {
	heirs := 0
	rapid.Check(t, func(rt *rapid.T) {
		d := newDice(rt)
		for way := range ways {
			p := drawCouple(d, t)
			var counts *frequency
			if d.from(0, 1) == 1 {
				counts, _ = among(p, fit(p.in, d.tour(base(p.in).N())))
			}
			b, h := bred(p, way, d.from(1, 2, 10), counts)
			if h.gain < 0 || (h.gain == 0) != (len(h.changes) == 0) {
				rt.Fatalf("%s: %d changes gain %d", way, len(h.changes), h.gain)
			}
			if b.cycles.count() > 0 && !slices.Equal(b.links, p.a.links) {
				rt.Fatalf("%s: the breeder is not back at the parent", way)
			}
			if h.gain == 0 {
				continue
			}
			heirs++
			child := member{links: slices.Clone(p.a.links), length: p.a.length}
			child.apply(h.changes, h.gain)
			mustBeLinks(rt, p.in, child.links)
			if length := mustBeOneTour(rt, p.in, child.links); length != child.length || length >= p.a.length {
				rt.Fatalf("%s: length %d, claims %d, its parent has %d", way, length, child.length, p.a.length)
			}
		}
	})
	if heirs == 0 {
		t.Error("no couple has an heir")
	}
}

// Among children with one cycle each, the heir has the highest value. With entropy, the value is
// the gain per unit of lost entropy, and a child without a loss is ranked first by its gain.
func TestTheBestChildIsTheHeir(t *testing.T) {
	const n = 120
	in := generate(t, tsp.Uniform, n)
	lists := neighbours(t, in, 8)
	differ := 0
	for seed := range uint64(20) {
		p := newCouple(t, in, 8, descended(t, in, lists, start.Random(n, seed)), descended(t, in, lists, start.Random(n, seed+100)))
		others := []tsp.Tour{p.tours[1], descended(t, in, lists, start.Random(n, seed+200)), p.tours[0], p.tours[1]}
		counts, people := among(p, others...)
		gains := [2]int64{}
		for i, f := range []*frequency{nil, counts} {
			p.random = newCouple(t, in, 1, p.tours[0], p.tours[1]).random // same for both
			b, h := bred(p, "single", 1000, f)
			best := 0.0
			for c := range int32(b.cycles.count()) {
				gain, child := tried(p, b.cycles.of(c), b.cycles.gain[c])
				best = max(best, naiveValue(p, gain, child, people, f != nil))
			}
			child := member{links: slices.Clone(p.a.links)}
			child.apply(h.changes, h.gain)
			got := naiveValue(p, h.gain, child.tour(nil), people, f != nil)
			if h.gain == 0 {
				got = 0
			}
			if math.Abs(got-best) > 1e-3*best {
				t.Errorf("seed %d, entropy %v: the heir has a value of %v, the best child %v", seed, f != nil, got, best)
			}
			gains[i] = h.gain
		}
		if gains[0] < gains[1] {
			t.Errorf("seed %d: the greedy choice gains %d, the other %d", seed, gains[0], gains[1])
		}
		if gains[0] > gains[1] {
			differ++
		}
	}
	if differ == 0 {
		t.Error("entropy never chooses another child")
	}
}

// tried returns the gain of the child with one cycle, and the child. The gain is 0 if the subtours
// could not be joined.
func tried(p *couple, cycle []int32, gain int64) (int64, tsp.Tour) {
	a := newAssembly(p.space, p.lists, p.in.N())
	a.load(&p.a)
	a.startChild()
	a.exchange(cycle, gain)
	if a.trace(); !a.join() {
		return 0, nil
	}
	m := member{links: a.links}
	return a.gain, m.tour(nil)
}

// naiveValue returns the value of a child, computed by counting all edges again.
func naiveValue(p *couple, gain int64, child tsp.Tour, people *census, entropy bool) float64 {
	if gain <= 0 || !entropy {
		return float64(max(gain, 0))
	}
	before := people.entropy()
	people.enter(p.tours[0], -1)
	people.enter(child, 1)
	loss := before - people.entropy()
	people.enter(child, -1)
	people.enter(p.tours[0], 1)
	if loss > 1e-9 {
		return float64(gain) / loss
	}
	return float64(gain) * 1e12
}

// choice returns a parent 0 1 … 11 and a second parent that differs from it in two places. One
// place replaces the edges 0-1 and 3-4, and the other the edges 6-7 and 9-10. Either exchange alone
// leaves a single tour. The first exchange gains 2·large and the second 2·small.
func choice(t *testing.T, large, small int64) (p *couple, places [2]tsp.Tour) {
	t.Helper()
	special := map[[2]int32]int64{{0, 3}: 100 - large, {1, 4}: 100 - large, {6, 9}: 100 - small, {7, 10}: 100 - small}
	in, err := tsp.FromFunc(12, true, 1, func(i, j int) int64 {
		if d, ok := special[edge(int32(i), int32(j))]; ok {
			return d
		}
		if i-j == 1 || j-i == 1 || i+j == 11 && i*j == 0 {
			return 100
		}
		return 10_000
	})
	if err != nil {
		t.Fatal(err)
	}
	first, second := tsp.Identity(12), tsp.Identity(12)
	slices.Reverse(first[1:4])
	slices.Reverse(second[7:10])
	both := slices.Clone(first)
	slices.Reverse(both[7:10])
	return newCouple(t, in, 8, tsp.Identity(12), both), [2]tsp.Tour{first, second}
}

// Greedy selection chooses the largest gain. Selection by entropy also considers diversity: nearly
// all members already have the first exchange, so it costs diversity, but only half have the
// second.
func TestSelection(t *testing.T) {
	for _, c := range []struct {
		large, small int64
		entropy      bool
		children     int
		want         int64
	}{
		{large: 5, small: 3, children: 2, want: 10},
		{large: 5, small: 3, children: 2, entropy: true, want: 6},
		{large: 50, small: 3, children: 2, entropy: true, want: 100}, // 100 / 1.09 > 6 / 0.09
		{large: 30, small: 3, children: 2, entropy: true, want: 6},   // 60 / 1.09 < 6 / 0.09
		{large: 3, small: 5, children: 2, want: 10},
		{large: 5, small: 3, children: 1, want: 16}, // both exchanges are chosen and combined
		{large: 5, small: 3, children: 1, entropy: true, want: 16},
		{large: 5, small: -3, children: 2, want: 10},
		{large: -5, small: -3, children: 2, want: 0},
	} {
		p, places := choice(t, c.large, c.small)
		var counts *frequency
		if c.entropy {
			// Of 8 members, all but the first parent have the first exchange, and 4 have the
			// second.
			counts, _ = among(p, p.tours[1], p.tours[1], p.tours[1], places[0], places[0], places[0])
		}
		for range 5 {
			if _, h := bred(p, "single", c.children, counts); h.gain != c.want {
				t.Errorf("%+v: gains %d", c, h.gain)
			}
		}
	}
}

// pick selects all cycles with a gain. It adds other cycles only if there are fewer than children
// of them.
func TestPick(t *testing.T) {
	p, _ := choice(t, 5, 3)
	b := newBreeder(p.space, p.lists, 12)
	for _, c := range []struct {
		gains           []int64
		children, tries int
		gaining         int
	}{
		{gains: []int64{1, 2, -3, 4, 0}, children: 2, tries: 3, gaining: 3},
		{gains: []int64{1, 2, -3, 4, 0}, children: 3, tries: 3, gaining: 3},
		{gains: []int64{1, 2, -3, 4, 0}, children: 4, tries: 4, gaining: 3},
		{gains: []int64{1, 2, -3, 4, 0}, children: 9, tries: 5, gaining: 3},
		{gains: []int64{-1, 0}, children: 1, tries: 1, gaining: 0},
		{gains: []int64{}, children: 1, tries: 0, gaining: 0},
	} {
		b.cycles.gain, b.children = c.gains, c.children
		orders := map[int32]bool{}
		for range 20 {
			tries := b.pick(&p.random)
			if tries != c.tries {
				t.Fatalf("%+v: %d tries", c, tries)
			}
			if c.gaining >= c.children && len(b.picks) > c.gaining {
				t.Fatalf("%+v: %d cycles are shuffled", c, len(b.picks))
			}
			for i, pick := range b.picks[:tries] {
				if (c.gains[pick] > 0) != (i < c.gaining) || slices.Contains(b.picks[:i], pick) {
					t.Fatalf("%+v: picks %v", c, b.picks)
				}
			}
			if tries > 0 {
				orders[b.picks[0]] = true
			}
		}
		if len(orders) < min(2, len(c.gains)) {
			t.Errorf("%+v: always the same first", c)
		}
	}
}
