package cli

import (
	"testing"
	"time"
)

func TestDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"30s": 30 * time.Second, "2m30s": 150 * time.Second, "1.5": 1500 * time.Millisecond,
		"90d": 90 * 24 * time.Hour, "1d12h": 36 * time.Hour, "65535d": 65535 * 24 * time.Hour,
	} {
		var d duration
		if err := d.Set(text); err != nil || time.Duration(d) != want {
			t.Errorf("%s: got %v (%v), want %v", text, time.Duration(d), err, want)
		}
	}
	for _, text := range []string{"", "0", "0d", "-1d", "d", "1.5d", "65536d", "1d-2h", "1d24h", "1dd", "1d1d", "soon"} {
		var d duration
		if err := d.Set(text); err == nil {
			t.Errorf("%q is %v", text, time.Duration(d))
		}
	}
}
