package testkit

import (
	"runtime/metrics"
	"testing"
)

// The memory that reading a file may allocate, including garbage: a fixed amount and an amount per
// byte of the file.
const (
	allocBase   = 16 << 20
	allocFactor = 400
)

// Frugal runs a function that reads size bytes. The test fails if the function allocates more
// memory than size bytes can require. GOMEMLIMIT alone would only make the function slow.
func Frugal(t testing.TB, size int, read func()) {
	t.Helper()
	before := allocated()
	read()
	if spent, most := allocated()-before, uint64(allocBase+allocFactor*size); spent > most {
		t.Fatalf("%d bytes of input caused allocations of %d bytes, expected at most %d", size, spent, most)
	}
}

// allocated returns the number of bytes that this process has allocated so far.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
