package perceptron

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/tourmaline-opt/tourmaline/moves"
)

// Every row is in the group of its height, which is half the sum of its product and the number of
// columns.
func TestGroups(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in, f := draw(t)
		ends, rows := make([]int32, in.cols+1), make([]int32, in.rows)
		ends[0], rows[0] = 7, 7 // previous contents must not matter
		f.sorted(ends, rows)
		seen := make([]bool, in.rows)
		at := int32(0)
		for h, end := range ends {
			for ; at < end; at++ {
				row := rows[at]
				var product int32
				for j, a := range in.Row(int(row)) {
					product += int32(a) * int32(f.v[j])
				}
				if seen[row] || in.height(product) != h {
					t.Fatalf("row %d with product %d is in group %d, again: %v", row, product, h, seen[row])
				}
				seen[row] = true
			}
		}
		if int(at) != in.rows {
			t.Fatalf("%d of %d rows are in groups", at, in.rows)
		}
	})
}

func TestMoves(t *testing.T) {
	for _, c := range []struct {
		cols, distance, moves int
		err                   string
	}{
		{5, 1, 5, ""},
		{5, 2, 10, ""},
		{5, 3, 10, ""},
		{2, 2, 1, ""},
		{5, 0, 0, "got moves that flip 0 entries, expected 1, 2 or 3"},
		{5, 4, 0, "got moves that flip 4 entries, expected 1, 2 or 3"},
		{2, 3, 0, "got moves that flip 3 of 2 entries: use a smaller distance"},
	} {
		in := must(New("", c.cols, slices.Repeat([]int8{1}, c.cols), []int32{int32(c.cols)}))
		if moves, err := in.moves(c.distance); moves != c.moves || text(err) != c.err {
			t.Errorf("%d columns, distance %d: %d moves and %q, want %d and %q", c.cols, c.distance, moves, text(err), c.moves, c.err)
		}
	}
}

// A 32-bit int is too small to number the triples of large instances.
func TestTooManyTriplesAreRefused(t *testing.T) {
	cols := moves.MostInTriples + 1
	if cols > largest {
		return
	}
	in := must(New("", cols, slices.Repeat([]int8{1}, cols), []int32{int32(cols)}))
	if count, err := in.moves(3); err == nil {
		t.Errorf("%d moves that flip 3 of %d entries passed", count, cols)
	}
}
