//go:build !race

package eax

import (
	"testing"

	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// After a first pass has allocated memory, neither cycles nor children allocate more.
func TestChildrenAllocateNothing(t *testing.T) {
	p := goodCouple(t, 500)
	counts, _ := among(p)
	for way, make := range ways {
		for _, f := range []*frequency{nil, counts} {
			b := newBreeder(p.space, p.lists, p.in.N())
			b.children = 12
			b.counts = f
			var h heir
			family := func() {
				p.random = rng.At(1, 0, 0)
				b.compare(&p.a, &p.b, &p.random, &h)
				make(b, p, &h)
			}
			family()
			if h.gain == 0 {
				t.Fatalf("%s: no heir", way)
			}
			if n := testing.AllocsPerRun(10, family); n != 0 {
				t.Errorf("%s, entropy %v: %v allocations", way, f != nil, n)
			}
		}
	}
}

// Forty generations of a small population improve considerably on the initial local optima and come
// close to the best known tour of these cities. Populations of 100 find that tour with most seeds.
func TestQuality(t *testing.T) {
	const known = 23_295_862
	in := generate(t, tsp.Uniform, 1000)
	for seed := range uint64(2) {
		s := begin(t, in, with(32, func(p *Params) { p.Children, p.Patience = 12, 40 }), seed, 2)
		for s.at.stage == pooling {
			step(t, s, 1, 1)
		}
		pool := s.Cost()
		step(t, s, 40*len(s.members)/pairsAtOnce, 1<<20)
		if s.Cost() > 1.002*known || s.Cost() > 0.992*pool {
			t.Errorf("seed %d: cost %.0f, the best of the pool %.0f, known %d", seed, s.Cost(), pool, known)
		}
	}
}
