package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/opencl"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
)

func TestInsertionsKeepTheContract(t *testing.T) {
	s := generate(9, 4, 1)
	searchtest.Neighbourhood(t, s, 60, func() moves.Neighbourhood[order] { return newInsertions(s, s.listed()) })
}

// solved runs a search, which resumes from a checkpoint if before is not nil. It returns the final
// cost and order as text, the cost, and a checkpoint from the middle of the search.
func solved(t *testing.T, s *shop, cfg tourmaline.Config, before []byte) (end string, cost float64, saved []byte) {
	t.Helper()
	p, err := define(s)
	solver, err2 := tourmaline.New(p, cfg)
	if before != nil {
		solver, err2 = tourmaline.Resume(p, cfg, before)
	}
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	for p, err := range solver.Steps(t.Context()) {
		if p.Step == cfg.Limits.Steps/2 {
			saved, err2 = solver.Checkpoint()
		}
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
	}
	r, err := solver.Result()
	if err != nil || (cfg.Device != nil) != (r.Engine == "opencl") {
		t.Fatal(r, err)
	}
	return fmt.Sprint(r.Cost, r.Solution), r.Cost, saved
}

func TestDevicesAndResumedSearchesEndTheSame(t *testing.T) {
	d, err := opencl.Find(0, opencl.Options{})
	if err != nil && os.Getenv("REQUIRE_OPENCL") == "1" {
		t.Fatal(err)
	}
	for _, a := range []string{"tabu", "climb", "vnd"} {
		s, cfg := generate(15, 4, 1), tourmaline.Config{Algorithm: a, Limits: tourmaline.Limits{Steps: 6}, Seed: 1}
		want, _, saved := solved(t, s, cfg, nil)
		if got, _, _ := solved(t, s, cfg, saved); got != want {
			t.Errorf("%s, resumed: %s, unbroken %s", a, got, want)
		}
		if cfg.Device = d; err != nil {
			continue // without a device, the test is skipped at the end
		}
		if got, _, _ := solved(t, s, cfg, nil); got != want {
			t.Errorf("%s on a device: %s, on threads %s", a, got, want)
		}
	}
	if err != nil {
		t.Skip("not on a device: ", err)
	}
}

// least returns the smallest makespan of the orders that start with the first fixed jobs of o.
func least(s *shop, o order, fixed int) float64 {
	best := s.Cost(o)
	for i := fixed; i < len(o); i++ {
		o[fixed], o[i] = o[i], o[fixed]
		best = min(best, least(s, o, fixed+1))
		o[fixed], o[i] = o[i], o[fixed]
	}
	return best
}

func TestFindsTheOptimum(t *testing.T) {
	s := generate(7, 3, 1)
	if _, cost, _ := solved(t, s, tourmaline.Config{Limits: tourmaline.Limits{Steps: 5}}, nil); cost != least(s, s.listed(), 0) {
		t.Errorf("%v, the optimum is %v", cost, least(s, s.listed(), 0))
	}
}

func TestRead(t *testing.T) {
	if s, err := read(strings.NewReader("2 3  1 2  3 4  5 6"), "f"); err != nil || s.Cost(order{1, 0}) != 17 {
		t.Error(s, err)
	}
	for _, bad := range []string{"", "1 1 5", "2 1 5", "2 1 5 -5", "2 1 5 2147483647"} {
		if _, err := read(strings.NewReader(bad), "f"); err == nil {
			t.Errorf("%q: no error", bad)
		}
	}
}
