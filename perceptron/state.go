package perceptron

// Groups sorts the rows by height, which is the number of their terms a_ij·v_j
// that are +1. Those of height h or less are the first ends[h] of rows. There
// is one end for each height from 0 to Cols.
func (f *Flips) Groups(ends, rows []int32) {
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

// Vector writes the entries of the solution to dst.
func (f *Flips) Vector(dst []int32) {
	for j, v := range f.v {
		dst[j] = int32(v)
	}
}
