package genes

import (
	"errors"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/tours/ga"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// searches returns the parameters of complete searches.
func searches() map[string]ga.Params {
	paper := params(40, 4)
	paper.Period = 3
	scx := params(21, 1)
	scx.Crossover, scx.Rivals = "scx", "next"
	memetic := ga.Defaults(0)
	memetic.Genes = 12
	return map[string]ga.Params{"paper": paper, "scx": scx, "memetic": memetic}
}

// searcher starts a search on an engine.
func searcher(t testing.TB, in *tsp.Instance, p ga.Params, e ga.Engine) *ga.GA {
	t.Helper()
	l := must(near.Quadrant(t.Context(), in, 2, 8, 2))
	return must(ga.New(in, l, start.Random(in.N(), 1), p, 1, e, 2))
}

// onDevice returns an engine without genes.
func onDevice(t testing.TB, d *cl.Device, in *tsp.Instance, p ga.Params, how func(*plan)) ga.Engine {
	t.Helper()
	plan := must(newPlan(d.Info(), d.Used(), in, p))
	if how != nil {
		how(plan)
	}
	e := must(newEngine(t.Context(), d, plan))
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

// A complete search has the same trajectory on the device, generation by generation.
func TestSameTrajectory(t *testing.T) {
	if cltest.Simulated(cltest.Device(t)) {
		t.Skip("every kernel has been seen elsewhere")
	}
	for name, p := range searches() {
		for _, how := range []string{"as planned", "streamed"} {
			t.Run(name+", "+how, func(t *testing.T) {
				in := vlsi(t, "xqf131")
				device := searcher(t, in, p, onDevice(t, cltest.Device(t), in, p, hows[how]))
				reference := searcher(t, in, p, ga.NewReference(in, p, 2))
				for i := range 20 {
					if err := errors.Join(device.Step(t.Context()), reference.Step(t.Context())); err != nil {
						t.Fatal(err)
					}
					if device.Cost() != reference.Cost() || !slices.Equal(device.Best(), reference.Best()) {
						t.Fatalf("step %d: cost %v on the device, %v on the CPU, or other tours", i, device.Cost(), reference.Cost())
					}
				}
			})
		}
	}
}

// The search on the device passes the general tests of searches. A search that is saved on the
// device continues on the CPU in the same state, and vice versa.
func TestConforms(t *testing.T) {
	d, n, p := cltest.Device(t), 60, searches()["paper"]
	if cltest.Simulated(d) {
		d.Demand(cl.Launch{Group: 3, Wave: 6})
		n, p = 9, params(6, 1)
	}
	in := must(tsp.Generate(tsp.Uniform, n, 1))
	searchtest.Searcher(t, in, 5,
		func() search.Searcher[tsp.Tour] { return searcher(t, in, p, onDevice(t, d, in, p, nil)) },
		func() search.Searcher[tsp.Tour] { return searcher(t, in, p, ga.NewReference(in, p, 2)) })
}
