package local_test

import (
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// frozen is a bit string with one move per bit. Only every tenth move is possible. Adjacent movable
// bits that differ cost 1, which creates local optima and plateaus.
type frozen struct{ bits []int8 }

func frozenCost(bits []int8) (cost float64) {
	for i := 10; i < len(bits); i += 10 {
		if bits[i] != bits[i-10] {
			cost++
		}
	}
	return cost
}

func (f *frozen) Len() int          { return len(f.bits) }
func (f *frozen) Cost() float64     { return frozenCost(f.bits) }
func (f *frozen) Snapshot() []int8  { return slices.Clone(f.bits) }
func (f *frozen) Reset(bits []int8) { copy(f.bits, bits) }
func (f *frozen) Apply(m int, _ float64) {
	if m%10 != 0 {
		panic("an impossible move was made")
	}
	f.bits[m] = 1 - f.bits[m]
}

func (f *frozen) Deltas(first int, dst []float64) {
	for i := range dst {
		if dst[i] = moves.Impossible(); (first+i)%10 == 0 {
			after := slices.Clone(f.bits)
			after[first+i] = 1 - after[first+i]
			dst[i] = frozenCost(after) - f.Cost()
		}
	}
}

// No algorithm makes an impossible move or is misled by one.
func TestImpossibleMovesAreNeverMade(t *testing.T) {
	const n = 300
	space := local.Landscape[[]int8]{
		Random: func(r *rng.Stream) []int8 {
			bits := make([]int8, n)
			for i := 0; i < n; i += 10 {
				bits[i] = int8(r.IntN(2))
			}
			return bits
		},
		Around: func(bits []int8, _ int) ([]moves.Neighbourhood[[]int8], error) {
			return []moves.Neighbourhood[[]int8]{&frozen{slices.Clone(bits)}}, nil
		},
	}
	first := local.ILSDefaults()
	for name, p := range map[string]local.Params{
		"tabu": local.TabuDefaults(n/10, n), "climb": local.ClimbDefaults(), "vnd": local.VNDDefaults(),
		"ils": first, "anneal": local.AnnealDefaults(n / 10),
	} {
		s, err := local.New(space, p, 1, local.Threads[[]int8]{Count: 2})
		if err != nil {
			t.Fatal(err)
		}
		before := s.Cost()
		for step := range 20 {
			s.Pace(float64(step) / 20)
			if err := s.Step(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if s.Cost() > before/2 {
			t.Errorf("%s: cost %v after 20 steps, %v at the start", name, s.Cost(), before)
		}
	}
}

// A search at a solution without possible moves continues without error.
func TestNoPossibleMoves(t *testing.T) {
	space := local.Landscape[[]int8]{
		Random: func(*rng.Stream) []int8 { return []int8{1} },
		Around: func(bits []int8, _ int) ([]moves.Neighbourhood[[]int8], error) {
			return []moves.Neighbourhood[[]int8]{stuck{&frozen{slices.Clone(bits)}}}, nil
		},
	}
	for name, p := range map[string]local.Params{"tabu": local.TabuDefaults(1, 1), "ils": local.ILSDefaults(), "vnd": local.VNDDefaults(), "anneal": local.AnnealDefaults(1)} {
		s, err := local.New(space, p, 1, local.Threads[[]int8]{Count: 1})
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if err := s.Step(t.Context()); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
}

// stuck has no possible move.
type stuck struct{ *frozen }

func (stuck) Deltas(_ int, dst []float64) {
	for i := range dst {
		dst[i] = moves.Impossible()
	}
}

func (stuck) Apply(int, float64) { panic("an impossible move was made") }
