package eax

import (
	"math"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"pgregory.net/rapid"
)

// logarithm is the error bound for the cost of an edge, which uses a portable logarithm.
const logarithm = 3e-6

// A census counts edges in a map.
type census struct {
	members int
	counts  map[[2]int32]int
}

func (c *census) enter(t tsp.Tour, by int) {
	for e := range edgesAlong(t) {
		c.counts[e] += by
	}
}

// entropy returns the entropy of the population [NK13 §2.3].
func (c *census) entropy() (sum float64) {
	for _, count := range c.counts {
		if count > 0 {
			share := float64(count) / float64(c.members)
			sum -= share * math.Log2(share)
		}
	}
	return sum
}

func mustCount(t failer, f *frequency, c *census, n int) {
	t.Helper()
	for i := range int32(n) {
		for j := range i {
			if got, want := f.count(i, j), c.counts[edge(i, j)]; int(got) != want || f.count(j, i) != got {
				t.Fatalf("edge %d-%d: %d, want %d", i, j, got, want)
			}
		}
	}
}

// The counts match a census when members are added, removed or changed, and after the table has
// grown. The loss of a change matches the difference in entropy.
func TestFrequencies(t *testing.T) {
	grown := false
	rapid.Check(t, func(rt *rapid.T) {
		d := newDice(rt)
		n := d.from(sizes...)
		in := generate(t, tsp.Uniform, n)
		space := lk.NewSpace(in)
		tours := make([]tsp.Tour, d.from(2, 3, 7, 30, 60))
		members := make([]member, len(tours))
		f, c := newFrequency(len(tours)), &census{len(tours), map[[2]int32]int{}}
		for i := range tours {
			if tours[i] = d.tour(n); i > 0 && i%2 == 0 {
				tours[i] = d.near(tours[0]) // shares many edges with the first tour
			}
			members[i].set(tours[i], &space)
			f.enter(&members[i], 1)
			c.enter(tours[i], 1)
		}
		mustCount(rt, f, c, n)
		grown = grown || len(f.keys) > 1<<10
		f.resize(4 * len(f.keys))
		mustCount(rt, f, c, n)
		for range 4 {
			i := d.IntN(int32(len(tours)))
			now := d.near(tours[i])
			all := changesTo(&members[i], now, &space)
			before := c.entropy()
			c.enter(tours[i], -1)
			c.enter(now, 1)
			if got, want := float64(f.loss(all))/(1<<40), before-c.entropy(); math.Abs(got-want) > float64(4*len(all))*logarithm {
				rt.Fatalf("a loss of %v, want %v", got, want)
			}
			f.apply(all)
			members[i].apply(all, 0)
			tours[i] = now
			mustCount(rt, f, c, n)
		}
		for i := range members {
			f.enter(&members[i], -1)
		}
		f.resize(len(f.keys))
		if f.used != 0 {
			rt.Fatalf("%d edges that no member has", f.used)
		}
	})
	if !grown {
		t.Error("no table has grown by itself")
	}
}

// changesTo returns the changes from a member to a tour, including some cities that do not change.
func changesTo(m *member, t tsp.Tour, space *lk.Space) (all []change) {
	var now member
	now.set(t, space)
	for c := range m.links {
		if m.links[c] != now.links[c] || c%3 == 0 {
			all = append(all, change{city: int32(c), was: m.links[c], now: now.links[c]})
		}
	}
	return all
}

// An edge that all members have, or that no member has, contributes no entropy.
func TestSharesOfEntropy(t *testing.T) {
	for _, members := range []int{2, 3, 10, 300} {
		f := newFrequency(members)
		for k := range members + 1 {
			want := 0.0
			if share := float64(k) / float64(members); k > 0 {
				want = -share * math.Log2(share)
			}
			if got := float64(f.cost[k]) / (1 << 40); math.Abs(got-want) > logarithm {
				t.Errorf("%d of %d: %v, want %v", k, members, got, want)
			}
		}
		if f.cost[0] != 0 || f.cost[members] != 0 {
			t.Errorf("%d members: %d for none, %d for all", members, f.cost[0], f.cost[members])
		}
	}
}
