package perceptron

// terms holds the terms a_ij·v_j, the contributions of the entries to the products of their rows,
// as bits. A block has width columns. The first block may be partly filled, and the others are
// full, because moves that flip several columns use the last columns most.
type terms struct {
	unused int // number of unused lanes in the first block
	blocks []block
}

// A block holds, in word i+1, a mask of the lanes in which the term of row i is +1 (plus) or -1
// (minus). Word 0 is the padding row, which has no terms.
type block struct{ plus, minus []uint64 }

func newTerms(in *Instance) *terms {
	t := &terms{blocks: make([]block, (in.cols+width-1)/width)}
	t.unused = len(t.blocks)*width - in.cols
	for b := range t.blocks {
		t.blocks[b] = block{make([]uint64, in.rows+1), make([]uint64, in.rows+1)}
	}
	return t
}

// lane returns the block of a column and its bit in that block.
func (t *terms) lane(col int) (b, bit int) {
	col += t.unused
	return col / width, col % width
}

// reset computes the terms of a solution and the heights of the rows.
func (t *terms) reset(in *Instance, v Solution, heights []int32) {
	clear(heights)
	for b := range t.blocks {
		clear(t.blocks[b].plus)
		clear(t.blocks[b].minus)
	}
	for i := range in.rows {
		for j, a := range in.Row(i) {
			b, bit := t.lane(j)
			if a == v[j] {
				t.blocks[b].plus[i+1] |= 1 << bit
				heights[i]++
			} else {
				t.blocks[b].minus[i+1] |= 1 << bit
			}
		}
	}
}

// flip negates the terms of a column.
func (t *terms) flip(col int) {
	b, bit := t.lane(col)
	plus, minus := t.blocks[b].plus, t.blocks[b].minus
	for i := 1; i < len(plus); i++ {
		plus[i] ^= 1 << bit
		minus[i] ^= 1 << bit
	}
}

// shift writes to dst the heights that the rows have after flipping a column.
func (t *terms) shift(dst, heights []int32, col int) {
	b, bit := t.lane(col)
	plus := t.blocks[b].plus[1:]
	for i, h := range heights {
		dst[i] = h + 1 - 2*int32(plus[i]>>bit&1)
	}
}
