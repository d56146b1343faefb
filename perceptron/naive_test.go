package perceptron

import (
	"slices"

	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
	"pgregory.net/rapid"
)

// naiveCost returns the cost as defined in the paper.
func naiveCost(in *Instance, v Solution) float64 {
	difference := map[int]int{}
	for _, y := range in.Products() {
		difference[int(y)]++
	}
	cost := 0
	for i := range in.rows {
		y := 0
		for j, a := range in.Row(i) {
			y += int(a) * int(v[j])
		}
		cost += 30 * (max(y, -y) - y)
		difference[y]--
	}
	for _, d := range difference {
		cost += max(d, -d)
	}
	return float64(cost)
}

// columnsOf returns the columns of a move by enumerating the moves from the first.
func columnsOf(n, distance, move int) []int {
	switch distance {
	case 1:
		return []int{move}
	case 2:
		i, j := moves.Pair(n, move)
		return []int{i, j}
	}
	i, j, k := moves.Triple(n, move)
	return []int{i, j, k}
}

// naiveDelta returns the delta of a move as the difference of two costs computed from scratch.
func naiveDelta(in *Instance, v Solution, distance, move int) float64 {
	after := slices.Clone(v)
	for _, j := range columnsOf(in.Cols(), distance, move) {
		after[j] = -after[j]
	}
	return naiveCost(in, after) - naiveCost(in, v)
}

// naivePick applies the rule to all deltas.
func naivePick(f *flips, r *moves.Rule) moves.Choice {
	deltas := make([]float64, f.Len())
	f.Deltas(0, deltas)
	best := moves.Choice{Move: -1}
	class := moves.Forbidden
	for move, delta := range deltas {
		touch := f.Touched(move)
		c := r.Class(delta, &touch)
		if c < class || c == class && c != moves.Forbidden && delta < best.Delta {
			best, class = moves.Choice{Move: move, Delta: delta}, c
		}
	}
	return best
}

// plain is the straightforward implementation and the baseline for speed. It stores the products. A
// move costs O(rows) and rebuilds the histogram.
type plain struct {
	in       *Instance
	products []int32
	terms    [][]int8 // terms of each column
	surplus  []int32  // scratch space
}

func newPlain(in *Instance, v Solution) *plain {
	p := &plain{in: in, products: make([]int32, in.rows), surplus: make([]int32, in.cols+1)}
	for j := range v {
		column := make([]int8, in.rows)
		for i := range column {
			column[i] = in.Row(i)[j] * v[j]
			p.products[i] += int32(column[i])
		}
		p.terms = append(p.terms, column)
	}
	return p
}

// cost1 returns the cost after flipping one column, and cost2 after flipping two. Both are unrolled
// for speed.
func (p *plain) cost1(a []int8) int32 {
	copy(p.surplus, p.in.wanted)
	below, n := int32(0), int32(p.in.cols)
	for i, y := range p.products {
		y -= 2 * int32(a[i])
		below -= min(y, 0)
		p.surplus[(y+n)/2]--
	}
	return 2*weight*below + p.difference()
}

func (p *plain) cost2(a, b []int8) int32 {
	copy(p.surplus, p.in.wanted)
	below, n := int32(0), int32(p.in.cols)
	for i, y := range p.products {
		y -= 2 * int32(a[i]+b[i])
		below -= min(y, 0)
		p.surplus[(y+n)/2]--
	}
	return 2*weight*below + p.difference()
}

func (p *plain) difference() (sum int32) {
	for _, d := range p.surplus {
		sum += max(d, -d)
	}
	return sum
}

// plainDeltas computes all deltas for distance 1 or 2.
func (p *plain) plainDeltas(distance int, dst []float64) {
	now := p.cost1(make([]int8, p.in.rows))
	if distance == 1 {
		for j, a := range p.terms {
			dst[j] = float64(p.cost1(a) - now)
		}
		return
	}
	move := 0
	for j, a := range p.terms {
		for _, b := range p.terms[j+1:] {
			dst[move] = float64(p.cost2(a, b) - now)
			move++
		}
	}
}

// drawInstance draws instances of many kinds: with and without a planted solution, with equal rows,
// with few columns and with many rows.
func drawInstance(t *rapid.T, maxRows, maxCols int) *Instance {
	rows := rapid.IntRange(1, maxRows).Draw(t, "rows")
	cols := rapid.IntRange(1, maxCols).Draw(t, "cols")
	s := rng.At(rapid.Uint64().Draw(t, "seed"), 0, 0)
	entries := Random(rows*cols, &s)
	if rapid.Bool().Draw(t, "equal rows") {
		for i := cols; i < len(entries); i++ {
			entries[i] = entries[i-cols]
		}
	}
	products := make([]int32, rows)
	planted := rapid.Bool().Draw(t, "planted")
	v := Random(cols, &s)
	for i := range products {
		if planted {
			products[i] = towards(v, entries[i*cols:][:cols])
		} else {
			products[i] = int32(cols%2) + 2*s.IntN(int32(cols/2+1))
		}
	}
	return must(New("drawn", cols, entries, products))
}

func drawSolution(t *rapid.T, in *Instance) Solution {
	s := rng.At(rapid.Uint64().Draw(t, "start"), 1, 0)
	return Random(in.cols, &s)
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// newFlips is NewFlips with access to the fields of the neighbourhood.
func newFlips(in *Instance, distance int, start Solution) (*flips, error) {
	h, err := NewFlips(in, distance, start)
	f, _ := h.(*flips)
	return f, err
}
