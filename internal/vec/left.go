package vec

import "math/bits"

// Left appends the cities that an ant has not visited to dst, in ascending
// order. It is for use by elsewhere.
func (w *Walkers) Left(ant int, dst []int32) []int32 {
	m := &w.progress
	open := m.open[ant]
	for i, word := range m.words[ant] {
		if first := 32 * i; first+32 > m.n {
			word &= 1<<max(m.n-first, 0) - 1
		}
		for ; word != 0; word &= word - 1 {
			if c := 32*i + bits.TrailingZeros32(word); open[c] != 0 {
				dst = append(dst, int32(c))
			}
		}
	}
	return dst
}
