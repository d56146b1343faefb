package vec

import "math/bits"

// Pick draws an entry from one row of weights. Entry i is open if bit i%64 of open[i/64] is set.
// Pick returns the first open entry whose inclusive prefix sum over the open weights exceeds
// draw·sum / 2³², where sum is the total of all open weights. The probability of an entry is
// therefore proportional to its weight. Pick returns -1 if no weight is open. The open weights must
// add up to less than 2³², and bits beyond the row must be zero.
func Pick(weight []uint32, open []uint64, draw uint32) int {
	if len(weight) == 0 {
		return -1
	}
	return pickBy(&inUse, weight, open[:(len(weight)+63)/64], draw)
}

// pickBy implements Pick with the given routines. The routines find the word, and a loop finds the
// entry in it.
func pickBy(r *routines, weight []uint32, open []uint64, draw uint32) int {
	at, rest := r.pickWord(weight, open, draw)
	if at < 0 {
		return -1
	}
	for word := open[at]; ; word &= word - 1 {
		i := 64*at + bits.TrailingZeros64(word)
		if rest < weight[i] {
			return i
		}
		rest -= weight[i]
	}
}

// pickWord returns the index of the word of 64 entries in which the prefix sum exceeds the
// threshold, or -1 if no weight is open, and the remainder within that word. The assembly for Pick
// computes the same result.
func pickWord(weight []uint32, open []uint64, draw uint32) (word int, rest uint32) {
	sum := uint32(0)
	for i, bits := range open {
		sum += openSum(weight[64*i:], bits)
	}
	if sum == 0 {
		return -1, 0
	}
	rest = uint32(uint64(draw) * uint64(sum) >> 32)
	for s := openSum(weight, open[0]); rest >= s; s = openSum(weight[64*word:], open[word]) {
		rest -= s
		word++
	}
	return word, rest
}

// openSum returns the sum of the weights whose bit is set.
func openSum(weight []uint32, open uint64) uint32 {
	sum := uint32(0)
	for ; open != 0; open &= open - 1 {
		sum += weight[bits.TrailingZeros64(open)]
	}
	return sum
}
