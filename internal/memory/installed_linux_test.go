package memory

import "testing"

func TestTotal(t *testing.T) {
	if bytes, ok := total("MemTotal:       24689764 kB\nMemFree: 1 kB\n"); !ok || bytes != 24689764<<10 {
		t.Errorf("%d bytes, %v", bytes, ok)
	}
	for _, text := range []string{"", "MemTotal: many kB", "MemTotal: 5", "MemFree: 5 kB", "MemTotal: 0 kB"} {
		if bytes, ok := total(text); ok {
			t.Errorf("%q: %d bytes", text, bytes)
		}
	}
}
