// Package gputest is the test suite for local search kernels on a device. It checks that the scores
// and the trajectories equal those on the host, bit for bit.
package gputest

import (
	"context"
	"errors"
	"testing"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/gpu/walks"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

// Kernels checks the kernels of the neighbourhoods in a space, given in the same order. size is the
// size of the problem, for tabu search. On a simulated device, it uses fewer walks and turns.
func Kernels[S any](t *testing.T, space local.Landscape[S], size int, kernels ...moves.Kernel[S]) {
	t.Helper()
	t.Run("Scores", func(t *testing.T) { scores(t, space, kernels) })
	t.Run("Walks", func(t *testing.T) { trajectories(t, space, size, kernels) })
	t.Run("ReadBack", func(t *testing.T) { readBack(t, space, size, kernels) })
}

// Engine returns an engine with the kernels on a device, for the given number of walks. It is
// closed when the test ends.
func Engine[S any](t testing.TB, d *cl.Device, many int, kernels ...moves.Kernel[S]) local.Engine[S] {
	t.Helper()
	e, err := walks.New(t.Context(), d, many, local.Sources(kernels))
	return engine(t, e, err, kernels)
}

// engine returns an engine that picks moves with e, which it closes when the test ends.
func engine[S any](t testing.TB, e *walks.Engine, err error, kernels []moves.Kernel[S]) local.Engine[S] {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return local.OnDevice(e, kernels)
}

// open returns a device that uses the same launch for all kernels. Other tests cover different
// launches, and drivers would have to compile the kernels for each of them.
func open(t *testing.T) *cl.Device {
	t.Helper()
	d := cltest.Device(t)
	d.Demand(cl.Launch{Group: 16, Wave: 4096})
	return d
}

// scores compares the deltas and picks of the device with those of the host.
func scores[S any](t *testing.T, space local.Landscape[S], kernels []moves.Kernel[S]) {
	for i, k := range kernels {
		err := searchtest.Kernel(t.Context(), testDevice{open(t)}, k, func(random *rng.Stream) (moves.Neighbourhood[S], error) {
			around, err := space.Around(space.Random(random), 0)
			return around[i], err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// A testDevice presents the device of cltest as a device.Device. The test closes it.
type testDevice struct{ device *cl.Device }

func (d testDevice) Info() device.Info                           { return d.device.Info() }
func (d testDevice) Open(context.Context) (device.Opened, error) { return d, nil }
func (d testDevice) Close() error                                { return nil }

// TryKernel runs a single kernel, for searchtest.Kernel.
func (d testDevice) TryKernel(ctx context.Context, k moves.KernelSource) (walks.Trial, error) {
	return walks.NewTrial(ctx, d.device, k)
}

// trajectories compares the trajectories of the algorithms on the device and on threads. It also
// saves searches on the device and continues them on threads, and vice versa.
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
			if diff := state.Diff(save(t, device), save(t, host)); diff != "" {
				t.Fatalf("the final states of device and host differ: %s", diff)
			}
		})
	}
}

// readBack compares the trajectories of searches that read back the deltas of all moves with those
// on threads. The device selects no moves, so one algorithm with a memory and one with several
// neighbourhoods suffice.
func readBack[S any](t *testing.T, space local.Landscape[S], size int, kernels []moves.Kernel[S]) {
	all := algorithms(size)
	for _, name := range []string{"tabu", "vnd"} {
		t.Run(name, func(t *testing.T) {
			d, common := open(t), local.Common{Walks: 2, Turns: 5, ReadBack: true}
			e, err := walks.NewReadBack(t.Context(), d, common.Walks, local.Sources(kernels))
			device, host := engine(t, e, err, kernels), local.Threads[S]{Count: 2}
			together(t, 2, begin(t, space, all[name](common), device), begin(t, space, all[name](common), host))
		})
	}
}

// together runs two searches and checks that they have the same state after each step.
func together[S any](t *testing.T, steps int, a, b *local.Search[S]) {
	t.Helper()
	for step := range steps {
		if err := errors.Join(a.Step(t.Context()), b.Step(t.Context())); err != nil {
			t.Fatal(err)
		}
		if diff := state.Diff(save(t, a), save(t, b)); a.Cost() != b.Cost() || diff != "" {
			t.Fatalf("step %d: costs %v and %v; the states differ in %s", step+1, a.Cost(), b.Cost(), diff)
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

// algorithms returns the algorithms that use a device.
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
