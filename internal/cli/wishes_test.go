package cli

import (
	"strings"
	"testing"
)

func TestAdviceOnFlags(t *testing.T) {
	known := []string{"start", "end", "open", "time-limit"}
	for typed, want := range map[string]string{
		"sart": "did you mean --start?", "tme-limit": "did you mean --time-limit?", "vans": "--vehicles N", "Time_Windows": "open and close",
		"before": "--start NAME", "departure": "--depart 08:00", "weight": "loads", "wings": "",
	} {
		got := adviceOn(typed, known)
		if !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("--%s: %q, want %q", typed, got, want)
		}
	}
}

// Every flag has one answer.
func TestWishesAreDistinct(t *testing.T) {
	seen := map[string]bool{}
	for _, w := range wishes {
		for _, flag := range strings.Fields(w.flags) {
			if seen[flag] {
				t.Errorf("--%s has two answers", flag)
			}
			seen[flag] = true
		}
	}
}
