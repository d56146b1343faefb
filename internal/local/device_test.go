package local_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/maxcut"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// A mirror picks moves as a device does: it knows only the state that the engine has sent, and the
// engine sends only changes.
type mirror struct {
	in     *maxcut.Instance
	sides  [][]int32 // sides of each walk
	untils [][]int32 // copy of the memory of each walk
	known  []*int32  // first element of the original of each copy
	fault  error     // error to return from the next pick
}

func newMirror(in *maxcut.Instance, walks int) *mirror {
	m := &mirror{in, make([][]int32, walks), make([][]int32, walks), make([]*int32, walks), nil}
	for i := range m.sides {
		m.sides[i] = make([]int32, in.N())
	}
	return m
}

func (m *mirror) Close() error { return nil }

func (m *mirror) Pick(ctx context.Context, turns []local.DeviceTurn, chosen []moves.Choice) error {
	for i, t := range turns {
		if t.Changed {
			t.Encode(m.sides[i])
		}
		for _, mark := range t.Marks {
			if m.untils[i] != nil {
				m.untils[i][mark.Attribute] = mark.Until
			}
		}
	}
	if fault := m.fault; fault != nil {
		m.fault = nil
		return fault
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for i, t := range turns {
		chosen[i] = moves.Choice{Move: -1}
		if t.Rule != nil {
			chosen[i] = m.pick(i, *t.Rule)
		}
	}
	return nil
}

func (m *mirror) pick(i int, r moves.Rule) moves.Choice {
	if len(r.Until) > 0 {
		if m.known[i] != &r.Until[0] {
			m.known[i], m.untils[i] = &r.Until[0], append([]int32(nil), r.Until...)
		}
		r.Until = m.untils[i]
	}
	best, class := moves.Choice{Move: -1}, moves.Forbidden
	for v := range m.in.N() {
		delta := 0.0
		for _, e := range m.in.Edges(v) {
			if delta += float64(e.Weight); m.sides[i][v] == m.sides[i][e.To] {
				delta -= float64(2 * e.Weight)
			}
		}
		t := moves.Touch{Enters: [3]int32{2*int32(v) + m.sides[i][v] ^ 1}, Count: 1}
		if c := r.Class(delta, &t); c < class || c == class && c < moves.Forbidden && delta < best.Delta {
			best, class = moves.Choice{Move: v, Delta: delta}, c
		}
	}
	return best
}

// graph returns a random graph with n vertices.
func graph(t *testing.T, n int) *maxcut.Instance {
	t.Helper()
	random, edges := rng.At(1, 0, 0), make([]maxcut.Edge, 4*n)
	for i := range edges {
		to := random.IntN(int32(n - 1))
		edges[i] = maxcut.Edge{From: to + 1, To: random.IntN(to + 1), Weight: int64(random.IntN(90) - 30)}
	}
	in, err := maxcut.New("random", n, edges)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func cuts(in *maxcut.Instance) local.Landscape[maxcut.Sides] {
	return local.Landscape[maxcut.Sides]{
		Random: func(r *rng.Stream) maxcut.Sides { return maxcut.Random(in.N(), r) },
		Around: func(s maxcut.Sides, _ int) ([]moves.Neighbourhood[maxcut.Sides], error) {
			f, err := maxcut.NewFlips(in, s)
			return []moves.Neighbourhood[maxcut.Sides]{f}, err
		},
		Check: in.Check,
	}
}

// cutKernels returns the kernels for a mirror, which needs only Encode.
func cutKernels() []moves.Kernel[maxcut.Sides] {
	return []moves.Kernel[maxcut.Sides]{{Encode: func(h moves.Neighbourhood[maxcut.Sides], state []int32) {
		for v, side := range h.Snapshot() {
			state[v] = int32(side)
		}
	}}}
}

// A device that receives only changes gives every walk the same course as threads do, even after a
// failed pick.
func TestADeviceIsToldWhatHasChanged(t *testing.T) {
	const walks = 3
	in := graph(t, 40)
	common := local.Common{Walks: walks, Turns: 9}
	tabu, climb := local.TabuDefaults(in.N(), 2*in.N()), local.ClimbDefaults()
	tabu.Common, climb.Common = common, common
	for name, p := range map[string]local.Params{"tabu": tabu, "climb": climb} {
		t.Run(name, func(t *testing.T) {
			m := newMirror(in, walks)
			device, err := local.New(cuts(in), p, 3, local.OnDevice(m, cutKernels()))
			if err != nil {
				t.Fatal(err)
			}
			host := begin(t, cuts(in), p, 3, 1)
			for step := range 20 {
				fault := errors.New("fault")
				if m.fault = fault; step%3 == 1 {
					if err := device.Step(t.Context()); !errors.Is(err, fault) {
						t.Fatalf("step %d: %v", step, err)
					}
				}
				m.fault = nil
				if err := errors.Join(device.Step(t.Context()), host.Step(t.Context())); err != nil {
					t.Fatal(err)
				}
				if device.Cost() != host.Cost() || fmt.Sprint(device.Best()) != fmt.Sprint(host.Best()) {
					t.Fatalf("step %d: cost %v, threads have %v", step, device.Cost(), host.Cost())
				}
			}
		})
	}
}

// An engine that receives different walks sends their complete state to the device.
func TestADeviceMeetsOtherWalks(t *testing.T) {
	in := graph(t, 30)
	p := local.ClimbDefaults()
	p.Walks, p.Turns = 2, 5
	e := local.OnDevice(newMirror(in, 2), cutKernels())
	for seed := range uint64(4) {
		device, err := local.New(cuts(in), p, seed, e)
		if err != nil {
			t.Fatal(err)
		}
		host, err := local.New(cuts(in), p, seed, local.Threads[maxcut.Sides]{Count: 1})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(device.Step(t.Context()), host.Step(t.Context())); err != nil {
			t.Fatal(err)
		}
		if device.Cost() != host.Cost() {
			t.Errorf("seed %d: cost %v, threads have %v", seed, device.Cost(), host.Cost())
		}
	}
}
