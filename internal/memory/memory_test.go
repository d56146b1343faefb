package memory

import (
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
