package testkit

// Fewer returns the size of an instance: n, or a fifth of n under the race detector.
func Fewer(n int) int {
	if Race {
		return n / 5
	}
	return n
}
