package sweeps

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/internal/tours/ils"
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/internal/tours/sweep"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// On real instances of all sizes and most metrics, the device finds the same moves as the reference
// in each of several sweeps, starting from a nearest-neighbour tour.
func TestRealInstances(t *testing.T) {
	data := testkit.Data(t)
	d := cltest.Device(t)
	names := []string{
		"berlin52", "att48", "ulysses22", "gr120", "kroA200", "linhp318", "dsj1000", "pr1002", "rl5915", "d18512", "pla85900",
	}
	rounds := 4
	if cltest.Simulated(d) {
		names, rounds = []string{"berlin52", "ulysses22"}, 1
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			d := cltest.Device(t)
			in := must(format.ReadFile(filepath.Join(data, "tsplib", name+".tsp"), format.Options{})).Closed().Instance
			l := lists(t, in)
			s := newSweep(t, d, in, l)
			r := sweep.NewReference(in, l, 2)
			tour := must(start.NearestNeighbour(t.Context(), in, l, 0))
			if p := in.Plain(); p != nil {
				tour = p.Fit(must(start.NearestNeighbour(t.Context(), p.Base, lists(t, p.Base), 0)))
			}
			twin := lk.NewUndirected(in, l, tour, lk.TwoOpt)
			chain := sweep.NewChain(twin, r, sweep.Rule{Kind: sweep.ThreeOpt}, in.N())
			for round := range rounds {
				tour := twin.Tour(nil)
				for _, k := range rules {
					if k.All && in.N() > 6000 {
						continue // takes a minute
					}
					for _, most := range []int{1, in.N()} {
						moves := must(s.Sweep(t.Context(), tour, k, most, nil))
						want := must(r.Sweep(t.Context(), tour, k, most, nil))
						if !slices.Equal(moves, want) || len(moves) == 0 && round == 0 {
							t.Errorf("round %d, %v, at most %d: %d moves, want %d; or others", round, k, most, len(moves), len(want))
						}
					}
				}
				must(chain.Descend(t.Context(), 0))
			}
		})
	}
}

// engines returns the same search on the CPU and on the device.
func engines(t *testing.T, d *cl.Device, in *tsp.Instance, p ils.Params) (onCPU, onDevice *ils.ILS) {
	l := lists(t, in)
	first := start.Random(in.N(), 1)
	onCPU = must(ils.New(in, l, first, p, 1, ils.Executor{Threads: 2}))
	onDevice = must(ils.New(in, l, first, p, 1, ils.Executor{Threads: 2, Engine: newSweep(t, d, in, l)}))
	return onCPU, onDevice
}

// A search on the device has the same trajectory as on the CPU, regardless of which part of it runs
// on the device.
func TestSameTrajectory(t *testing.T) {
	d := cltest.Device(t)
	n, steps := 1000, 30
	if cltest.Simulated(d) {
		n, steps = 40, 2
	}
	in := must(tsp.Generate(tsp.Clustered, n, 1))
	unpruned := ils.Paper(n)
	unpruned.Pairs = "all"
	for name, p := range map[string]ils.Params{
		"lk":         ils.Defaults(n),
		"2opt-sweep": {Operator: "2opt-sweep", Kick: "segment", Accept: "better", Segment: 50, Descent: "quick", Third: "t4", Pairs: "closer", Kicks: 2, Lanes: 1},
		"3opt-sweep": {Operator: "3opt-sweep", Kick: "segment", Accept: "better", Segment: 50, Descent: "quick", Third: "t4", Pairs: "closer", Kicks: 2, Lanes: 1, Heat: 1},
		"paper":      ils.Paper(n),
		"unpruned":   unpruned,
	} {
		t.Run(name, func(t *testing.T) {
			onCPU, onDevice := engines(t, cltest.Device(t), in, p)
			for i := range steps {
				if err := errors.Join(onCPU.Step(t.Context()), onDevice.Step(t.Context())); err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(onCPU.Best(), onDevice.Best()) {
					t.Fatalf("step %d: cost %v on the CPU, %v on the device, or other tours", i+1, onCPU.Cost(), onDevice.Cost())
				}
			}
		})
	}
}

