package walks_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/gpu/gputest"
	"github.com/tourmaline-opt/tourmaline/internal/gpu/walks"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/searchtest"
)

// ones is the smallest possible problem: minimise the number of set bits among n bits. A move flips
// one bit.
type ones struct{ bits []int8 }

func (o *ones) Len() int { return len(o.bits) }
func (o *ones) Deltas(first int, dst []float64) {
	for i := range dst {
		dst[i] = 1 - 2*float64(o.bits[first+i])
	}
}
func (o *ones) Apply(move int, _ float64) { o.bits[move] ^= 1 }
func (o *ones) Cost() float64 {
	sum := 0
	for _, b := range o.bits {
		sum += int(b)
	}
	return float64(sum)
}
func (o *ones) Snapshot() []int8  { return append([]int8(nil), o.bits...) }
func (o *ones) Reset(bits []int8) { copy(o.bits, bits) }

func space(n int) local.Landscape[[]int8] {
	return local.Landscape[[]int8]{
		Random: func(r *rng.Stream) []int8 {
			bits := make([]int8, n)
			for i := range bits {
				bits[i] = int8(r.IntN(2))
			}
			return bits
		},
		Around: func(b []int8, _ int) ([]moves.Neighbourhood[[]int8], error) {
			return []moves.Neighbourhood[[]int8]{&ones{append([]int8(nil), b...)}}, nil
		},
	}
}

// source is a complete problem for a device.
const source = `
#define INPUTS
#define INPUT
static inline delta_t delta_of(__global const int *bits, ulong move) { return 1 - 2 * bits[move]; }
static inline int touch_of(__global const int *bits, ulong move, __private int *enters) { enters[0] = (int)move; return 1; }
static inline int apply_move(__global int *bits, ulong move, __private int *leaves)
{
	leaves[0] = (int)move;
	bits[move] ^= 1;
	return 1;
}
`

func kernel(n int) moves.Kernel[[]int8] {
	return moves.Kernel[[]int8]{KernelSource: moves.KernelSource{
		Sources: fstest.MapFS{"ones.cl": {Data: []byte(source)}}, File: "ones.cl",
		State: n, Moves: n, Applies: true,
	},
		Encode: func(h moves.Neighbourhood[[]int8], state []int32) {
			for i, b := range h.(*ones).bits {
				state[i] = int32(b)
			}
		},
	}
}

// A device gives the same results as threads for slices of any size and any number of walks.
func TestSlicesAndWalksChangeNothing(t *testing.T) {
	for _, c := range []struct{ n, walks int }{{1, 1}, {255, 1}, {256, 2}, {257, 3}, {1300, 5}, {5000, 2}} {
		d := cltest.Device(t)
		if cltest.Simulated(d) && c.n > 300 {
			continue
		}
		e := gputest.Engine(t, d, c.walks, kernel(c.n))
		p := local.TabuDefaults(9, c.n)
		p.Common = local.Common{Walks: c.walks, Turns: 7}
		device, err := local.New(space(c.n), p, 1, e)
		if err != nil {
			t.Fatal(err)
		}
		host, err := local.New(space(c.n), p, 1, local.Threads[[]int8]{Count: 1})
		if err != nil {
			t.Fatal(err)
		}
		for step := range 3 {
			if err := errors.Join(device.Step(t.Context()), host.Step(t.Context())); err != nil {
				t.Fatal(err)
			}
			if device.Cost() != host.Cost() {
				t.Fatalf("%d bits, %d walks, step %d: %v, the host has %v", c.n, c.walks, step, device.Cost(), host.Cost())
			}
		}
	}
}

// Hill climbing on a device ends with all bits clear, for every walk.
func TestClimbsToTheEnd(t *testing.T) {
	n := 40
	e := gputest.Engine(t, cltest.Device(t), 3, kernel(n))
	p := local.ClimbDefaults()
	p.Walks, p.Restarts, p.Turns = 3, 0, 50
	s, err := local.New(space(n), p, 1, e)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Step(t.Context()); !errors.Is(err, search.ErrExhausted) {
		t.Errorf("%v, expected that nothing is left", err)
	}
	if s.Cost() != 0 {
		t.Errorf("cost %v", s.Cost())
	}
}

// problem is the search.Problem for ones.
type problem struct{ n int }

func (problem) Cost(bits []int8) float64 { return (&ones{bits}).Cost() }
func (p problem) Check(bits []int8) error {
	if len(bits) != p.n {
		return fmt.Errorf("%d bits, expected %d", len(bits), p.n)
	}
	for i, b := range bits {
		if b != 0 && b != 1 {
			return fmt.Errorf("bit %d is %d", i, b)
		}
	}
	return nil
}

// A search on a device passes the conformance suite: it can be interrupted, saved, and restored on
// a device or on threads, and it accepts immigrants.
func TestConforms(t *testing.T) {
	d := cltest.Device(t)
	if cltest.Simulated(d) {
		t.Skip("many steps, which a simulated device takes minutes for")
	}
	common := local.Common{Walks: 3, Turns: 5}
	tabu, climb, vnd, ils := local.TabuDefaults(20, 40), local.ClimbDefaults(), local.VNDDefaults(), local.ILSDefaults()
	tabu.Common, climb.Common, vnd.Common, ils.Common = common, common, common, common
	ils.Improvement, ils.Home = "best", 4
	l := space(40)
	l.Check = problem{40}.Check
	e := gputest.Engine(t, d, common.Walks, kernel(40))
	for name, p := range map[string]local.Params{"tabu": tabu, "climb": climb, "vnd": vnd, "ils": ils} {
		on := func(e local.Engine[[]int8]) func() search.Searcher[[]int8] {
			return func() search.Searcher[[]int8] {
				s, err := local.New(l, p, 1, e)
				if err != nil {
					t.Fatal(err)
				}
				return s
			}
		}
		device, threads := on(e), on(local.Threads[[]int8]{Count: 2})
		t.Run(name+"/device", func(t *testing.T) { searchtest.Searcher(t, problem{40}, 8, device, threads) })
		t.Run(name+"/threads", func(t *testing.T) { searchtest.Searcher(t, problem{40}, 8, threads, device) })
	}
}

