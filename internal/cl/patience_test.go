package cl

import (
	"testing"
	"time"
)

// try lets thread control try n configurations.
func try(c *control, n int) {
	for range n * trials {
		l, _ := c.next(1<<20, 1<<20)
		c.measured(l.Wave, time.Microsecond)
	}
}

// All kernels of a device share its patience. When the patience is used up, every kernel keeps the
// group size that it has found, and only waves continue to grow.
func TestPatienceEnds(t *testing.T) {
	d := &Device{patience: usualPatience}
	one, other := newControl([]int{32, 64}, false, 1), newControl([]int{32, 64}, false, 1)
	try(one, 1)
	d.waited(one, usualPatience-time.Millisecond)
	d.waited(one, -time.Hour) // a negative time does not restore patience
	d.waited(other, time.Millisecond)
	if one.settled(1<<20) || other.settled(1<<20) {
		t.Fatal("settled with patience left")
	}
	d.waited(other, 1)
	if other.settled(1 << 20) {
		t.Fatal("settled on nothing")
	}
	d.waited(one, 0)
	onlyGroupsOf32(t, one)
	try(other, 1)
	d.waited(other, 0)
	onlyGroupsOf32(t, other)
}

// onlyGroupsOf32 checks that control tries no other group size until it has settled.
func onlyGroupsOf32(t *testing.T, c *control) {
	t.Helper()
	for !c.settled(1 << 20) {
		l, _ := c.next(1<<20, 1<<20)
		if l.Group != 32 {
			t.Fatalf("%+v is tried, although the time for trying is over", l)
		}
		c.measured(l.Wave, time.Microsecond)
	}
}

// TuneThoroughly allows all trials, even if the patience is already used up.
func TestBePatient(t *testing.T) {
	d := &Device{queue: 1, patience: -1}
	d.TuneThoroughly()
	c := newControl([]int{32, 64}, false, 1)
	for range 10 {
		try(c, 1)
		for range 1000 {
			d.waited(c, time.Hour)
		}
	}
	if c.settled(1 << 20) {
		t.Errorf("settled on %+v", c.best)
	}
	closed := &Device{patience: usualPatience}
	closed.TuneThoroughly()
	if closed.patience != usualPatience {
		t.Error("a closed device has patience")
	}
}
