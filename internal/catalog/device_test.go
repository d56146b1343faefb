package catalog_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/catalog"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/internal/params"
	"github.com/tourmaline-opt/tourmaline/internal/tours/aco"
	"github.com/tourmaline-opt/tourmaline/internal/tours/ga"
	"github.com/tourmaline-opt/tourmaline/internal/tours/near"
	"github.com/tourmaline-opt/tourmaline/internal/tours/prepare"
	"github.com/tourmaline-opt/tourmaline/internal/tours/sweep"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// useless is a device that supports nothing except being opened.
type useless struct{ closed int }

func (*useless) Info() device.Info                             { return device.Info{Engine: "opencl"} }
func (u *useless) Open(context.Context) (device.Opened, error) { return u, nil }
func (u *useless) Close() error                                { u.closed++; return nil }

// promising is a device that accepts all work, but can do none after it is opened.
type promising struct {
	useless
	unfit error
	asked []moves.KernelSource
}

func (p *promising) FitsSweeps(*tsp.Instance) error            { return p.unfit }
func (p *promising) FitsColony(*tsp.Instance, aco.Rules) error { return p.unfit }
func (p *promising) FitsGenes(*tsp.Instance, ga.Params) error  { return p.unfit }
func (p *promising) FitsKernels(sources []moves.KernelSource) error {
	p.asked = sources
	return p.unfit
}

// disguised is the host, presented as a device.
type disguised struct {
	promising
	opened int
	broken error // error from Open
	fault  error // error from the engines
	walks  int   // number of walks passed to Picks
}

func (d *disguised) Open(context.Context) (device.Opened, error) {
	d.opened++
	return d, d.broken
}

func (d *disguised) Sweeps(_ context.Context, in *tsp.Instance, l *near.Lists) (sweep.Engine, error) {
	return sweep.NewReference(in, l, 1), d.fault
}

func (d *disguised) Colony(_ context.Context, in *tsp.Instance, t *aco.Terrain, m *aco.Improver, _ *near.Lists, r aco.Rules, seed uint64) (aco.Engine, error) {
	return aco.NewReference(in, t, m, r.Ants, seed, 1), d.fault
}

func (d *disguised) Genes(_ context.Context, in *tsp.Instance, p ga.Params) (ga.Engine, error) {
	return ga.NewReference(in, p, 1), d.fault
}

func (d *disguised) Picks(_ context.Context, walks int, _ bool, sources []moves.KernelSource) (local.Picks, error) {
	d.walks = walks
	states := make([][]int32, walks)
	for i := range states {
		states[i] = make([]int32, sources[0].State)
	}
	return &bitPicks{states}, d.fault
}

// onDevice returns the tour rows that run on devices without custom kernels.
func onDevice() []catalog.Row {
	return slices.DeleteFunc(catalog.Of(catalog.Tours), func(r catalog.Row) bool {
		return len(r.Engines) == 1 || slices.Contains([]string{"tabu", "climb"}, r.Name)
	})
}

// run runs some steps of a row's search on a device, or on threads if d is nil.
func run(t *testing.T, r catalog.Row, in *tsp.Instance, d device.Device) (*prepare.Search, error) {
	t.Helper()
	p := r.Params(catalog.Size{N: in.N()})
	quick(t, p)
	s, err := r.BeginTour(in, p, prepare.Options{Seed: 5, Threads: 2, Device: d})
	if err != nil {
		return nil, err
	}
	_, err = search.Run(t.Context(), in, s, search.AfterSteps(4))
	return s, err
}

// A search on a device finds the same tours as on threads, opens the device once, and closes it.
func TestDevicesChangeNothing(t *testing.T) {
	in := generate(t, 80)
	rows := onDevice()
	if len(rows) < 7 {
		t.Fatalf("only %d rows run on devices", len(rows))
	}
	for _, r := range rows {
		d := &disguised{}
		there, err := run(t, r, in, d)
		if err != nil {
			t.Fatalf("%s: %v", r.Name, err)
		}
		here, err := run(t, r, in, nil)
		if err != nil {
			t.Fatal(err)
		}
		if there.Cost() != here.Cost() || !slices.Equal(there.Best(), here.Best()) {
			t.Errorf("%s: cost %v on a device, %v on threads", r.Name, there.Cost(), here.Cost())
		}
		if err := there.Close(); err != nil || d.opened != 1 || d.closed != 1 {
			t.Errorf("%s: opened %d times, closed %d times, %v", r.Name, d.opened, d.closed, err)
		}
	}
}

