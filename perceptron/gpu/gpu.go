// Package gpu provides the neighbourhoods of package perceptron for local
// search on a device. Costs are whole numbers, so its picks equal those of
// package perceptron bit for bit.
package gpu

import (
	"context"
	"embed"
	"fmt"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/perceptron"
)

//go:embed *.cl
var sources embed.FS

// Flips returns the kernel of perceptron.Flips.
//
// A row that moves D heights up or down changes a cost by at most 30·4D + 2, so
// for perceptron.Largest rows an int holds the change and all intermediate
// sums.
func Flips(in *perceptron.Instance, distance int) (local.Kernel[perceptron.Solution], error) {
	count, err := in.Moves(distance)
	if err != nil {
		return local.Kernel[perceptron.Solution]{}, fmt.Errorf("%s: %w", in.Name, err)
	}
	l := layout{in.Rows(), in.Cols()}
	return local.Kernel[perceptron.Solution]{Encode: l.encode, KernelSource: local.KernelSource{
		Sources: sources, File: "flips.cl", Delta: local.Int,
		Defines: map[string]any{"ROWS": l.rows, "COLS": l.cols, "DISTANCE": distance},
		Inputs:  func(context.Context) ([]any, error) { return []any{matrix(in), wanted(in)}, nil },
		State:   l.size(), Moves: count, Attributes: 2 * l.cols,
	}}, nil
}

// matrix returns all rows, one after the other.
func matrix(in *perceptron.Instance) []int8 {
	entries := make([]int8, 0, in.Rows()*in.Cols())
	for i := range in.Rows() {
		entries = append(entries, in.Row(i)...)
	}
	return entries
}

// wanted returns how many products there are of each height.
func wanted(in *perceptron.Instance) []int32 {
	many := make([]int32, in.Cols()+1)
	for _, y := range in.Products() {
		many[(int(y)+in.Cols())/2]++
	}
	return many
}

// A layout describes the state of a walk as flips.cl expects it.
type layout struct{ rows, cols int }

func (l layout) size() int { return 2 + l.cols + 1 + l.rows + l.cols }

func (l layout) encode(h moves.Neighbourhood[perceptron.Solution], state []int32) {
	span, rest := state[:2], state[2:]
	ends, rest := rest[:l.cols+1], rest[l.cols+1:]
	rows, vector := rest[:l.rows], rest[l.rows:]
	f := h.(*perceptron.Flips)
	f.Groups(ends, rows)
	f.Vector(vector)
	lowest, _ := slices.BinarySearch(ends, 1)
	highest, _ := slices.BinarySearch(ends, int32(l.rows))
	span[0], span[1] = int32(lowest), int32(highest)
}
