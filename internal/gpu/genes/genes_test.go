package genes

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/internal/tours/ga"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// graphics returns a graphics card with the given amount of memory.
func graphics(memory uint64) cl.Info {
	return cl.Info{Name: "card", Kind: "gpu", Units: 1, Memory: memory, MaxBuffer: memory, Local: 32 << 10, Double: true}
}

// Flights are as large as memory allows. Genes are resident if that leaves enough room for flights.
func TestPlans(t *testing.T) {
	// 20 kB for a child, 28 kB with its parents, 4 kB for a gene
	in := must(tsp.Generate(tsp.Uniform, 1000, 1))
	p := params(500, 1)
	for name, c := range map[string]struct {
		info     cl.Info
		used     uint64
		resident bool
		children int
	}{
		"everything":    {graphics(64 << 20), 0, true, 250},
		"some children": {graphics(4 << 20), 0, true, 81},
		"used":          {graphics(64 << 20), 52 << 20, true, 107},
		"few children":  {graphics(3_000_000), 0, false, 93},
		"few genes":     {graphics(1 << 18), 0, false, 7},
		"one child":     {graphics(50_000), 0, false, 1},
		"small buffers": {cl.Info{Units: 1, Memory: 64 << 20, MaxBuffer: 1_000_000}, 0, false, 62},
	} {
		got, err := newPlan(c.info, c.used, in, p)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got.resident != c.resident || got.children != c.children || !got.placeMajor {
			t.Errorf("%s: resident %v, flights of %d, place-major %v, want %v, %d", name, got.resident, got.children, got.placeMajor, c.resident, c.children)
		}
		used := c.used + c.info.Memory/reserve
		if got.needs().Shortage(c.info, used) != "" {
			t.Errorf("%s does not fit", name)
		}
		if got.children++; got.children <= 250 && got.needs().Shortage(c.info, used) == "" {
			t.Errorf("%s: a larger flight fits", name)
		}
	}
	processor := cl.Info{Kind: "cpu", Units: 3, Memory: 64 << 20, MaxBuffer: 64 << 20}
	if p := must(newPlan(processor, 0, in, p)); p.placeMajor || !p.resident || p.children != 96 {
		t.Errorf("a processor: place-major %v, resident %v, flights of %d", p.placeMajor, p.resident, p.children)
	}
}

