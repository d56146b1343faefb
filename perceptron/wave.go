package perceptron

import "github.com/tourmaline-opt/tourmaline/moves"

// A wave enumerates the moves of flips in order and computes their costs. A
// move of several columns is one flip away from the solution in which all but
// its last column are flipped. Moves that share these columns, the stem, are
// consecutive. So a wave groups the rows as they are after flipping the stem
// and then computes the costs of all last columns, one block at a time.
//
// A device with a work-item for each move of a stem needs what costs reads: the
// terms, the teams, the places and the spans, all of them flat. A device with a
// work-item for each of all moves can scan the groups of the current solution
// with rolling counts of the rows that rise and fall. It needs the terms, the
// teams, where each group begins, and how many rows of each height are wanted.
type wave struct {
	f       *flips
	stem    []int     // columns
	heights [][]int32 // of the rows after the first column of the stem, after both
	groups  *groups
	col     int // last column of the next move
	costs   [width]int
	marks   []mark // of the columns; see Pick
}

func newWave(f *flips) *wave {
	w := &wave{f: f, stem: make([]int, f.distance-1), groups: newGroups(f.in), marks: make([]mark, f.in.cols)}
	for range w.stem {
		w.heights = append(w.heights, make([]int32, f.in.rows))
	}
	return w
}

// seek moves to the move with these columns.
func (w *wave) seek(cols [3]int) {
	copy(w.stem, cols[:])
	w.col = cols[len(w.stem)]
	w.group(0)
}

// group regroups the rows after the stem has changed from some column on.
func (w *wave) group(from int) {
	heights := w.f.heights
	for i, j := range w.stem {
		if i >= from {
			w.f.terms.shift(w.heights[i], heights, j)
		}
		heights = w.heights[i]
	}
	w.groups.sort(heights)
}

// next returns the costs of the next moves, at least one, and advances past
// them.
func (w *wave) next() []int {
	if w.col == w.f.in.cols {
		w.advance()
	}
	b, lane := w.f.terms.lane(w.col)
	w.groups.costs(w.f.terms.blocks[b], &w.costs)
	w.col += width - lane
	return w.costs[lane:]
}

// advance goes to the next stem.
func (w *wave) advance() {
	changed := 0
	switch s := w.stem; len(s) {
	case 1:
		s[0]++
	case 2:
		before := s[0]
		s[0], s[1] = moves.NextPair(w.f.in.cols-1, s[0], s[1])
		if s[0] == before {
			changed = 1
		}
	}
	w.col = w.stem[len(w.stem)-1] + 1
	w.group(changed)
}
