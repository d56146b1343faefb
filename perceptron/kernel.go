package perceptron

import (
	"context"
	"embed"
	"fmt"
	"slices"

	"github.com/tourmaline-opt/tourmaline/moves"
)

//go:embed *.cl
var sources embed.FS

// FlipsKernel returns the device kernel of NewFlips. Costs are whole numbers, so a device picks the
// same moves as the CPU.
//
// A row that moves D heights up or down changes the cost by at most 30·4D + 2. With at most largest
// rows, an int therefore holds the change and all intermediate sums.
func FlipsKernel(in *Instance, distance int) (moves.Kernel[Solution], error) {
	count, err := in.moves(distance)
	if err != nil {
		return moves.Kernel[Solution]{}, fmt.Errorf("%s: %w", in.Name, err)
	}
	l := layout{in.rows, in.cols}
	return moves.Kernel[Solution]{Encode: l.encode, KernelSource: moves.KernelSource{
		Sources: sources, File: "flips.cl", Delta: moves.Int,
		Defines: map[string]any{"ROWS": l.rows, "COLS": l.cols, "DISTANCE": distance},
		Inputs:  func(context.Context) ([]any, error) { return []any{in.entries, in.wanted}, nil },
		State:   l.size(), Moves: count, Attributes: 2 * l.cols,
	}}, nil
}

// A layout describes the state of a walk in the form that flips.cl expects.
type layout struct{ rows, cols int }

func (l layout) size() int { return 2 + l.cols + 1 + l.rows + l.cols }

func (l layout) encode(h moves.Neighbourhood[Solution], state []int32) {
	span, rest := state[:2], state[2:]
	ends, rest := rest[:l.cols+1], rest[l.cols+1:]
	rows, vector := rest[:l.rows], rest[l.rows:]
	f := h.(*flips)
	f.sorted(ends, rows)
	for j, v := range f.v {
		vector[j] = int32(v)
	}
	lowest, _ := slices.BinarySearch(ends, 1)
	highest, _ := slices.BinarySearch(ends, int32(l.rows))
	span[0], span[1] = int32(lowest), int32(highest)
}

// sorted groups the rows by height, the number of terms a_ij·v_j that are +1. The rows of height at
// most h are the first ends[h] elements of rows. There is one end for each height from 0 to the
// number of columns.
func (f *flips) sorted(ends, rows []int32) {
	clear(ends)
	for _, h := range f.heights {
		ends[h]++
	}
	at := int32(0)
	for h, many := range ends {
		ends[h] = at
		at += many
	}
	for row, h := range f.heights {
		rows[ends[h]] = int32(row)
		ends[h]++
	}
}