// Populations that a device cannot support are rejected with a reason.
func TestRefusals(t *testing.T) {
	plane := must(tsp.Generate(tsp.Uniform, 1000, 1))
	path := must(plane.Path(1, 2)).Closed().Instance
	blocks := must(tsp.FromPoints(tsp.Man2D, grid(1000)))
	wide := must(tsp.FromPoints(tsp.Euc2D, []tsp.Point{{0, 0}, {1e9, 1}, {5, 5}}))
	for name, c := range map[string]struct {
		info  cl.Info
		in    *tsp.Instance
		words []string
	}{
		"fits":   {graphics(1 << 20), plane, nil},
		"path":   {graphics(1 << 20), path, []string{"path", "no kernels", "use the CPU"}},
		"wide":   {graphics(1 << 20), wide, []string{"scale the coordinates down"}},
		"child":  {graphics(40_000), plane, []string{"single child of 1000 cities", "card has 0.0 MiB left", "use the CPU"}},
		"matrix": {graphics(2 << 20), blocks, []string{"distances", "3.8 MiB"}},
	} {
		err := Fits(c.info, c.in, params(100, 1))
		if (err != nil) != (c.words != nil) || errors.Is(err, device.ErrNoKernels) != (name == "path") {
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

// The plan predicts the memory that the buffers use.
func TestNeeds(t *testing.T) {
	d := cltest.Device(t)
	in := must(tsp.Generate(tsp.Uniform, 60, 1))
	for _, resident := range []bool{true, false} {
		p := must(newPlan(d.Info(), 0, in, params(41, 3)))
		p.resident = resident
		e := must(newEngine(t.Context(), d, p))
		const few = 4 * 3 // bytes for the rivals that odd groups lack
		if got, want := d.Used(), p.needs().Total(); got > want || got+few < want {
			t.Errorf("resident %v: %d bytes are used, %d were expected", resident, got, want)
		}
		if err := e.Close(); err != nil || d.Used() != 0 {
			t.Errorf("resident %v: %d bytes are left behind; %v", resident, d.Used(), err)
		}
	}
}

// If New fails, nothing stays allocated.
func TestIsRefusedWhole(t *testing.T) {
	d := cltest.Device(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	blocks := must(tsp.FromPoints(tsp.Man2D, grid(20)))
	if _, err := New(ctx, d, blocks, params(10, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	d.Demand(cl.Launch{Group: 1 << 20})
	if _, err := New(t.Context(), d, blocks, params(10, 1)); err == nil || !strings.Contains(err.Error(), "10 genes") {
		t.Errorf("a launch that cannot be: %v", err)
	}
	if used := d.Used(); used != 0 {
		t.Errorf("%d bytes are left behind", used)
	}
}

// A population that is larger than the device memory can still evolve on the device.
func TestLittleMemory(t *testing.T) {
	d := cltest.Device(t)
	n, p := 200, params(64, 2)
	if cltest.Simulated(d) {
		d.Demand(cl.Launch{Group: 4, Wave: 8})
		n, p = 9, params(12, 1)
	}
	in := must(tsp.Generate(tsp.Uniform, n, 1))
	little := d.Info()
	little.Memory = 8 * uint64(n) * uint64(p.Genes) // twice the memory of all genes
	small := must(newPlan(little, 0, in, p))
	if small.resident || small.children < 2 || small.children >= p.Genes/2 {
		t.Fatalf("resident %v, flights of %d", small.resident, small.children)
	}
	c := newPair(t, d, in, p, func(p *plan) { *p = *small })
	if used := d.Used(); used > little.Memory {
		t.Errorf("%d bytes are used of %d", used, little.Memory)
	}
	c.run(t, 2)
}

// If ctx is cancelled, the children that Cross reports are complete, the other children are
// complete or unchanged, and nothing else has changed. The remaining children can be built later.
func TestCutShort(t *testing.T) {
	for name, how := range map[string]func(*plan){
		"resident": func(p *plan) { p.children, p.chunk = 2, 4 },
		"streamed": func(p *plan) { p.resident, p.children, p.chunk = false, 2, 4 },
	} {
		t.Run(name, func(t *testing.T) {
			d := cltest.Device(t)
			d.Demand(cl.Launch{Group: 1, Wave: 1})
			c := newPair(t, d, must(tsp.Generate(tsp.Uniform, 6, 1)), params(13, 1), how)
			before, beforeLengths := c.all(t, c.reference)
			crossings := c.crossings()
			if _, err := c.reference.Cross(t.Context(), crossings); err != nil {
				t.Fatal(err)
			}
			after, afterLengths := c.all(t, c.reference)
			seen := map[int]bool{}
			for looks := 0; ; looks++ {
				done, err := c.device.Cross(testkit.Ending(t.Context(), looks), crossings)
				if seen[done] = true; err == nil {
					break
				}
				if !errors.Is(err, context.Canceled) || done%2 != 0 {
					t.Fatalf("after %d looks %d children are complete: %v", looks, done, err)
				}
				genes, lengths := c.all(t, c.device)
				for i := range genes {
					made := slices.Equal(genes[i], after[i]) && lengths[i] == afterLengths[i]
					kept := slices.Equal(genes[i], before[i]) && lengths[i] == beforeLengths[i]
					first := slices.ContainsFunc(crossings[:done], func(x ga.Crossing) bool { return int(x.Child) == i })
					if !made && (first || !kept) {
						t.Fatalf("after %d looks, with %d children complete, gene %d is %v of length %d", looks, done, i, genes[i], lengths[i])
					}
				}
			}
			if len(seen) != 4 { // 0, 2, 4 and all 6 children
				t.Errorf("children were complete %v", seen)
			}
			c.equal(t, "in the end")
		})
	}
}

// Operations other than Cross do not start if ctx is cancelled, and are never left incomplete.
func TestActsAreWhole(t *testing.T) {
	d := cltest.Device(t)
	d.Demand(cl.Launch{Group: 1, Wave: 1})
	c := newPair(t, d, must(tsp.Generate(tsp.Uniform, 9, 1)), params(9, 1), nil)
	order, mutations, transfers := c.order(), c.reversals(), c.transfers()
	for i, act := range []func(ctx context.Context, e ga.Engine) error{
		func(ctx context.Context, e ga.Engine) error { return e.Arrange(ctx, order) },
		func(ctx context.Context, e ga.Engine) error { return e.Compete(ctx) },
		func(ctx context.Context, e ga.Engine) error { return e.Mutate(ctx, mutations) },
		func(ctx context.Context, e ga.Engine) error { return e.Copy(ctx, transfers) },
		func(ctx context.Context, e ga.Engine) error { return e.Lengths(ctx, make([]int64, 9)) },
	} {
		if err := act(testkit.Ending(t.Context(), 0), c.device); !errors.Is(err, context.Canceled) {
			t.Errorf("act %d: %v", i, err)
		}
		c.equal(t, fmt.Sprintf("act %d, not begun", i))
		if err := errors.Join(act(testkit.Ending(t.Context(), 1), c.device), act(t.Context(), c.reference)); err != nil {
			t.Errorf("act %d: %v", i, err)
		}
		c.equal(t, fmt.Sprintf("act %d", i))
	}
}

// Operations on empty lists change nothing.
func TestNothingToDo(t *testing.T) {
	d := cltest.Device(t)
	c := newPair(t, d, must(tsp.Generate(tsp.Uniform, 9, 1)), params(4, 1), nil)
	_, err := c.device.Cross(t.Context(), nil)
	if err := errors.Join(err, c.device.Mutate(t.Context(), nil), c.device.Copy(t.Context(), nil)); err != nil {
		t.Error(err)
	}
	c.equal(t, "nothing")
}

// On a CPU, each gene is a separate work-group, unless a different launch is demanded.
func TestGroups(t *testing.T) {
	in := must(tsp.Generate(tsp.Uniform, 9, 1))
	for _, demanded := range []int{0, 4} {
		d := cltest.Device(t)
		d.Demand(cl.Launch{Group: demanded})
		g := newPair(t, d, in, params(4, 1), nil).device.(*Genes)
		for _, k := range []*cl.Kernel{g.crossGenes, g.measureGenes} {
			want := demanded
			if demanded == 0 && d.Info().Kind == "cpu" {
				want = 1
			}
			if l, _ := k.Launch(); l.Group != want {
				t.Errorf("groups of %d, want %d", l.Group, want)
			}
		}
	}
}

// A device that terminates long loops is rejected for instances that need long loops. Mesa's device
// is one of these.
func TestLongLoops(t *testing.T) {
	d := cltest.Device(t)
	if cltest.Simulated(d) {
		t.Skip("takes long")
	}
	for _, n := range []int{100, scannedAtOnce + 1} {
		e, err := New(t.Context(), d, must(tsp.Generate(tsp.Uniform, n, 1)), params(4, 1))
		if refused := n > scannedAtOnce && emulated(d); refused != (err != nil) {
			t.Errorf("%d cities: %v", n, err)
		}
		if err == nil {
			err = e.Close()
		}
		if d.Used() != 0 {
			t.Errorf("%d cities: %d bytes are left behind; %v", n, d.Used(), err)
		}
	}
}
