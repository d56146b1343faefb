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

func TestLimitRuntime(t *testing.T) {
	const limit = 300 << 20
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(limit))
	t.Setenv("GOMEMLIMIT", "300MiB")
	LimitRuntime()
	if got := Limit(); got != limit {
		t.Errorf("%d bytes, expected the limit of the environment", got)
	}
	t.Setenv("GOMEMLIMIT", "")
	LimitRuntime()
	if got := Limit(); got != limit/5*4 {
		t.Errorf("%d bytes, expected four fifths of %d", got, limit)
	}
}