// A search on the device passes the conformance suite.
func TestConforms(t *testing.T) {
	d := cltest.Device(t)
	n, kicks := 300, 20
	if cltest.Simulated(d) {
		n, kicks = 20, 5
	}
	in := must(tsp.Generate(tsp.Uniform, n, 1))
	p := ils.Defaults(n)
	p.Kicks = kicks
	searchtest.Searcher(t, in, 5, func() search.Searcher[tsp.Tour] {
		_, onDevice := engines(t, d, in, p)
		return onDevice
	})
}

// The search of the paper, including kicks, ends with the same tour on the device as on the CPU.
func TestPaperEndsAlike(t *testing.T) {
	d, n, least := cltest.Device(t), 60, 10
	if cltest.Simulated(d) {
		n, least = 10, 3
	}
	in := must(tsp.Generate(tsp.Clustered, n, 1))
	p := ils.Paper(n)
	p.Rounds = 0.5
	onCPU, onDevice := engines(t, d, in, p)
	steps := 0
	for ended := false; !ended; steps++ {
		err := onCPU.Step(t.Context())
		if ended = errors.Is(err, search.ErrExhausted); err != nil && !ended {
			t.Fatal(err)
		}
		if other := onDevice.Step(t.Context()); !errors.Is(other, err) {
			t.Fatalf("step %d: %v on the CPU, %v on the device", steps, err, other)
		}
	}
	if steps < least || onCPU.Cost() != onDevice.Cost() || !slices.Equal(onCPU.Best(), onDevice.Best()) {
		t.Errorf("%d steps, cost %v on the CPU, %v on the device, or other tours", steps, onCPU.Cost(), onDevice.Cost())
	}
}

// Cancelling does not wait for all enqueued kernels.
func TestCancelIsSoon(t *testing.T) {
	d := cltest.Device(t)
	// A fixed launch avoids compilation for new launches, which cannot be interrupted.
	d.Demand(cl.Launch{Group: 32, Wave: 32768})
	n := 200_000
	if cltest.Simulated(d) {
		n = 200
	}
	in := must(tsp.Generate(tsp.Uniform, n, 1))
	in = in.Pick(must(start.Curve(context.Background(), in)))
	l := lists(t, in)
	s := newSweep(t, d, in, l)
	tour := tsp.Identity(n)
	must(s.Sweep(t.Context(), tour, sweep.Rule{Kind: sweep.ThreeOpt}, n, nil)) // compiles if necessary
	const most = 150 * time.Millisecond
	for _, after := range []time.Duration{0, time.Millisecond, 5 * time.Millisecond, 20 * time.Millisecond} {
		took := testkit.Quickest(most, func() time.Duration {
			ctx, cancel := context.WithCancel(t.Context())
			at := make(chan time.Time, 1)
			time.AfterFunc(after, func() { at <- time.Now(); cancel() })
			for ctx.Err() == nil {
				if _, err := s.Sweep(ctx, tour, sweep.Rule{Kind: sweep.ThreeOpt}, n, nil); err != nil && !errors.Is(err, context.Canceled) {
					t.Fatal(err)
				}
			}
			return time.Since(<-at)
		})
		if took > most && !cltest.Simulated(d) {
			t.Errorf("cancelled after %v: returned %v later", after, took)
		}
	}
	if _, err := s.Sweep(t.Context(), tour, sweep.Rule{Kind: sweep.TwoOpt}, n, nil); err != nil {
		t.Errorf("the next sweep: %v", err)
	}
}

// Copying a large matrix to the device can be cancelled.
func TestCancelWhilePutting(t *testing.T) {
	d := cltest.Device(t)
	in := must(tsp.FromPoints(tsp.Man2D, make([]tsp.Point, 5000)))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := NewSweep(ctx, d, in, &near.Lists{First: make([]int32, in.N()+1)})
	if !errors.Is(err, context.Canceled) || d.Used() != 0 {
		t.Errorf("%v, %d bytes left on the device", err, d.Used())
	}
}

