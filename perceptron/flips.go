package perceptron

import (
	"fmt"
	"slices"
	"sync"

	"github.com/tourmaline-opt/tourmaline/moves"
)

// flips holds a solution and provides all moves that flip one, two or three of its entries. An
// attribute is an entry together with its value.
type flips struct {
	in       *Instance
	distance int
	count    int // number of moves
	v        Solution
	cost     float64
	terms    *terms
	heights  []int32 // heights of the rows

	mu   sync.Mutex
	idle []*wave // unused waves, at most one for each concurrent caller
}

// moves returns the number of moves that flip distance entries. The distance must be one, two or
// three.
func (in *Instance) moves(distance int) (int, error) {
	if distance < 1 || distance > 3 {
		return 0, fmt.Errorf("got moves that flip %d entries, expected 1, 2 or 3", distance)
	}
	if distance > in.cols {
		return 0, fmt.Errorf("got moves that flip %d of %d entries: use a smaller distance", distance, in.cols)
	}
	if distance == 3 && in.cols > moves.MostInTriples {
		return 0, fmt.Errorf("got moves that flip 3 of %d entries, too many to number with an int on this machine: the limit is %d", in.cols, moves.MostInTriples)
	}
	return [...]int{1: in.cols, 2: moves.Pairs(in.cols), 3: moves.Triples(in.cols)}[distance], nil
}

// NewFlips returns the neighbourhood of all moves that flip distance entries of a solution, which
// is the neighbourhood of that Hamming distance [LSM13 §6.2]. distance must be one, two or three.
// Moves are numbered as in package moves. The neighbourhood starts at a copy of start.
func NewFlips(in *Instance, distance int, start Solution) (moves.Neighbourhood[Solution], error) {
	count, err := in.moves(distance)
	if err != nil {
		return nil, err
	}
	if err := in.Check(start); err != nil {
		return nil, err
	}
	f := &flips{in: in, distance: distance, count: count, v: make(Solution, in.cols), terms: newTerms(in), heights: make([]int32, in.rows)}
	f.idle = []*wave{newWave(f)}
	f.Reset(start)
	return f, nil
}

// Len returns the number of moves.
func (f *flips) Len() int { return f.count }

// columns returns the columns that a move flips, in ascending order. Only the first distance
// elements are used.
func (f *flips) columns(move int) (cols [3]int) {
	switch f.distance {
	case 1:
		cols[0] = move
	case 2:
		cols[0], cols[1] = moves.Pair(f.in.cols, move)
	case 3:
		cols[0], cols[1], cols[2] = moves.Triple(f.in.cols, move)
	}
	return cols
}

// Deltas computes the exact changes in cost.
func (f *flips) Deltas(first int, dst []float64) {
	if len(dst) == 0 {
		return
	}
	w := f.wave(first)
	defer f.rest(w)
	for len(dst) > 0 {
		costs := w.next()
		costs = costs[:min(len(costs), len(dst))]
		for i, cost := range costs {
			dst[i] = float64(cost) - f.cost
		}
		dst = dst[len(costs):]
	}
}

// wave returns a wave that starts at the given move. The caller must return the wave with rest.
func (f *flips) wave(first int) *wave {
	f.mu.Lock()
	var w *wave
	if last := len(f.idle) - 1; last >= 0 {
		w, f.idle = f.idle[last], f.idle[:last]
	} else {
		w = newWave(f)
	}
	f.mu.Unlock()
	w.seek(f.columns(first))
	return w
}

func (f *flips) rest(w *wave) {
	f.mu.Lock()
	f.idle = append(f.idle, w)
	f.mu.Unlock()
}

// Apply flips the entries of a move.
func (f *flips) Apply(move int, delta float64) {
	cols := f.columns(move)
	for _, j := range cols[:f.distance] {
		f.terms.shift(f.heights, f.heights, j)
		f.terms.flip(j)
		f.v[j] = -f.v[j]
	}
	f.cost += delta
}

// Cost returns the cost of the solution.
func (f *flips) Cost() float64 { return f.cost }

// Snapshot returns a copy of the solution.
func (f *flips) Snapshot() Solution { return slices.Clone(f.v) }

// Reset replaces the solution with a copy of v.
func (f *flips) Reset(v Solution) {
	if err := f.in.Check(v); err != nil {
		panic(fmt.Sprintf("perceptron: Reset: %v", err))
	}
	copy(f.v, v)
	f.cost = f.in.Cost(f.v)
	f.terms.reset(f.in, f.v, f.heights)
}

// Attributes returns the number of attributes. The attribute of entry j is 2j if the entry is -1,
// and 2j+1 if it is 1.
func (f *flips) Attributes() int { return 2 * f.in.cols }

// entering returns the attribute that flipping an entry adds. The flip removes the other attribute
// of the entry.
func (f *flips) entering(j int) int32 { return int32(2*j) + int32(1-f.v[j])/2 }

// Touched returns the attributes that a move adds and the attributes that it removes.
func (f *flips) Touched(move int) moves.Touch {
	t := moves.Touch{Count: f.distance}
	cols := f.columns(move)
	for i, j := range cols[:f.distance] {
		t.Enters[i] = f.entering(j)
		t.Leaves[i] = t.Enters[i] ^ 1
	}
	return t
}
