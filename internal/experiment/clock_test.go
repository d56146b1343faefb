package experiment

import (
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
)

func TestClockGuesses(t *testing.T) {
	run := func(instance, contestant string, limit time.Duration) Run {
		return Run{Instance: instance, Contestant: Contestant{Name: contestant}, Limits: Limits{Limits: tourmaline.Limits{Time: limit}}}
	}
	sizes := map[string]int{"small": 10, "large": 100}
	runs := []Run{run("small", "a", 0), run("small", "a", 0), run("large", "a", 0), run("large", "b", 5*time.Second)}
	c := newClock(runs, &Log{}, func(name string) int { return sizes[name] })
	if got := c.after(Run{}, 0); got != 5*time.Second {
		t.Errorf("at first %v, want the one limit there is, 5 s", got)
	}
	c.made(runs[0], Record{Contestant: "a", Result: &tourmaline.Result{Seconds: 2, Instance: tourmaline.InstanceInfo{N: 10}}})
	// The estimate is the sum of a run of the same pair, a run of ten times the size, and the
	// limit.
	if got, want := c.after(Run{}, 0), (2+20+5)*time.Second; got != want {
		t.Errorf("after a run %v, want %v", got, want)
	}
	if got, want := c.after(runs[1], time.Second), (1+20+5)*time.Second; got != want {
		t.Errorf("within a run %v, want %v", got, want)
	}
	if got, want := c.after(runs[1], time.Minute), (20+5)*time.Second; got != want {
		t.Errorf("in a run that takes longer %v, want %v", got, want)
	}
}
