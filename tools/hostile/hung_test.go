package main

import (
	"os"
	"testing"
	"time"
)

// A command that waits for a processor is not hung, until it no longer waits.
func TestStarvedCommandsAreNotHung(t *testing.T) {
	const patience = 10 * time.Millisecond
	for name, c := range map[string]struct {
		waited  []time.Duration // in all, at the end of each period
		periods int             // after which the command is ended
	}{
		"hung":    {[]time.Duration{0}, 1},
		"idle":    {[]time.Duration{patience/2 - 1}, 1},
		"starved": {[]time.Duration{patience / 2, 2 * patience, 3 * patience, 3 * patience}, 4},
	} {
		asked, ended := 0, make(chan struct{})
		stop := endHung(patience, func() time.Duration {
			asked++
			return c.waited[asked-1]
		}, func() { close(ended) })
		<-ended
		if stop(); asked != c.periods {
			t.Errorf("%s: ended after %d periods, expected %d", name, asked, c.periods)
		}
	}
	stop := endHung(time.Hour, func() time.Duration { return 0 }, func() { t.Error("ended a command that had ended") })
	stop()
}

// The kernel counts how long this process has waited.
func TestWaitingIsCounted(t *testing.T) {
	if _, err := os.Stat("/proc/self/schedstat"); err != nil {
		t.Skip("this system does not count it")
	}
	if waited := waiting(os.Getpid()); waited <= 0 {
		t.Errorf("waited %v", waited)
	}
}
