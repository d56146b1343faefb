package job

import (
	"testing"
	"time"
)

func TestClock(t *testing.T) {
	for text, want := range map[string]time.Duration{"08:00": 8 * time.Hour, "8:05": 8*time.Hour + 5*time.Minute, "17": 17 * time.Hour, "3:15pm": 15*time.Hour + 15*time.Minute, "7 AM": 7 * time.Hour, "00:00": 0} {
		if got, err := (Schedule{Depart: text}).Clock(); err != nil || got != want {
			t.Errorf("%s is %v, %v, expected %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "25:00", "soon", "8:61"} {
		if got, err := (Schedule{Depart: text}).Clock(); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
}
