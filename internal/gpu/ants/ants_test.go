package ants

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/internal/tours/aco"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/start"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
	"github.com/tourmaline-opt/tourmaline/tsp"
	"github.com/tourmaline-opt/tourmaline/tsp/format"
)

// ants returns p with a different number of ants.
func ants(p aco.MMASParams, count int) aco.MMASParams {
	p.Ants = count
	return p
}

// with returns p with different values of the parameters that affect the kernels most.
func with(p aco.MMASParams, selection, tabu, search string) aco.MMASParams {
	p.Selection, p.Tabu, p.LocalSearch = selection, tabu, search
	return p
}

// device opens a device. A simulated device is not tuned, because every launch takes a long time.
func device(t testing.TB) *cl.Device {
	d := cltest.Device(t)
	if cltest.Simulated(d) {
		d.Demand(cl.Launch{Group: 3, Wave: 6})
	}
	return d
}

type trajectory struct {
	name   string
	params aco.MMASParams
}

// A whole colony has the same trajectory on the device as on the host, cycle by cycle. The first
// case runs with thread control tuning, and the other cases with teams of one.
func TestSameTrajectory(t *testing.T) {
	d := cltest.Device(t)
	cycles := 20
	all := []trajectory{
		{"tsplib/berlin52", with(aco.MMASPaper(52), "wrs", "ct", "2opt")},
		{"tsplib/berlin52", aco.MMASDefaults(52)},
		{"tsplib/d198", with(aco.MMASPaper(198), "rwm", "lc", "none")},
		{"tsplib/d198", with(ants(aco.MMASDefaults(198), 20), "wrs", "lc", "2opt")},
		{"tsplib/pr1002", with(ants(aco.MMASDefaults(1002), 16), "rwm", "bt", "2opt")},
		{"tsplib/pr1002", with(ants(aco.MMASDefaults(1002), 16), "rwm", "ct", "lk")},
		{"tsplib/pcb1173", with(ants(aco.MMASPaper(1173), 16), "wrs", "bt", "none")},
		{"tsplib/pcb1173", with(ants(aco.MMASDefaults(1173), 16), "wrs", "ct", "none")},
		{"atsp/ftv170", with(aco.MMASDefaults(170), "rwm", "bt", "2opt")},
	}
	if endsLoops(d) {
		all = slices.DeleteFunc(all, func(c trajectory) bool { return c.params.Ants == 16 })
	}
	if cltest.Simulated(d) {
		cycles, all = 2, all[:2]
		all[0].params.Ants, all[1].params.Ants = 3, 3
	}
	for i, c := range all {
		p := c.params
		if i%2 == 1 && !cltest.Simulated(d) {
			continue // compilers take seconds for each case; see also TestAllVariantsOnTSPLIB
		}
		t.Run(strings.Join([]string{c.name, p.Selection, p.Tabu, p.LocalSearch}, "-"), func(t *testing.T) {
			name := filepath.Join(testkit.Data(t), c.name+".tsp")
			if strings.HasPrefix(c.name, "atsp") {
				name = strings.TrimSuffix(name, ".tsp") + ".atsp"
			}
			in := must(format.ReadFile(name, format.Options{}))
			d := device(t)
			if i > 0 && !cltest.Simulated(d) {
				d.Demand(cl.Launch{Group: 1})
			}
			pair := newPair(t, d, in, p.Rules(), nil, nil)
			first := start.Random(in.N(), 1)
			pair.sameWay(t, must(aco.NewMMAS(in, first, p, pair.device, seed)), must(aco.NewMMAS(in, first, p, pair.reference, seed)), cycles)
			equal(t, "trails in the end", pair.device.levels, pair.reference.Trails())
		})
	}
}

// A colony on a device passes the conformance tests for searches. A state saved on the device can
// be resumed on threads, and vice versa.
func TestConforms(t *testing.T) {
	d := device(t)
	n := 120
	if cltest.Simulated(d) {
		n = 10
	}
	in := must(tsp.Generate(tsp.Uniform, n, 1))
	begin := start.Random(n, 1)
	p := with(ants(aco.MMASDefaults(n), 4), "rwm", "bt", "2opt")
	onBoth(t, d, in, p.Rules(), func(e aco.Engine) search.Searcher[tsp.Tour] { return must(aco.NewMMAS(in, begin, p, e, seed)) })
	if cltest.Simulated(d) {
		return // other tests run all kernels on Oclgrind
	}
	for _, q := range []aco.ACSParams{system("step", "full", 6, 4, "bt"), system("wave", "selective", 6, 1, "bt"), waves(system("immediate", "selective", 6, 8, "bt"), 4)} {
		onBoth(t, d, in, q.Rules(), func(e aco.Engine) search.Searcher[tsp.Tour] { return must(aco.NewACS(in, begin, q, e)) })
	}
}

// onBoth runs the conformance tests with a colony on the device and on threads.
func onBoth(t *testing.T, d *cl.Device, in *tsp.Instance, r aco.Rules, colony func(e aco.Engine) search.Searcher[tsp.Tour]) {
	t.Helper()
	steps := 5
	if cltest.Simulated(d) {
		steps = 2
	}
	searchtest.Searcher(t, in, steps,
		func() search.Searcher[tsp.Tour] { return colony(newPair(t, d, in, r, nil, nil).device) },
		func() search.Searcher[tsp.Tour] { return colony(newPair(t, d, in, r, nil, nil).reference) })
}