// Work that a device does not support is rejected with an error, before the search starts or when
// the device is opened.
func TestDevicesThatFail(t *testing.T) {
	in, gone := generate(t, 80), errors.New("gone")
	for _, r := range onDevice() {
		for name, c := range map[string]struct {
			device device.Device
			want   error
		}{
			"useless":          {&useless{}, device.Err},
			"promising":        {&promising{}, device.Err},
			"does not fit":     {&promising{unfit: gone}, gone},
			"cannot be opened": {&disguised{broken: gone}, gone},
			"cannot be used":   {&disguised{fault: gone}, gone},
		} {
			if _, err := run(t, r, in, c.device); !errors.Is(err, c.want) {
				t.Errorf("%s, %s: %v, want %v", r.Name, name, err, c.want)
			}
		}
	}
}

// Some work has no kernels, and the error says so.
func TestWorkWithoutKernels(t *testing.T) {
	in := generate(t, 30)
	path, err := in.Path(3, -1)
	if err != nil {
		t.Fatal(err)
	}
	fixed, err := in.FixEdges([][2]int32{{0, 5}})
	if err != nil {
		t.Fatal(err)
	}
	wind, err := tsp.FromMatrix(3, []float64{0, 1, 2, 3, 0, 4, 5, 6, 0})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		row  string
		in   *tsp.Instance
		set  map[string]string
		want string
	}{
		{"anneal", in, nil, "algorithm anneal has no kernels: use the CPU, or an algorithm with kernels"},
		{"faco", in, nil, "algorithm faco has no kernels"},
		{"greedy", in, nil, "algorithm greedy has no kernels"},
		{"ils", wind, nil, "is asymmetric, for which there are no kernels"},
		{"ils", in, map[string]string{"sweeps": "0"}, "operator = lk with sweeps = 0 has no kernels"},
		{"tabu", path, nil, "is a path or has fixed edges, for which swapping cities has no kernels"},
		{"climb", in, map[string]string{"improvement": "first"}, "improvement = first has no kernels: use improvement = best or the CPU"},
		{"climb", fixed, nil, "is a path or has fixed edges"},
	} {
		r := find(t, c.row)
		p := r.Params(catalog.Size{N: c.in.N()})
		if err := params.Set(p, c.set); err != nil {
			t.Fatal(err)
		}
		_, err := r.BeginTour(c.in, p, prepare.Options{Device: &disguised{}})
		if !errors.Is(err, device.ErrNoKernels) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.row, err, c.want)
		}
	}
	// An operator that sweeps needs no preceding sweeps.
	r := find(t, "ils")
	p := r.Params(catalog.Size{N: 30})
	if err := params.Set(p, map[string]string{"sweeps": "0", "operator": "2opt-sweep"}); err != nil {
		t.Fatal(err)
	}
	if _, err := r.BeginTour(in, p, prepare.Options{Device: &disguised{}}); err != nil {
		t.Error(err)
	}
}

// bits is a neighbourhood of bit vectors. Its cost is minimal if exactly the bits with even indices
// are set.
type bits []int8

func (b bits) Len() int                  { return len(b) }
func (b bits) Apply(move int, _ float64) { b[move] ^= 1 }
func (b bits) Snapshot() []int8          { return slices.Clone(b) }
func (b bits) Reset(set []int8)          { copy(b, set) }
func (b bits) Deltas(first int, dst []float64) {
	for i := range dst {
		dst[i] = flip(first+i, int32(b[first+i]))
	}
}
func (b bits) Cost() (sum float64) {
	for i, set := range b {
		if set == 1 {
			sum += flip(i, 0)
		}
	}
	return sum
}

// flip returns the change in cost when a bit is flipped.
func flip(i int, set int32) float64 {
	weight := float64(i + 1)
	if i%2 == 0 {
		weight = -weight
	}
	return weight * float64(1-2*set)
}

// bitPicks picks moves for walks over bits. It stores a copy of the bits.
type bitPicks struct{ states [][]int32 }

