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

func TestText(t *testing.T) {
	for want, bytes := range map[string]float64{"320 GB": 320e9, "1.5 MB": 1.5e6, "7.45 TB": 7.45e12} {
		if got := Text(bytes); got != want {
			t.Errorf("%v bytes are %s, want %s", bytes, got, want)
		}
	}
}