// A colony that does not fit is rejected with a reason and advice before anything is allocated.
func TestRefusals(t *testing.T) {
	small := cl.Info{Name: "small", Kind: "gpu", Memory: 6 << 20, MaxBuffer: 6 << 20, Local: 32 << 10}
	narrow := cl.Info{Name: "narrow", Kind: "gpu", Memory: 1 << 30, MaxBuffer: 1 << 20, Local: 32 << 10}
	plane := must(tsp.Generate(tsp.Uniform, 1000, 1))
	path := must(plane.Path(1, 2)).Closed().Instance
	for name, c := range map[string]struct {
		info   cl.Info
		in     *tsp.Instance
		params aco.MMASParams
		words  []string
	}{
		"fits":    {small, plane, aco.MMASDefaults(1000), nil},
		"path":    {small, path, aco.MMASDefaults(1000), []string{"path", "use the CPU"}},
		"tours":   {small, plane, ants(aco.MMASDefaults(1000), 5000), []string{"5000 ants", "MiB", "tours", "small has 6.0 MiB", "fewer ants"}},
		"trails":  {small, plane, ants(aco.MMASPaper(1000), 10), []string{"10 ants on 1000 cities", "pheromone=candidates"}},
		"descent": {small, plane, with(ants(aco.MMASDefaults(1000), 500), "rwm", "bt", "2opt"), []string{"links", "fewer ants"}},
		"buffer":  {narrow, plane, ants(aco.MMASDefaults(1000), 500), []string{"one buffer", "1.0 MiB", "fewer ants"}},
	} {
		err := Fits(c.info, c.in, c.params.Rules())
		if (err != nil) != (c.words != nil) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, w := range c.words {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%s: %v\ndoes not mention %q", name, err, w)
			}
		}
	}
}

// Ants that move one at a time have no kernel, and the message says what to use instead.
func TestSequentialUpdatesAreRefused(t *testing.T) {
	info := cl.Info{Name: "large", Kind: "gpu", Memory: 1 << 30, MaxBuffer: 1 << 30, Local: 32 << 10}
	err := Fits(info, must(tsp.Generate(tsp.Uniform, 50, 1)), system("sequential", "full", 12, 1, "bt").Rules())
	if err == nil || !strings.Contains(err.Error(), "updates=sequential") || !strings.Contains(err.Error(), "use the CPU, or updates=step") {
		t.Errorf("got %v", err)
	}
}

// A colony on a device with too little memory leaves nothing allocated.
func TestColonyIsRefusedWhole(t *testing.T) {
	d := cltest.Device(t)
	in := must(tsp.Generate(tsp.Uniform, 2000, 1))
	p := aco.MMASDefaults(2000)
	terrain := must(aco.NewTerrain(t.Context(), in, p.Rules(), 2))
	p.Ants = 1 << 40 / 2000 // aco also rejects this number, but its check is bypassed here
	if c, err := NewColony(t.Context(), d, in, terrain, nil, nil, p.Rules(), 1); err == nil || c != nil || !strings.Contains(err.Error(), "fewer ants") {
		t.Errorf("a terabyte of tours: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	matrix := must(tsp.FromPoints(tsp.Man2D, []tsp.Point{{0, 0}, {1, 2}, {5, 5}, {7, 1}}))
	p = aco.MMASDefaults(4)
	terrain = must(aco.NewTerrain(t.Context(), matrix, p.Rules(), 2))
	if _, err := NewColony(ctx, d, matrix, terrain, nil, nil, p.Rules(), 1); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if used := d.Used(); used != 0 {
		t.Errorf("%d bytes are left behind", used)
	}
}

// If local search is cancelled partway, the tours are valid and have the reported lengths.
func TestCancelledDescent(t *testing.T) {
	d := device(t)
	in := must(tsp.Generate(tsp.Uniform, 30, 1))
	for _, search := range []string{"2opt", "lk"} {
		p := with(ants(aco.MMASDefaults(30), 6), "rwm", "bt", search)
		terrain := must(aco.NewTerrain(t.Context(), in, p.Rules(), 2))
		l := must(near.Quadrant(t.Context(), in, 2, 5, 2))
		how := mappingOf(d.Info(), terrain)
		c := must(newColony(t.Context(), d, in, terrain, aco.NewImprover(in, l, p.Builder, 2), l, p.Rules(), 1, how))
		ctx, cancel := context.WithCancel(t.Context())
		if err := errors.Join(c.Lay(ctx, 1), c.Construct(ctx, 0)); err != nil {
			t.Fatal(err)
		}
		cancel()
		if err := c.Improve(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", search, err)
		}
		ant, length, err := c.Fittest(t.Context())
		tour := make(tsp.Tour, 30)
		if err = errors.Join(err, c.Tour(ant, tour), in.Check(tour), c.Close()); err != nil || in.Length(tour) != length {
			t.Errorf("%s: length %d, found %d; %v", search, length, in.Length(tour), err)
		}
	}
}

// A device that ends loops early is rejected. One of the tested devices, Mesa's, does so.
func TestShortLoopsAreRefused(t *testing.T) {
	d := device(t)
	in := must(tsp.Generate(tsp.Uniform, 12, 1))
	p := bare("rwm", "bt", 5, "candidates")
	terrain := must(aco.NewTerrain(t.Context(), in, p, 2))
	c, err := NewColony(t.Context(), d, in, terrain, nil, nil, p, 1)
	if endsLoops(d) {
		if err == nil || !strings.Contains(err.Error(), "cuts loops off") || d.Used() != 0 {
			t.Errorf("%v, %d bytes are left behind", err, d.Used())
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}
