package testkit

import (
	"runtime/metrics"
	"testing"
)

// What reading a file may allocate, garbage included: in any case, and for each of its bytes.
const (
	allocBase   = 16 << 20
	allocFactor = 400
)

// Frugal runs a reader of size bytes and fails if it allocates more than those can need.
// A limit by GOMEMLIMIT alone would only make it slow.
func Frugal(t testing.TB, size int, read func()) {
	t.Helper()
	before := allocated()
	read()
	if spent, most := allocated()-before, uint64(allocBase+allocFactor*size); spent > most {
		t.Fatalf("%d bytes of input caused allocations of %d bytes, expected at most %d", size, spent, most)
	}
}

// allocated returns how much this process has allocated so far.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
