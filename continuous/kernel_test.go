package continuous_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/continuous"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/gpu/gputest"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
)

const seed = 0x123456789ABCDEF0

func instance(t testing.TB, f continuous.Function, dim int) *continuous.Instance {
	t.Helper()
	in, err := continuous.New(f, dim)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func crowns(t testing.TB, in *continuous.Instance, p continuous.Params) moves.Kernel[continuous.Solution] {
	t.Helper()
	m, err := continuous.CrownsKernel(in, p, seed)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// A view is a region and scale in which to compare a function.
type view struct {
	name  string
	start func(in *continuous.Instance, random *rng.Stream) continuous.Solution
	knobs continuous.Params
}

// views returns three views of an instance: the whole domain, the scale of the defaults, and a
// region so close to the origin that most binary places of an angle are zeros.
func views(in *continuous.Instance, neighbours int) []view {
	f := in.Function()
	nearby := func(in *continuous.Instance, random *rng.Stream) continuous.Solution {
		s := continuous.Random(in, random)
		for i := range s {
			s[i] *= 1e-20
		}
		return s
	}
	return []view{
		{"wide", continuous.Random, continuous.Params{Neighbours: neighbours, Radius: f.High - f.Low, Directions: "any", Spacing: "linear"}},
		{"usual", continuous.Random, continuous.Params{Neighbours: neighbours, Radius: continuous.Defaults(in).Radius, Directions: "mixed", Spacing: "geometric"}},
		{"close", nearby, continuous.Params{Neighbours: neighbours, Radius: 1e-20, Directions: "mixed", Spacing: "geometric"}},
	}
}

func (v *view) space(in *continuous.Instance) local.Landscape[continuous.Solution] {
	return local.Landscape[continuous.Solution]{
		Random: func(r *rng.Stream) continuous.Solution { return v.start(in, r) },
		Around: func(s continuous.Solution, walk int) ([]moves.Neighbourhood[continuous.Solution], error) {
			c, err := continuous.NewCrowns(in, v.knobs, s, seed, uint32(walk))
			return []moves.Neighbourhood[continuous.Solution]{c}, err
		},
	}
}

// chosen reports whether to compare a function in a dimension and a view, given their indices.
// Every function and dimension is a separate program, and compiling it takes seconds. A real device
// therefore compares each function in one dimension, and only the first function in more than one
// view. The simulator compares all programs, each in one view.
func chosen(simulated bool, function, dim, view int) bool {
	if simulated {
		return (function+dim+view)%3 == 0
	}
	return dim == []int{0, 2, 0, 1, 2}[function] && (function == 0 || view == function%2)
}

// neighbours returns the number of neighbours to compare. It is enough for two slices, except on
// the simulator, which is too slow.
func neighbours(simulated bool, in *continuous.Instance) int {
	switch {
	case !simulated:
		return 300
	case in.Function().Name == "weierstrass": // one hundred sines per coordinate
		return max(3, 12/in.Dim())
	}
	return max(6, 100/in.Dim())
}

// Encode writes the state of a walk in the form that the device expects.
func TestEncode(t *testing.T) {
	in := instance(t, continuous.Functions()[1], 2)
	p := continuous.Defaults(in)
	h, err := continuous.NewCrowns(in, p, continuous.Solution{0.5, -3}, seed, 0xFFFFFFFE)
	if err != nil {
		t.Fatal(err)
	}
	h.(moves.Renewer).Renew()
	m := crowns(t, in, p)
	state := make([]int32, m.State)
	m.Encode(h, state)
	cost := math.Float64bits(in.Cost(h.Snapshot()))
	if want := []int32{0, 0x3FE00000, 0, -0x3FF80000, int32(uint32(cost)), int32(cost >> 32), 1, -2}; !slices.Equal(state, want) {
		t.Errorf("%#x, want %#x", state, want)
	}
	if n := testing.AllocsPerRun(10, func() { m.Encode(h, state) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestCrownsRefuses(t *testing.T) {
	in := instance(t, continuous.Functions()[0], 1)
	if _, err := continuous.CrownsKernel(in, continuous.Params{}, seed); err == nil || !strings.Contains(err.Error(), "radius = 0") {
		t.Errorf("without parameters: %v", err)
	}
}

// BenchmarkNeighbourhood scores and compares ten thousand neighbours, as in [LSM13 Table 5].
func BenchmarkNeighbourhood(b *testing.B) {
	f := continuous.Functions()[0]
	for _, dim := range []int{1, 5, 10} {
		in := instance(b, f, dim)
		knobs := continuous.Defaults(in)
		knobs.Radius, knobs.Directions = knobs.Radius/float64(dim), "any"
		v := view{"paper", continuous.Random, knobs}
		b.Run(fmt.Sprintf("%s/host", in.Name), func(b *testing.B) {
			random := rng.At(1, 0, 0)
			h, err := continuous.NewCrowns(in, v.knobs, v.start(in, &random), seed, 0)
			if err != nil {
				b.Fatal(err)
			}
			deltas := make([]float64, h.Len())
			for b.Loop() {
				h.Deltas(0, deltas)
			}
		})
		b.Run(fmt.Sprintf("%s/device", in.Name), func(b *testing.B) {
			d := cltest.Device(b)
			d.TuneThoroughly()
			e := gputest.Engine(b, d, 1, crowns(b, in, v.knobs))
			p := local.TabuDefaults(dim, v.knobs.Neighbours)
			p.Walks, p.Turns = 1, 1
			s, err := local.New(v.space(in), p, 1, e)
			if err != nil {
				b.Fatal(err)
			}
			turn := func() {
				if err := s.Step(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
			for range 100 { // until thread control has settled
				turn()
			}
			for b.Loop() {
				turn()
			}
		})
	}
}
