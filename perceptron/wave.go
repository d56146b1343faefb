package perceptron

import "github.com/tourmaline-opt/tourmaline/moves"

// A wave enumerates the moves of flips in order and computes their costs. A move of several columns
// is one flip away from the solution in which all but its last column are flipped. These columns
// are called the stem, and moves with the same stem are consecutive. A wave therefore groups the
// rows as they are after flipping the stem, and then computes the costs for all last columns, one
// block at a time.
//
// A device with one work-item per move of a stem needs the data that costs reads, in flat arrays:
// the terms, the teams, the places and the spans. A device with one work-item per move of the whole
// neighbourhood can scan the groups of the current solution with rolling counts of the rows that
// rise and fall. It needs the terms, the teams, the start of each group, and the wanted number of
// rows of each height.
type wave struct {
	f    *flips
	stem []int // columns of the stem
	// heights of the rows after flipping the first column and the first two columns of the stem
	heights [][]int32
	groups  *groups
	col     int // last column of the next move
	costs   [width]int
	marks   []mark // marks of the columns; see Pick
}

func newWave(f *flips) *wave {
	w := &wave{f: f, stem: make([]int, f.distance-1), groups: newGroups(f.in), marks: make([]mark, f.in.cols)}
	for range w.stem {
		w.heights = append(w.heights, make([]int32, f.in.rows))
	}
	return w
}

// seek positions the wave at the move that flips the given columns.
func (w *wave) seek(cols [3]int) {
	copy(w.stem, cols[:])
	w.col = cols[len(w.stem)]
	w.group(0)
}

// group regroups the rows after the columns of the stem have changed, starting at index from.
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

// next returns the costs of one or more moves and advances past these moves.
func (w *wave) next() []int {
	if w.col == w.f.in.cols {
		w.advance()
	}
	b, lane := w.f.terms.lane(w.col)
	w.groups.costs(w.f.terms.blocks[b], &w.costs)
	w.col += width - lane
	return w.costs[lane:]
}

// advance moves to the next stem.
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
