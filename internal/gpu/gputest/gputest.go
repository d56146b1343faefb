// Package gputest is the suite that every kernel of local search on a device passes:
// what it scores and where it leads equals what the host does, bit for bit.
package gputest

import (
	"bytes"
	"errors"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/gpu/walks"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

// Kernels checks the kernels of the neighbourhoods that a space has around its solutions,
// in the same order. Size is that of the problem, for tabu search. A simulated device
// gets fewer walks and turns.
func Kernels[S any](t *testing.T, space local.Landscape[S], size int, kernels ...moves.Kernel[S]) {
	t.Helper()
	t.Run("Scores", func(t *testing.T) { scores(t, space, kernels) })
	t.Run("Walks", func(t *testing.T) { trajectories(t, space, size, kernels) })
}

// Engine puts kernels on a device, for so many walks, until the test is over.
func Engine[S any](t testing.TB, d *cl.Device, many int, kernels ...moves.Kernel[S]) local.Engine[S] {
	t.Helper()
	return local.OnDevice(picks(t, d, many, kernels), kernels)
}

// Scores lets a device score the moves of h.
func Scores[S any](t testing.TB, d *cl.Device, k moves.Kernel[S], h moves.Neighbourhood[S]) *walks.Scores[S] {
	t.Helper()
	return walks.NewScores(picks(t, d, 1, []moves.Kernel[S]{k}), k, h)
}

func picks[S any](t testing.TB, d *cl.Device, many int, kernels []moves.Kernel[S]) *walks.Engine {
	t.Helper()
	e, err := walks.New(t.Context(), d, many, local.Sources(kernels))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// open opens a device that launches all kernels the same way: how they are launched is
// the concern of other tests, and drivers compile for every way anew.
func open(t *testing.T) *cl.Device {
	t.Helper()
	d := cltest.Device(t)
	d.Demand(cl.Launch{Group: 16, Wave: 4096})
	return d
}

// scores compares what all moves change, or some thousand of them, on a short walk.
func scores[S any](t *testing.T, space local.Landscape[S], kernels []moves.Kernel[S]) {
	random := rng.At(1, 0, 0)
	around, err := space.Around(space.Random(&random), 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, k := range kernels {
		h := around[i]
		if h.Len() != k.Moves {
			t.Fatalf("%s: %d moves, the host has %d", k.File, k.Moves, h.Len())
		}
		d := open(t)
		s := Scores(t, d, k, h)
		most, rounds := 3000, 3
		if cltest.Simulated(d) {
			most, rounds = 60, 2
		}
		for range rounds {
			n := min(h.Len(), most)
			first := int(random.Uint64() % uint64(h.Len()-n+1))
			want, got := make([]float64, n), make([]float64, n)
			h.Deltas(first, want)
			s.Deltas(first, got)
			if s.Err() != nil {
				t.Fatal(s.Err())
			}
			for j := range want {
				if want[j] != got[j] {
					t.Fatalf("%s, move %d: %v, the host says %v", k.File, first+j, got[j], want[j])
				}
			}
			s.Apply(first, want[0])
		}
	}
}

// trajectories compares where the algorithms lead, and lets what was saved on the device
// go on on threads, and the other way round.
func trajectories[S any](t *testing.T, space local.Landscape[S], size int, kernels []moves.Kernel[S]) {
	for name, p := range algorithms(size) {
		t.Run(name, func(t *testing.T) {
			d := open(t)
			common, steps := local.Common{Walks: 3, Turns: 12}, 4
			if cltest.Simulated(d) {
				common, steps = local.Common{Walks: 2, Turns: 2}, 2
			}
			e, threads := Engine(t, d, common.Walks, kernels...), local.Threads[S]{Count: 2}
			device, host := begin(t, space, p(common), e), begin(t, space, p(common), threads)
			together(t, steps, device, host)
			onThreads, onDevice := begin(t, space, p(common), threads), begin(t, space, p(common), e)
			restore(t, onThreads, save(t, device))
			restore(t, onDevice, save(t, host))
			together(t, steps, host, onDevice)
			together(t, steps, device, onThreads)
			if !bytes.Equal(save(t, device), save(t, host)) {
				t.Fatal("the device and the host end in other states")
			}
		})
	}
}

// together lets two searches make the same steps.
func together[S any](t *testing.T, steps int, a, b *local.Search[S]) {
	t.Helper()
	for step := range steps {
		if err := errors.Join(a.Step(t.Context()), b.Step(t.Context())); err != nil {
			t.Fatal(err)
		}
		if a.Cost() != b.Cost() || !bytes.Equal(save(t, a), save(t, b)) {
			t.Fatalf("step %d: costs %v and %v, in other states", step+1, a.Cost(), b.Cost())
		}
	}
}

func save[S any](t *testing.T, s *local.Search[S]) []byte {
	t.Helper()
	var w state.Writer
	if s.Save(&w); w.Err() != nil {
		t.Fatal(w.Err())
	}
	return w.Bytes()
}

func restore[S any](t *testing.T, s *local.Search[S], data []byte) {
	t.Helper()
	r := state.NewReader(data)
	if err := errors.Join(s.Restore(r), r.End()); err != nil {
		t.Fatal(err)
	}
}

// algorithms are those that have something in them for a device.
func algorithms(size int) map[string]func(local.Common) local.Params {
	return map[string]func(local.Common) local.Params{
		"tabu": func(c local.Common) local.Params {
			p := local.TabuDefaults(size, 4*size)
			p.Common = c
			return p
		},
		"climb": func(c local.Common) local.Params {
			p := local.ClimbDefaults()
			p.Common, p.Patience = c, 2
			return p
		},
		"vnd": func(c local.Common) local.Params {
			p := local.VNDDefaults()
			p.Common, p.Patience, p.Kick = c, 2, 2
			return p
		},
		"ils": func(c local.Common) local.Params {
			p := local.ILSDefaults()
			p.Common, p.Improvement, p.Patience, p.Home = c, "best", 2, 3
			return p
		},
	}
}

func begin[S any](t *testing.T, space local.Landscape[S], p local.Params, e local.Engine[S]) *local.Search[S] {
	t.Helper()
	s, err := local.New(space, p, 5, e)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
