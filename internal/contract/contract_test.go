package contract

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/moves"
)

// digits is a list of digits. Move k sets digit k/2 to k%2. The cost is the sum of the digits.
type digits struct {
	list     []int32
	declared bool            // report moves that change nothing as impossible
	wrong    map[int]float64 // wrong deltas by move; -1 is an error of the cost
}

func sum(list []int32) (cost float64) {
	for _, d := range list {
		cost += float64(d)
	}
	return cost
}

func (h *digits) Len() int               { return 2 * len(h.list) }
func (h *digits) Cost() float64          { return sum(h.list) + h.wrong[-1] }
func (h *digits) Snapshot() []int32      { return slices.Clone(h.list) }
func (h *digits) Reset(list []int32)     { copy(h.list, list) }
func (h *digits) Apply(k int, _ float64) { h.list[k/2] = int32(k % 2) }
func (h *digits) Deltas(first int, dst []float64) {
	for i := range dst {
		k := first + i
		dst[i] = float64(int32(k%2) - h.list[k/2])
		if h.declared && dst[i] == 0 {
			dst[i] = moves.Impossible()
		}
		if d, ok := h.wrong[k]; ok {
			dst[i] = d
		}
	}
}

func TestMoves(t *testing.T) {
	full := func(list []int32) error {
		if !slices.Contains(list, 1) {
			return errors.New("empty")
		}
		return nil
	}
	any := func([]int32) error { return nil }
	for _, c := range []struct {
		name  string
		h     digits
		check func([]int32) error
		want  string
	}{
		{"good", digits{declared: true}, any, ""},
		{"a move that changes nothing", digits{}, any, "move 1 of 6 changes nothing and has delta 0, expected moves.Impossible"},
		{"not a number", digits{declared: true, wrong: map[int]float64{3: math.NaN()}}, any, "move 3 of 6 has delta NaN"},
		{"minus infinity", digits{declared: true, wrong: map[int]float64{3: math.Inf(-1)}}, any, "move 3 of 6 has delta -Inf"},
		{"a wrong delta", digits{declared: true, wrong: map[int]float64{3: 5}}, any, "move 3 of 6 has delta 5, but changes the cost by 1"},
		{"a wrong cost", digits{declared: true, wrong: map[int]float64{-1: 1}}, any, "states cost 2, but its solution costs 1"},
		{"outside the problem", digits{declared: true}, full, "move 0 of 6 leads to something that Check rejects: empty"},
	} {
		c.h.list = []int32{1, 0, 0}
		err := Moves(&c.h, 100, sum, c.check)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if !slices.Equal(c.h.list, []int32{1, 0, 0}) {
			t.Errorf("%s: left at %v", c.name, c.h.list)
		}
	}
}
