package memory

import (
	"math"
	"runtime/debug"
	"testing"
)

func TestTheRuntimesLimitCounts(t *testing.T) {
	if limit := Limit(); limit < 1<<20 {
		t.Errorf("%d bytes", limit)
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(300 << 20))
	if limit := Limit(); limit != 300<<20 {
		t.Errorf("%d bytes, want 300 MiB", limit)
	}
}

// The runtime gets a limit once, and keeps one that it has.
func TestLimitRuntime(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(math.MaxInt64))
	want := Limit() / 5 * 4
	for range 3 {
		LimitRuntime()
		if got := debug.SetMemoryLimit(-1); got != want {
			t.Errorf("%d bytes, expected four fifths of the memory, %d", got, want)
		}
	}
	debug.SetMemoryLimit(300 << 20)
	LimitRuntime()
	if got := debug.SetMemoryLimit(-1); got != 300<<20 {
		t.Errorf("%d bytes, expected the given 300 MiB", got)
	}
}
