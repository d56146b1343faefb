package perceptron

// terms are a_ij·v_j, what the entries add to the products of their rows, as bits: a
// block has width columns. The last block is full and the first one may be not, for
// moves that flip several columns look at the last ones most.
type terms struct {
	unused int // lanes of the first block
	blocks []block
}

// A block has in word i+1 the lanes in which the term of row i is +1, or -1. Word 0 is
// the row that has neither.
type block struct{ plus, minus []uint64 }

func newTerms(in *Instance) *terms {
	t := &terms{blocks: make([]block, (in.cols+width-1)/width)}
	t.unused = len(t.blocks)*width - in.cols
	for b := range t.blocks {
		t.blocks[b] = block{make([]uint64, in.rows+1), make([]uint64, in.rows+1)}
	}
	return t
}

// lane is where a column is.
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

// flip turns the terms of a column round.
func (t *terms) flip(col int) {
	b, bit := t.lane(col)
	plus, minus := t.blocks[b].plus, t.blocks[b].minus
	for i := 1; i < len(plus); i++ {
		plus[i] ^= 1 << bit
		minus[i] ^= 1 << bit
	}
}

// shift computes from the heights of the rows what they are after a flip of a column.
func (t *terms) shift(dst, heights []int32, col int) {
	b, bit := t.lane(col)
	plus := t.blocks[b].plus[1:]
	for i, h := range heights {
		dst[i] = h + 1 - 2*int32(plus[i]>>bit&1)
	}
}