func (*bitPicks) Close() error { return nil }
func (p *bitPicks) Pick(_ context.Context, turns []local.DeviceTurn, chosen []moves.Choice) error {
	for i, turn := range turns {
		if turn.Changed {
			turn.Encode(p.states[i])
		}
		chosen[i] = moves.Choice{Move: -1}
		for move, set := range p.states[i] {
			if d := flip(move, set); turn.Rule != nil && (move == 0 || d < chosen[i].Delta) {
				chosen[i] = moves.Choice{Move: move, Delta: d}
			}
		}
	}
	return nil
}

const someBits = 9

// order returns the input of a search over bits, with two neighbourhoods.
func order(d device.Device) catalog.WalkOrder[[]int8] {
	kernel := moves.Kernel[[]int8]{
		KernelSource: moves.KernelSource{State: someBits, Moves: someBits},
		Encode: func(h moves.Neighbourhood[[]int8], state []int32) {
			for i, set := range h.Snapshot() {
				state[i] = int32(set)
			}
		},
	}
	return catalog.WalkOrder[[]int8]{
		Landscape: local.Landscape[[]int8]{
			Random: func(r *rng.Stream) []int8 {
				set := make([]int8, someBits)
				for i := range set {
					set[i] = int8(r.IntN(2))
				}
				return set
			},
			Around: func(set []int8, _ int) ([]moves.Neighbourhood[[]int8], error) {
				return []moves.Neighbourhood[[]int8]{bits(slices.Clone(set)), bits(slices.Clone(set))}, nil
			},
		},
		Kernels: func() ([]moves.Kernel[[]int8], error) { return []moves.Kernel[[]int8]{kernel, kernel}, nil },
		Seed:    3, Threads: 1, Device: d,
	}
}

// walkRow returns a row for moves, with one turn per step.
func walkRow(t *testing.T, name string) (catalog.Row, params.Validator) {
	t.Helper()
	r, err := catalog.Find(catalog.Of(catalog.Moves), name)
	if err != nil {
		t.Fatal(err)
	}
	p := r.Params(catalog.Size{N: someBits, Attributes: someBits})
	if err := params.Set(p, map[string]string{"turns": "1", "walks": "3"}); err != nil {
		t.Fatal(err)
	}
	return r, p[0]
}

// Walks on a device find the same solutions as walks on threads, step by step.
func TestWalksOnADevice(t *testing.T) {
	r, knobs := walkRow(t, "climb")
	d := &disguised{}
	there, err := catalog.BeginWalks(r, knobs, order(d))
	if err != nil {
		t.Fatal(err)
	}
	here, err := catalog.BeginWalks(r, knobs, order(nil))
	if err != nil {
		t.Fatal(err)
	}
	if there.Prepared() || !here.Prepared() || d.opened != 0 {
		t.Errorf("prepared: %v there, %v here, opened %d times", there.Prepared(), here.Prepared(), d.opened)
	}
	if err := there.Close(); err != nil || d.closed != 0 {
		t.Errorf("closed before it was opened: %v", err)
	}
	for range 2 {
		for _, w := range []*catalog.Walks[[]int8]{there, here} {
			if done, err := w.Prepare(t.Context()); !done || err != nil || !w.Prepared() {
				t.Fatalf("done %v, %v", done, err)
			}
		}
	}
	for step := range 20 {
		if there.Cost() != here.Cost() || !slices.Equal(there.Best(), here.Best()) {
			t.Fatalf("step %d: cost %v there, %v here", step, there.Cost(), here.Cost())
		}
		if err := errors.Join(there.Step(t.Context()), here.Step(t.Context())); err != nil {
			t.Fatal(err)
		}
	}
	if err := there.Close(); err != nil || d.opened != 1 || d.closed != 1 || d.walks != 3 {
		t.Errorf("%v, opened %d times, closed %d times, %d walks", err, d.opened, d.closed, d.walks)
	}
	if here.Cost() != -(1 + 3 + 5 + 7 + 9) {
		t.Errorf("the best of all is %v", here.Cost())
	}
	if err := here.Close(); err != nil {
		t.Error(err)
	}
}

// A device compiles only the kernels of the neighbourhoods that the walks may use.
func TestOnlyEnteredKernelsAreCompiled(t *testing.T) {
	for name, want := range map[string]int{"climb": 1, "tabu": 1, "ils": 1, "vnd": 2} {
		r, knobs := walkRow(t, name)
		if name == "ils" {
			knobs.(*local.ILSParams).Improvement = "best"
		}
		d := &disguised{}
		if _, err := catalog.BeginWalks(r, knobs, order(d)); err != nil || len(d.asked) != want {
			t.Errorf("%s: %d kernels, want %d, %v", name, len(d.asked), want, err)
		}
	}
}