// An instance that does not fit on a device, or exceeds the arithmetic of its kernels, is rejected
// with an error that contains the numbers.
func TestRefusals(t *testing.T) {
	d := cltest.Device(t)
	far := []tsp.Point{{0, 0}, {6e8, 0}, {0, 6e8}, {6e8, 6e8}, {1, 1}, {2, 2}, {3, 3}, {4, 5}}
	wind, err := tsp.FromMatrix(3, []float64{0, 1, 2, 3, 0, 4, 5, 6, 0})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		in   *tsp.Instance
		want []string
	}{
		"distances":  {must(tsp.FromPoints(tsp.Euc2D, far)), []string{"848528137", "715827882"}},
		"negative":   {must(tsp.FromMatrix(3, []float64{0, 4e8, -1, 4e8, 0, 2, -1, 2, 0})), []string{"from -1 to 400000000", "357913941"}},
		"asymmetric": {wind, []string{"asymmetric"}},
		"matrix":     {must(tsp.FromPoints(tsp.Man2D, make([]tsp.Point, 100_000))), []string{"matrix", "100000", "40000000000", d.Info().Name}},
	} {
		used := d.Used()
		_, err := NewSweep(t.Context(), d, c.in, &near.Lists{First: make([]int32, c.in.N()+1)})
		if err == nil {
			t.Errorf("%s: accepted", name)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %q does not say %s", name, err, want)
			}
		}
		if d.Used() != used {
			t.Errorf("%s: %d bytes left on the device", name, d.Used()-used)
		}
	}
}

// A lost device, simulated by closing it, causes an error and not a crash.
func TestLostDevice(t *testing.T) {
	cltest.Device(t)
	d := must(cl.Open(0))
	in := must(tsp.Generate(tsp.Uniform, 100, 1))
	s := newSweep(t, d, in, lists(t, in))
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	_, err := s.Sweep(t.Context(), tsp.Identity(100), sweep.Rule{Kind: sweep.TwoOpt}, 1, nil)
	if !errors.Is(err, cl.ErrClosed) {
		t.Errorf("got %v", err)
	}
}

// Tune terminates and returns the kernel names.
func TestTune(t *testing.T) {
	d := cltest.Device(t)
	n := 2000
	if cltest.Simulated(d) {
		n = 40
	}
	in := must(tsp.Generate(tsp.Uniform, n, 1))
	launches, err := newSweep(t, d, in, lists(t, in)).Tune(t.Context(), tsp.Identity(n))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"prepare_tour", "find_two_opt", "find_three_opt", "best_of_city", "claim_city", "choose_moves"} {
		if l := launches[name]; l.Group < 1 || l.Wave < l.Group {
			t.Errorf("%s: %+v", name, l)
		}
	}
}

// BenchmarkSweep runs one sweep of a large tour on the device and in Go.
func BenchmarkSweep(b *testing.B) {
	d := cltest.Device(b)
	const n = 85_900
	in := must(tsp.Generate(tsp.Drilling, n, 1))
	in = in.Pick(must(start.Curve(context.Background(), in)))
	l := lists(b, in)
	tour := must(start.Greedy(b.Context(), in, l, 2))
	onDevice := must(NewSweep(b.Context(), d, in, l))
	defer onDevice.Close()
	for name, e := range map[string]sweep.Engine{"opencl": onDevice, "go": sweep.NewReference(in, l, 2)} {
		for _, k := range []sweep.Kind{sweep.TwoOpt, sweep.ThreeOpt} {
			b.Run(k.String()+"/"+name, func(b *testing.B) {
				for b.Loop() {
					must(e.Sweep(b.Context(), tour, sweep.Rule{Kind: k}, n, nil))
				}
			})
		}
	}
}
