package aco

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

func focused(t testing.TB, in *tsp.Instance, p FocusedParams, seed uint64, threads int) *Focused {
	t.Helper()
	ground, err := NewTerrain(t.Context(), in, p.Rules(), 2)
	if err != nil {
		t.Fatal(err)
	}
	from, l := arbitrary(in), quadrants(t, in)
	s, err := NewFocused(in, ground, l, from, p, seed, threads)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func focusedWith(change func(*FocusedParams)) FocusedParams {
	p := FocusedDefaults(100)
	p.Ants = 24
	if change != nil {
		change(&p)
	}
	return p
}

func focusedScenes(t testing.TB) map[string]scene {
	scenes := map[string]scene{}
	for name, c := range map[string]struct {
		in     *tsp.Instance
		params FocusedParams
	}{
		"faco":          {generate(t, tsp.Uniform, 300), focusedWith(nil)},
		"faco hot":      {generate(t, tsp.Clustered, 100), focusedWith(func(p *FocusedParams) { p.LocalSearch, p.Edges, p.Stretch, p.Ants = "oropt", 12, 5, 300 })},
		"faco drilling": {generate(t, tsp.Drilling, 400), focusedWith(func(p *FocusedParams) { p.Candidates, p.Rho = 20, 0.9 })},
		"faco route":    {route(t, 80), focusedWith(nil)},
		"faco nine":     {generate(t, tsp.Uniform, 9), focusedWith(nil)},
		"faco tiny":     {generate(t, tsp.Uniform, 3), focusedWith(nil)},
		"faco one":      {generate(t, tsp.Uniform, 1), focusedWith(nil)},
	} {
		scenes[name] = scene{c.in, func(t testing.TB, seed uint64, threads int) search.Searcher[tsp.Tour] {
			return focused(t, c.in, c.params, seed, threads)
		}}
	}
	return scenes
}

// After each cycle all workers have the same tour and report its correct length.
func TestScoutsAgree(t *testing.T) {
	in := generate(t, tsp.Clustered, 500)
	s := focused(t, in, focusedWith(func(p *FocusedParams) { p.Ants = 100 }), 3, 3)
	merged := 0
	for step := range 20 {
		s.Pace(float64(step) / 40)
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, c := range s.workers {
			merged += len(c.found)
			tour := c.peer.Tour(nil)
			if err := in.Check(tour); err != nil || s.started && (in.Length(tour) != c.peer.Length() || c.peer.Length() != s.workers[0].peer.Length()) {
				t.Fatalf("step %d: %v, length %d, said %d", step, err, in.Length(tour), c.peer.Length())
			}
		}
	}
	if merged < 50 {
		t.Errorf("only %d changes", merged)
	}
}

// Settled trails are 1 on the best tour and have the lowest level elsewhere. If all candidates are
// equally near, ants leave the trails with the intended probability.
func TestLeave(t *testing.T) {
	in := generate(t, tsp.Uniform, 200)
	p := focusedWith(func(p *FocusedParams) { p.Rho, p.Heat = 0, 0 })
	s := focused(t, in, p, 1, 1)
	for !s.started {
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	tour := s.Best()
	for i, from := range tour {
		for k, to := range s.trails.City[int(from)*s.trails.Width:][:s.trails.Candidates] {
			before, after := around(tour, i)
			want := s.lowest
			if to == before || to == after {
				want = 1
			}
			if got := s.trails.Levels[int(from)*s.trails.Width+k]; got != want {
				t.Fatalf("from %d to %d: %v, want %v", from, to, got, want)
			}
		}
	}
	// Of ten candidates, one is on the trail. Half of the others together weigh one fifth, and the
	// one on the trail weighs four fifths.
	if got, want := lowest(0.2, 10), float32(0.2/0.8/4); got != want {
		t.Errorf("lowest %v, want %v", got, want)
	}
}

// Immigrate adopts and improves a better tour, and rejects a worse one.
func TestFocusedImmigrant(t *testing.T) {
	in := generate(t, tsp.Uniform, 300)
	s, other := focused(t, in, focusedWith(nil), 1, 2), focused(t, in, focusedWith(nil), 2, 2)
	for range 40 {
		if err := other.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Step(t.Context()); err != nil {
		t.Fatal(err)
	}
	immigrate(t, s, other.Best(), true)
	if s.Cost() != other.Cost() {
		t.Fatalf("cost %v, want %v", s.Cost(), other.Cost())
	}
	worse := arbitrary(in)
	immigrate(t, s, worse, false)
	for range 10 {
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if s.Cost() > other.Cost() || s.workers[1].peer.Length() != s.workers[0].peer.Length() {
		t.Errorf("cost %v, want at most %v", s.Cost(), other.Cost())
	}
}

func TestFocusedRefusals(t *testing.T) {
	err := FocusedParams{Colony: Colony{LocalSearch: "none"}, Rho: 2, Heat: -1}.Validate()
	for _, name := range []string{"ants", "candidates", "localsearch", "rho", "edges", "stretch", "heat", "leave"} {
		if err == nil || !strings.Contains(err.Error(), name+" = ") {
			t.Errorf("%v does not name %s", err, name)
		}
	}
	in := windy(t, 20)
	ground := terrain(t, in, bare(5))
	from, l := arbitrary(in), quadrants(t, in)
	if _, err := NewFocused(in, ground, l, from, FocusedDefaults(20), 1, 1); err == nil || !strings.Contains(err.Error(), "use mmas") {
		t.Errorf("asymmetric: %v", err)
	}
}

// BenchmarkFocusedAnt shows that the cost of an ant does not depend on the number of cities.
func BenchmarkFocusedAnt(b *testing.B) {
	for _, n := range []int{2_000, 20_000, 200_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			in := generate(b, tsp.Uniform, n)
			p := FocusedDefaults(n)
			p.LocalSearch = "oropt"
			s := focused(b, in, p, 1, 1)
			for s.cycle < 2 {
				if err := s.Step(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
			b.ResetTimer()
			for b.Loop() {
				if err := s.Step(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(p.Ants), "ns/ant")
		})
	}
}