// If no turn needs a pick from a device, the device is rejected, because the result would name a
// device that did nothing.
func TestFirstImprovementIsNoWorkForADevice(t *testing.T) {
	for _, name := range []string{"climb", "ils", "vnd"} {
		r, knobs := walkRow(t, name)
		if err := params.Set(knobs, map[string]string{"improvement": "first"}); err != nil {
			t.Fatal(err)
		}
		d := &disguised{}
		_, err := catalog.BeginWalks(r, knobs, order(d))
		const want = "improvement = first has no kernels: use improvement = best or the CPU"
		if !errors.Is(err, device.ErrNoKernels) || err.Error() != want || len(d.asked) != 0 {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
		if _, err := catalog.BeginWalks(r, knobs, order(nil)); err != nil {
			t.Errorf("%s on threads: %v", name, err)
		}
	}
}

// A solution that arrives before the device is opened is not lost.
func TestAnEarlyImmigrantSurvivesTheDevice(t *testing.T) {
	r, knobs := walkRow(t, "climb")
	w, err := catalog.BeginWalks(r, knobs, order(&disguised{}))
	if err != nil {
		t.Fatal(err)
	}
	best := []int8{1, 0, 1, 0, 1, 0, 1, 0, 1}
	if taken, err := w.Immigrate(best); !taken || err != nil {
		t.Fatal(taken, err)
	}
	if done, err := w.Prepare(t.Context()); !done || err != nil {
		t.Fatal(done, err)
	}
	if w.Cost() != bits(best).Cost() || !slices.Equal(w.Best(), best) {
		t.Errorf("cost %v, want %v", w.Cost(), bits(best).Cost())
	}
}

func TestWalksThatFail(t *testing.T) {
	gone := errors.New("gone")
	faulty := func() ([]moves.Kernel[[]int8], error) { return nil, gone }
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		row     string
		device  device.Device
		kernels bool
		fault   bool
		want    []error
	}{
		"no kernels":        {"climb", &disguised{}, false, false, []error{device.ErrNoKernels}},
		"not on devices":    {"anneal", &disguised{}, true, false, []error{device.ErrNoKernels}},
		"kernels that fail": {"climb", &disguised{}, true, true, []error{device.Err, gone}},
		"useless":           {"climb", &useless{}, true, false, []error{device.Err}},
		"promising":         {"climb", &promising{}, true, false, []error{device.Err}},
		"does not fit":      {"climb", &promising{unfit: gone}, true, false, []error{gone}},
		"cannot be opened":  {"climb", &disguised{broken: gone}, true, false, []error{gone}},
		"cannot be used":    {"climb", &disguised{fault: gone}, true, false, []error{gone}},
	} {
		r, knobs := walkRow(t, c.row)
		o := order(c.device)
		if !c.kernels {
			o.Kernels = nil
		}
		if c.fault {
			o.Kernels = faulty
		}
		w, err := catalog.BeginWalks(r, knobs, o)
		if err == nil {
			_, err = w.Prepare(t.Context())
		}
		for _, want := range c.want {
			if !errors.Is(err, want) {
				t.Errorf("%s: %v, want %v", name, err, want)
			}
		}
	}
	r, knobs := walkRow(t, "climb")
	w, err := catalog.BeginWalks(r, knobs, order(nil))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Prepare(cancelled); !errors.Is(err, context.Canceled) {
		t.Errorf("a preparation after the end: %v", err)
	}
}

// The preparation fails if the landscape fails after the device is opened.
func TestALandscapeThatFailsLate(t *testing.T) {
	gone, o := errors.New("gone"), order(&disguised{})
	around, late := o.Landscape.Around, false
	o.Landscape.Around = func(set []int8, walk int) ([]moves.Neighbourhood[[]int8], error) {
		if late {
			return nil, gone
		}
		return around(set, walk)
	}
	r, knobs := walkRow(t, "climb")
	w, err := catalog.BeginWalks(r, knobs, o)
	if err != nil {
		t.Fatal(err)
	}
	late = true
	if done, err := w.Prepare(t.Context()); done || !errors.Is(err, gone) || w.Prepared() {
		t.Errorf("done %v, %v", done, err)
	}
}
