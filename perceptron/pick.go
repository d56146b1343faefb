package perceptron

import (
	"context"
	"math"

	"github.com/tourmaline-opt/tourmaline/moves"
)

// A mark classifies, under a rule, the value that flipping a column adds.
type mark uint8

const (
	free mark = 1 << iota // the value may be added
	long                  // the value has been absent for a long time
)

// mark computes the marks of all columns.
func (w *wave) mark(r *moves.Rule) {
	for j := range w.marks {
		w.marks[j] = free
		if r.Until == nil {
			continue
		}
		w.marks[j] = 0
		until := r.Until[w.f.entering(j)]
		if until < r.Step {
			w.marks[j] |= free
		}
		if until < r.Long {
			w.marks[j] |= long
		}
	}
}

// stemMark combines the marks of the stem: the result is free if any column is free, and long if
// all columns are long.
func (w *wave) stemMark() mark {
	m := long
	for _, j := range w.stem {
		m = m&w.marks[j]&long | (m|w.marks[j])&free
	}
	return m
}

// Pick returns the best move under a rule. It uses marks instead of moves.Rule.Class, with the same
// result: a move is wanted if all its columns are long, and allowed if any column is free.
func (f *flips) Pick(ctx context.Context, r *moves.Rule) (moves.Choice, error) {
	w := f.wave(0)
	defer f.rest(w)
	w.mark(r)
	now := int(f.cost)
	move := [2]int{moves.Wanted: -1, moves.Allowed: -1}
	delta := [2]int{math.MaxInt, math.MaxInt}
	for first, n := 0, f.Len(); first < n; {
		if ctx.Err() != nil {
			return moves.Choice{Move: -1}, ctx.Err()
		}
		costs := w.next()
		stem := w.stemMark()
		marks := w.marks[w.col-len(costs) : w.col]
		for i, cost := range costs {
			d := cost - now
			if d >= delta[moves.Wanted] {
				continue
			}
			class := moves.Allowed
			if stem&marks[i]&long != 0 || float64(d) < r.Aspire {
				class = moves.Wanted
			} else if (stem|marks[i])&free == 0 {
				continue
			}
			if d < delta[class] {
				move[class], delta[class] = first+i, d
			}
		}
		first += len(costs)
	}
	for class := range move {
		if move[class] >= 0 {
			return moves.Choice{Move: move[class], Delta: float64(delta[class])}, nil
		}
	}
	return moves.Choice{Move: -1}, nil
}
