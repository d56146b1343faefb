package humanize

import (
	"testing"
	"time"
)

func TestClock(t *testing.T) {
	for at, want := range map[time.Duration]string{
		0: "00:00", 8*time.Hour + 29*time.Second: "08:00", 8*time.Hour + 30*time.Second: "08:01", 25*time.Hour + 10*time.Minute: "01:10 +1 d", 49 * time.Hour: "01:00 +2 d",
	} {
		if got := Clock(at); got != want {
			t.Errorf("%v is %q, expected %q", at, got, want)
		}
	}
}
