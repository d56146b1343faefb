package tourmaline_test

import (
	"context"
	"errors"
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A fuse panics when the function with the given name is called and no calls are left.
type fuse struct {
	name string
	left int
}

func (f *fuse) burn(name string) {
	if f.name != name {
		return
	}
	if f.left--; f.left < 0 {
		panic(name)
	}
}

// fused is a swings neighbourhood with methods that may panic.
type fused struct {
	swings
	fuse *fuse
}

func (s *fused) Len() int                      { s.fuse.burn("Len"); return s.swings.Len() }
func (s *fused) Apply(move int, delta float64) { s.fuse.burn("Apply"); s.swings.Apply(move, delta) }
func (s *fused) Cost() float64                 { s.fuse.burn("Cost of a neighbourhood"); return s.swings.Cost() }
func (s *fused) Snapshot() uint32              { s.fuse.burn("Snapshot"); return s.swings.Snapshot() }
func (s *fused) Reset(left uint32)             { s.fuse.burn("Reset"); s.swings.Reset(left) }
func (s *fused) Deltas(first int, dst []float64) {
	s.fuse.burn("Deltas")
	s.swings.Deltas(first, dst)
}

// solveFused solves a problem in which the function selected by the fuse panics.
func solveFused(ctx context.Context, f *fuse, threads int) error {
	p, err := tourmaline.Define(tourmaline.Definition[uint32]{
		Problem: "partition", N: len(weights),
		Cost:   func(left uint32) float64 { f.burn("Cost"); return imbalance(left) },
		Check:  func(uint32) error { f.burn("Check"); return nil },
		Random: func(r *rng.Stream) uint32 { f.burn("Random"); return r.Uint32() >> (32 - len(weights)) },
		Neighbourhoods: func(left uint32, _ tourmaline.Setup) ([]moves.Neighbourhood[uint32], error) {
			f.burn("Neighbourhoods")
			return []moves.Neighbourhood[uint32]{&fused{swings{left}, f}}, nil
		},
		Show: func(left uint32) any { f.burn("Show"); return left },
	})
	if err != nil {
		return err
	}
	_, err = tourmaline.Solve(ctx, p, tourmaline.Config{
		Algorithm: "climb", Threads: threads, Limits: tourmaline.Limits{Steps: 20}, Params: map[string]string{"walks": "1"},
		StopWhen: func(search.Progress) search.Verdict { f.burn("Stop"); return search.Verdict{} },
	})
	return err
}

// A panic in any function of the caller, at any call, is returned as an error.
func TestEveryPanicIsAnError(t *testing.T) {
	for _, name := range []string{
		"Cost", "Check", "Random", "Neighbourhoods", "Show", "Stop",
		"Len", "Apply", "Cost of a neighbourhood", "Snapshot", "Reset", "Deltas",
	} {
		for _, threads := range []int{1, 2} {
			blown := 0
			for calls := range 20 {
				err := solveFused(t.Context(), &fuse{name, calls}, threads)
				var p *tourmaline.PanicError
				if errors.As(err, &p) && p.Value == name {
					blown++
				}
			}
			if blown == 0 {
				t.Errorf("%s on %d threads: its panic does not come back", name, threads)
			}
		}
	}
}

// A panic in a user-defined algorithm, at its creation or in a step, is returned as an error.
func TestPanicsOfAnAlgorithmAreErrors(t *testing.T) {
	for name, begin := range map[string]func(context.Context, tourmaline.TourJob) (search.Searcher[tsp.Tour], error){
		"begins": func(context.Context, tourmaline.TourJob) (search.Searcher[tsp.Tour], error) { panic("no") },
		"steps": func(_ context.Context, j tourmaline.TourJob) (search.Searcher[tsp.Tour], error) {
			return failing{j}, nil
		},
	} {
		for _, threads := range []int{1, 2} {
			p := tourmaline.Tours(generate(t, 50), tourmaline.TourAlgorithm{Name: "own", New: begin})
			_, err := tourmaline.Solve(t.Context(), p, tourmaline.Config{Algorithm: "own", Threads: threads, Limits: tourmaline.Limits{Steps: 2}})
			var panicked *tourmaline.PanicError
			if !errors.As(err, &panicked) || panicked.Value != "no" {
				t.Errorf("%s on %d threads: %v", name, threads, err)
			}
		}
	}
}

// failing panics in its first step.
type failing struct{ tourmaline.TourJob }

func (f failing) Step(context.Context) error { panic("no") }
func (f failing) Cost() float64              { return f.Instance.Cost(f.Start) }
func (f failing) Best() tsp.Tour             { return f.Start }
