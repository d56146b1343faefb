//go:build !race

package aco

import (
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// With heat, the source may be worse than the best tour, and it is the same for any number of
// threads. Without heat, the source is the best tour.
func TestSourceMayGetWorse(t *testing.T) {
	in := generate(t, tsp.Clustered, 300)
	lengths := func(heat float64, threads int) (all []int64, worse int) {
		s := focused(t, in, focusedWith(func(p *FocusedParams) { p.Heat, p.Ants = heat, 300 }), 3, threads)
		for step := range 12 {
			s.Pace(float64(step) / 24)
			if err := s.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
			source := s.workers[0].peer.Length()
			if all = append(all, source); source > s.Length() {
				worse++
			}
		}
		return all, worse
	}
	one, worse := lengths(9, 1)
	three, _ := lengths(9, 3)
	if _, cold := lengths(0, 2); worse == 0 || cold != 0 || !slices.Equal(one, three) {
		t.Errorf("%d times worse when hot, %d when cold; sources %v on one thread, %v on three", worse, cold, one, three)
	}
}

// Ants in lockstep choose the same city from products as from encoded weights, also if products are
// equal, nearly equal or very small.
func TestChoicesInStep(t *testing.T) {
	in := generate(t, tsp.Clustered, 60)
	random := rng.At(2, 0, 0)
	quick, encoded := 0, 0
	for _, candidates := range []int{1, 8, 32, 40, 59} {
		for _, beta := range []float64{0, 3, 20} {
			p := acsWith(ACSAltPaper, func(p *ACSParams) { p.Candidates, p.Beta = candidates, beta })
			r := acs(t, in, p, 1, 1).engine.(*Reference)
			w := newConstruction(r.trails)
			for range 300 {
				for i := range r.trails.Levels {
					r.trails.Levels[i] = float32(1+random.IntN(3)) * twoTo(-int(random.IntN(40))) * (1 + float32(random.IntN(2))*0x1p-20)
				}
				if err := r.trails.choose(t.Context()); err != nil {
					t.Fatal(err)
				}
				w.tabu.Reset()
				from := random.IntN(60)
				w.tabu.Mark(from)
				for range random.IntN(59) {
					w.tabu.Mark(random.IntN(60))
				}
				if len(all(w.tabu, nil)) == 0 {
					continue
				}
				draw := [2]uint32{max(random.Uint32(), w.Explore), random.Uint32()}
				w.row[0] = 0
				got := w.nextInStep(from, draw)
				if w.row[0] == 0 {
					quick++
				} else {
					encoded++
				}
				if want := w.next(from, draw); got != want {
					t.Fatalf("%d candidates, β = %v: from %d to %d, want %d", candidates, beta, from, got, want)
				}
			}
		}
	}
	if quick == 0 || encoded == 0 {
		t.Errorf("%d choices from products, %d from weights: want some of each", quick, encoded)
	}
}
