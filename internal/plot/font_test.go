package plot

import (
	"strings"
	"testing"
)

func TestFit(t *testing.T) {
	if s, size := fit("pr1002", 30, 500); s != "pr1002" || size != 30 {
		t.Errorf("a short text became %q at %v", s, size)
	}
	full := textWidth("a somewhat long title", 30)
	if s, size := fit("a somewhat long title", 30, 0.8*full); s != "a somewhat long title" || !near(size, 24, 0.5) {
		t.Errorf("a longer text became %q at %v", s, size)
	}
	s, size := fit(strings.Repeat("no end ", 100), 30, 300)
	if !strings.HasSuffix(s, "…") || size != 20 || textWidth(s, size) > 300 {
		t.Errorf("a text without end became %q at %v", s, size)
	}
}
