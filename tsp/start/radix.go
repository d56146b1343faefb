package start

// radixSort sorts by the lowest bits of a key, least significant digit first.
// It is stable. Millions of edges need only a few passes, an order of magnitude
// faster than comparing. It returns the sorted slice, which may be a new one,
// and overwrites s.
func radixSort[T any](s []T, bits int, key func(T) uint64) []T {
	const digit = 11
	other := make([]T, len(s))
	for shift := 0; shift < bits; shift += digit {
		var count [1<<digit + 1]int
		for i := range s {
			count[key(s[i])>>shift&(1<<digit-1)+1]++
		}
		for d := range 1 << digit {
			count[d+1] += count[d]
		}
		for i := range s {
			d := key(s[i]) >> shift & (1<<digit - 1)
			other[count[d]] = s[i]
			count[d]++
		}
		s, other = other, s
	}
	return s
}