// An error in a problem's source file is reported with the file and line.
func TestErrorsOfASourceAreReported(t *testing.T) {
	k := kernel(4)
	k.Sources = fstest.MapFS{"ones.cl": {Data: []byte("#define INPUTS\n#define INPUT\nnonsense\n")}}
	if d := cltest.Device(t); !cltest.Simulated(d) { // a simulated device reports misuse
		if _, err := walks.New(t.Context(), d, 1, []moves.KernelSource{k.KernelSource}); err == nil || !strings.Contains(err.Error(), "ones.cl:3") {
			t.Errorf("an error in line 3 of ones.cl is reported as %v", err)
		}
	}
	k.File = "pick_moves.cl"
	if _, err := walks.New(t.Context(), cltest.Device(t), 1, []moves.KernelSource{k.KernelSource}); err == nil || !strings.Contains(err.Error(), "rename yours") {
		t.Errorf("a file with the name of the template's: %v", err)
	}
	k = kernel(0)
	if _, err := walks.New(t.Context(), cltest.Device(t), 1, []moves.KernelSource{k.KernelSource}); err == nil {
		t.Error("a kernel without moves passed")
	}
}

// A kernel marks the same moves as impossible as its neighbourhood, for every delta type.
func TestImpossibleMoves(t *testing.T) {
	l := space(30)
	l.Around = func(b []int8, _ int) ([]moves.Neighbourhood[[]int8], error) {
		return []moves.Neighbourhood[[]int8]{&half{ones{append([]int8(nil), b...)}}}, nil
	}
	text := strings.Replace(source, "return 1 -", "return move % 2 ? IMPOSSIBLE : 1 -", 1)
	for _, unit := range []moves.Delta{moves.Int, moves.Long, moves.Double} {
		if unit == moves.Double && !cltest.Device(t).Info().Double {
			continue
		}
		k := kernel(30)
		k.Sources, k.Delta = fstest.MapFS{"ones.cl": {Data: []byte(text)}}, unit
		encode := k.Encode
		k.Encode = func(h moves.Neighbourhood[[]int8], state []int32) { encode(&h.(*half).ones, state) }
		gputest.Kernels(t, l, 30, k)
	}
}

// half is a neighbourhood that may flip only every other bit.
type half struct{ ones }

func (h *half) Deltas(first int, dst []float64) {
	h.ones.Deltas(first, dst)
	for i := range dst {
		if (first+i)%2 == 1 {
			dst[i] = moves.Impossible()
		}
	}
}

// A search that reads back the deltas of all moves passes the conformance suite. It can be saved and
// restored on a device that selects the moves, or on threads.
func TestReadBackConforms(t *testing.T) {
	d := cltest.Device(t)
	if cltest.Simulated(d) {
		t.Skip("many steps, which a simulated device takes minutes for")
	}
	p := local.TabuDefaults(20, 40)
	p.Common = local.Common{Walks: 3, Turns: 5, ReadBack: true}
	l, k := space(40), kernel(40)
	l.Check = problem{40}.Check
	read, err := walks.NewReadBack(t.Context(), d, p.Walks, []moves.KernelSource{k.KernelSource})
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	on := func(e local.Engine[[]int8]) func() search.Searcher[[]int8] {
		return func() search.Searcher[[]int8] {
			s, err := local.New(l, p, 1, e)
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
	}
	kernels := []moves.Kernel[[]int8]{k}
	searchtest.Searcher(t, problem{40}, 8, on(local.OnDevice(read, kernels)), on(gputest.Engine(t, d, p.Walks, k)), on(local.Threads[[]int8]{Count: 2}))
}

// A device that cannot store the deltas of all moves reports so, whereas one that selects the moves
// needs no memory for them [LSM13 §6.5, §6.6].
func TestReadBackFailsWhereItDoesNotFit(t *testing.T) {
	d := cltest.Device(t)
	moved := int(d.Info().MaxBuffer/8) + 1
	k := kernel(1)
	k.Moves, k.Attributes = moved, 1
	if _, err := walks.NewReadBack(t.Context(), d, 1, []moves.KernelSource{k.KernelSource}); err == nil || !strings.Contains(err.Error(), "cost changes of moves") {
		t.Errorf("%d moves: %v", moved, err)
	}
	if e, err := walks.New(t.Context(), d, 1, []moves.KernelSource{k.KernelSource}); err != nil {
		t.Error(err)
	} else if err := e.Close(); err != nil {
		t.Error(err)
	}
	k.Moves = math.MaxInt
	if _, err := walks.NewReadBack(t.Context(), d, 1, []moves.KernelSource{k.KernelSource}); err == nil || !strings.Contains(err.Error(), "use readback=false") {
		t.Errorf("%d moves: %v", k.Moves, err)
	}
}
