package cl

import (
	"math"
	"time"
)

// usualPatience is how long all kernels of a device may wait for the driver, beyond
// the launches themselves, while thread control tries launches. PoCL compiles for
// some tenths of a second whenever a group has a new size, graphics cards never.
const usualPatience = 500 * time.Millisecond

// TuneThoroughly lets thread control try everything, however long the driver takes.
func (d *Device) TuneThoroughly() {
	if d.lock() != nil {
		return
	}
	defer d.mu.Unlock()
	d.patience = math.MaxInt64
}

// waited takes the time that a trial spent on waiting; the device is locked.
func (d *Device) waited(c *control, took time.Duration) {
	if d.patience -= max(took, 0); d.patience < 0 {
		c.hurry()
	}
}

// Prefer gives launches, by the names of their kernels, to kernels made from now
// on: what an earlier run has found best. Thread control begins with it, tries
// nothing else, and makes its waves smaller where they take too long. One that
// does not fit its kernel is as good as none.
func (d *Device) Prefer(launches map[string]Launch) {
	if d.lock() != nil {
		return
	}
	defer d.mu.Unlock()
	d.preferred = launches
}

// Demand fixes the launch of all kernels made from now on; one that cannot be
// launched like that is an error.
func (d *Device) Demand(l Launch) {
	if d.lock() != nil {
		return
	}
	defer d.mu.Unlock()
	d.demanded = l
}

// arrange fixes the launch of a new kernel if anybody has asked for that; the
// device is locked.
func (k *Kernel) arrange() error {
	if k.device.demanded != (Launch{}) {
		return k.fix(k.device.demanded)
	}
	l, ok := k.device.preferred[k.name]
	if ok && l.Group > 0 && l.Wave > 0 && l.Wave%l.Group == 0 && k.fits(l.Group) == nil {
		k.preferred = l
	}
	return nil
}
