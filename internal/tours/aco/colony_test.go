package aco

import (
	"fmt"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

func generate(t testing.TB, shape tsp.Shape, n int) *tsp.Instance {
	t.Helper()
	in, err := tsp.Generate(shape, n, 1)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// windy returns an asymmetric instance in which the cost from city i to city j grows with (j-i) mod
// n.
func windy(t testing.TB, n int) *tsp.Instance {
	t.Helper()
	s := rng.At(4, 0, 0)
	w := make([]float64, n*n)
	for i := range n {
		for j := range n {
			w[i*n+j] = float64(1 + (n+j-i)%n*10 + int(s.IntN(9)))
		}
	}
	in, err := tsp.FromMatrix(n, w)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// bare returns the parameters of a colony without local search.
func bare(ants int) MMASParams {
	p := MMASDefaults(100)
	p.Ants, p.LocalSearch = ants, "none"
	return p
}

// A kind specifies which cities ants choose among and where trails are stored.
type kind struct {
	name       string
	candidates int
	pheromone  string
}

var kinds = []kind{{"lists", 8, "candidates"}, {"wide lists", 40, "candidates"}, {"lists, all trails", 8, "full"}, {"all cities", 0, "full"}}

// variants returns the six variants of the paper for every kind of terrain.
func variants(ants int) map[string]MMASParams {
	all := map[string]MMASParams{}
	for _, k := range kinds {
		for _, selection := range selections {
			for _, tabu := range tabus {
				p := bare(ants)
				p.Candidates, p.Pheromone, p.Selection, p.Tabu = k.candidates, k.pheromone, selection, tabu
				all[fmt.Sprintf("%s-%s, %s", selection, tabu, k.name)] = p
			}
		}
	}
	return all
}

func terrain(t testing.TB, in *tsp.Instance, p MMASParams) *Terrain {
	t.Helper()
	ground, err := NewTerrain(t.Context(), in, p.Rules(), 2)
	if err != nil {
		t.Fatal(err)
	}
	return ground
}

// engine returns a reference engine with neighbour lists for local search.
func engine(t testing.TB, in *tsp.Instance, p MMASParams, seed uint64, threads int) *Reference {
	t.Helper()
	return NewReference(in, terrain(t, in, p), NewImprover(in, quadrants(t, in), p.Builder, threads), p.Ants, seed, threads)
}

func colony(t testing.TB, in *tsp.Instance, p MMASParams, seed uint64, threads int) *MMAS {
	t.Helper()
	return colonyFrom(t, in, nearest(t, in), p, seed, threads)
}

func colonyFrom(t testing.TB, in *tsp.Instance, from tsp.Tour, p MMASParams, seed uint64, threads int) *MMAS {
	t.Helper()
	s, err := NewMMAS(in, from, p, engine(t, in, p, seed, threads), seed)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// uneven sets the trails to different levels.
func uneven(r *Reference) {
	s := rng.At(6, 0, 0)
	for i := range r.trails.Levels {
		r.trails.Levels[i] = float32(0.01 + s.Float64())
	}
}

// Ants construct valid tours that match a direct application of the rules, with assembly and any
// number of threads.
func TestConstructIsTheWalk(t *testing.T) {
	for _, in := range []*tsp.Instance{
		generate(t, tsp.Uniform, 1), generate(t, tsp.Uniform, 2), generate(t, tsp.Uniform, 3), generate(t, tsp.Clustered, 65),
		generate(t, tsp.Drilling, 300), windy(t, 70),
	} {
		for name, p := range variants(7) {
			r := engine(t, in, p, 3, 2)
			uneven(r)
			if err := r.trails.choose(t.Context()); err != nil {
				t.Fatal(err)
			}
			if err := r.Construct(t.Context(), 5); err != nil {
				t.Fatal(err)
			}
			w := newConstruction(r.trails)
			want := make(tsp.Tour, in.N())
			for ant, got := range r.tours {
				if err := in.Check(got); err != nil {
					t.Fatalf("%s, %d cities: %v", name, in.N(), err)
				}
				w.walk(want, 3, uint32(ant), 5, w.next)
				if !slices.Equal(got, want) {
					t.Fatalf("%s, %d cities, ant %d: got %v, want %v", name, in.N(), ant, got, want)
				}
				if r.lengths[ant] != in.Length(got) {
					t.Fatalf("%s: length %d of a tour of %d", name, r.lengths[ant], in.Length(got))
				}
			}
		}
	}
}

// On a large instance, an ant without candidates follows the city numbers.
func TestConstructAlongTheCurve(t *testing.T) {
	in := generate(t, tsp.Clustered, 300)
	for _, selection := range selections {
		p := bare(9)
		p.Candidates, p.Selection = 5, selection
		ground := terrain(t, in, p)
		ground.Curved, ground.Spare, ground.Backup = true, 0, nil
		r := NewReference(in, ground, nil, p.Ants, 3, 2)
		if err := r.Lay(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		if err := r.Construct(t.Context(), 5); err != nil {
			t.Fatal(err)
		}
		w, want := newConstruction(r.trails), make(tsp.Tour, in.N())
		along := 0
		for ant, got := range r.tours {
			w.walk(want, 3, uint32(ant), 5, w.next)
			if err := in.Check(got); err != nil || !slices.Equal(got, want) {
				t.Fatalf("%s, ant %d: %v, got %v, want %v", selection, ant, err, got, want)
			}
			along += stuckAlong(t, ground, got)
		}
		if along == 0 {
			t.Errorf("%s: no ant was stuck", selection)
		}
	}
}

// stuckAlong checks the steps of a tour that do not lead to a candidate and returns their number.
func stuckAlong(t *testing.T, ground *Terrain, tour tsp.Tour) (count int) {
	visited := map[int32]bool{tour[0]: true}
	for i, to := range tour[1:] {
		from, n := tour[i], int32(ground.N)
		if ground.edge(from, to) == none {
			count++
			up, down := (from+1)%n, (from+n-1)%n
			for ; visited[up]; up = (up + 1) % n {
			}
			for ; visited[down]; down = (down + n - 1) % n {
			}
			want := up
			if ground.Instance.Dist(from, down) < ground.Instance.Dist(from, up) {
				want = down
			}
			if to != want {
				t.Fatalf("from %d to %d, want %d", from, to, want)
			}
		}
		visited[to] = true
	}
	return count
}

// With candidate lists, the kind of tabu affects only the speed. Without candidate lists, the same
// is true of reservoir sampling.
//
// On a lattice with new trails, most choices are ties.
func TestTabusAgree(t *testing.T) {
	for _, shape := range []tsp.Shape{tsp.Clustered, tsp.Grid} {
		t.Run(string(shape), func(t *testing.T) { tabusAgree(t, generate(t, shape, 144)) })
	}
}

func tabusAgree(t *testing.T, in *tsp.Instance) {
	tours := map[string][]tsp.Tour{}
	for name, p := range variants(5) {
		r := engine(t, in, p, 3, 1)
		if err := r.Lay(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
		if err := r.Construct(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		tours[name] = r.tours
	}
	for _, k := range kinds {
		for _, selection := range selections {
			if k.candidates == 0 && selection == "rwm" {
				continue // the bitmask lists cities in a different order
			}
			for _, tabu := range tabus {
				a, b := tours[fmt.Sprintf("%s-lc, %s", selection, k.name)], tours[fmt.Sprintf("%s-%s, %s", selection, tabu, k.name)]
				for i := range a {
					if !slices.Equal(a[i], b[i]) {
						t.Errorf("%s, %s: %s differs from lc", k.name, selection, tabu)
					}
				}
			}
		}
	}
}
