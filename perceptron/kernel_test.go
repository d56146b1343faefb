package perceptron_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/cl/cltest"
	"github.com/tourmaline-opt/tourmaline/internal/gpu/walks"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/perceptron"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// instance returns an instance with a planted solution or, if the number of columns is even, with
// random products.
func instance(t testing.TB, rows, cols int) *perceptron.Instance {
	t.Helper()
	if cols%2 == 1 {
		in, _, err := perceptron.Generate(rows, cols, 1)
		return must(t, in, err)
	}
	random := rng.At(1, 0, 0)
	products := make([]int32, rows)
	for i := range products {
		products[i] = 2 * random.IntN(int32(cols/2+1))
	}
	in, err := perceptron.New("random", cols, perceptron.Random(rows*cols, &random), products)
	return must(t, in, err)
}

func must[T any](t testing.TB, v T, err error) T {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// space returns a landscape of random vectors with flips of the given distances.
func space(in *perceptron.Instance, distances ...int) local.Landscape[perceptron.Solution] {
	return local.Landscape[perceptron.Solution]{
		Random: func(r *rng.Stream) perceptron.Solution { return perceptron.Random(in.Cols(), r) },
		Around: func(v perceptron.Solution, _ int) (around []moves.Neighbourhood[perceptron.Solution], err error) {
			for _, distance := range distances {
				f, err := perceptron.NewFlips(in, distance, v)
				if err != nil {
					return nil, err
				}
				around = append(around, f)
			}
			return around, nil
		},
	}
}

// scored is a neighbourhood that the device scores and the host reads back as a whole, as in line
// 16 of [LSM13 Algorithm 2].
type scored struct {
	moves.Neighbourhood[perceptron.Solution]
	kernel moves.Kernel[perceptron.Solution]
	trial  walks.Trial
	state  []int32
	stale  bool // whether the neighbourhood has changed since the state was encoded
	t      testing.TB
}

func newScored(t testing.TB, d *cl.Device, k moves.Kernel[perceptron.Solution], h moves.Neighbourhood[perceptron.Solution]) *scored {
	t.Helper()
	trial, err := walks.NewTrial(t.Context(), d, k.KernelSource)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := trial.Close(); err != nil {
			t.Error(err)
		}
	})
	return &scored{h, k, trial, make([]int32, k.State), true, t}
}

func (s *scored) Deltas(first int, dst []float64) {
	if s.stale {
		s.kernel.Encode(s.Neighbourhood, s.state)
		s.stale = false
	}
	if err := s.trial.Score(context.Background(), s.state, first, dst); err != nil {
		s.t.Fatal(err)
	}
}

func (s *scored) Apply(move int, delta float64) {
	s.Neighbourhood.Apply(move, delta)
	s.stale = true
}

func (s *scored) Reset(solution perceptron.Solution) {
	s.Neighbourhood.Reset(solution)
	s.stale = true
}

// A neighbourhood of more than a thousand million moves is scored in parts that may start at any
// move.
func TestHugeNeighbourhood(t *testing.T) {
	cols := 2001
	if math.MaxInt == math.MaxInt32 {
		cols = 1850 // close to the limit that a 32-bit int can number
	}
	in := instance(t, 3, cols)
	m, err := perceptron.FlipsKernel(in, 3)
	must(t, m, err)
	if m.Moves < 1_000_000_000 {
		t.Fatalf("only %d moves", m.Moves)
	}
	d := cltest.Device(t)
	random := rng.At(1, 0, 0)
	f, err := perceptron.NewFlips(in, 3, perceptron.Random(in.Cols(), &random))
	s := newScored(t, d, m, must(t, f, err))
	n := 1000
	if cltest.Simulated(d) {
		n = 50
	}
	want, got := make([]float64, n), make([]float64, n)
	for _, first := range []int{0, m.Moves / 2, 1_000_000_000, m.Moves - n} {
		f.Deltas(first, want)
		s.Deltas(first, got)
		if !slices.Equal(got, want) {
			t.Errorf("moves from %d on differ from the host's", first)
		}
	}
}

// Encode writes the state of a walk in the form that the device expects.
func TestEncode(t *testing.T) {
	in, err := perceptron.New("", 3, []int8{
		1, 1, -1,
		1, 1, 1,
		-1, -1, 1,
		1, 1, -1,
	}, []int32{1, 1, 3, 3})
	must(t, in, err)
	f, err := perceptron.NewFlips(in, 2, perceptron.Solution{1, 1, -1})
	must(t, f, err)
	m, err := perceptron.FlipsKernel(in, 2)
	must(t, m, err)
	state := make([]int32, m.State)
	m.Encode(f, state)
	want := slices.Concat(
		[]int32{0, 3},       // lowest and highest number of +1 terms in a row
		[]int32{1, 1, 2, 4}, // ends of the groups
		[]int32{2, 1, 0, 3}, // rows
		[]int32{1, 1, -1},
	)
	if !slices.Equal(state, want) {
		t.Errorf("%v, want %v", state, want)
	}
	if n := testing.AllocsPerRun(10, func() { m.Encode(f, state) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestFlipsRefuses(t *testing.T) {
	in := instance(t, 2, 2)
	for distance, want := range map[int]string{
		0: "random: got moves that flip 0 entries, expected 1, 2 or 3",
		3: "random: got moves that flip 3 of 2 entries: use a smaller distance",
	} {
		if _, err := perceptron.FlipsKernel(in, distance); err == nil || err.Error() != want {
			t.Errorf("distance %d: %v, want %s", distance, err, want)
		}
	}
}
