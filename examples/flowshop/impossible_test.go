package main

import (
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
)

// allPlaces has a move for every job and every position, including the job's current position. That
// move changes nothing and is impossible.
type allPlaces struct{ *insertions }

func (h allPlaces) Len() int { return h.jobs * h.jobs }

// inner returns the corresponding move of insertions, or -1 if the move is impossible.
func (h allPlaces) inner(move int) int {
	switch from, to := move/h.jobs, move%h.jobs; {
	case from == to:
		return -1
	case to > from:
		return from*(h.jobs-1) + to - 1
	default:
		return from*(h.jobs-1) + to
	}
}

func (h allPlaces) Deltas(first int, dst []float64) {
	for i := range dst {
		dst[i] = moves.Impossible()
		if move := h.inner(first + i); move >= 0 {
			h.insertions.Deltas(move, dst[i:i+1])
		}
	}
}

func (h allPlaces) Apply(move int, delta float64) { h.insertions.Apply(h.inner(move), delta) }

func (h allPlaces) Touched(move int) moves.Touch {
	if inner := h.inner(move); inner >= 0 {
		return h.insertions.Touched(inner)
	}
	at := h.now[move/h.jobs]*int32(h.jobs) + int32(move/h.jobs)
	return moves.Touch{Enters: [3]int32{at}, Leaves: [3]int32{at}, Count: 1}
}

func TestImpossibleMovesKeepTheContract(t *testing.T) {
	s := generate(9, 4, 1)
	searchtest.Neighbourhood(t, s, 60, func() moves.Neighbourhood[order] { return allPlaces{newInsertions(s, s.listed())} })
}

// Impossible moves do not harm a search: a search that picks the best of all moves ends with the
// same cost, and every algorithm finds the optimum of a small shop.
func TestImpossibleMovesRuinNothing(t *testing.T) {
	for _, a := range []string{"tabu", "climb", "vnd", "ils", "anneal"} {
		small := generate(7, 3, 1)
		cfg := tourmaline.Config{Algorithm: a, Limits: tourmaline.Limits{Steps: 40}, Params: map[string]string{"turns": "40"}}
		if got, want := cost(t, small, cfg, true), least(small, small.listed(), 0); got != want {
			t.Errorf("%s: %v with impossible moves, the optimum is %v", a, got, want)
		}
		large := generate(25, 5, 1)
		with, without := cost(t, large, cfg, true), cost(t, large, cfg, false)
		if (a == "tabu" || a == "climb") && with != without || with > 1.05*without {
			t.Errorf("%s: %v with impossible moves, %v without", a, with, without)
		}
	}
}

// cost returns the final cost of a search.
func cost(t *testing.T, s *shop, cfg tourmaline.Config, impossible bool) float64 {
	t.Helper()
	p, err := tourmaline.Define(tourmaline.Definition[order]{
		Name: s.name, Problem: "flowshop", N: s.jobs, Attributes: s.jobs * s.jobs,
		Cost: s.Cost, Check: s.Check, Random: s.random,
		Neighbourhoods: func(o order, _ tourmaline.Setup) ([]moves.Neighbourhood[order], error) {
			h := newInsertions(s, o)
			if impossible {
				return []moves.Neighbourhood[order]{allPlaces{h}}, nil
			}
			return []moves.Neighbourhood[order]{h}, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	r, err := tourmaline.Solve(t.Context(), p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return r.Cost
}
