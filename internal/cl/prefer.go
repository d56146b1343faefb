package cl

import (
	"math"
	"time"
)

// usualPatience is how long all kernels of a device together may wait for the
// driver, beyond the launches themselves, while thread control tries launches.
// PoCL compiles for some tenths of a second for every new group size; graphics
// cards do not.
const usualPatience = 500 * time.Millisecond

// TuneThoroughly lets thread control try everything, however long the driver
// takes.
func (d *Device) TuneThoroughly() {
	if d.lock() != nil {
		return
	}
	defer d.mu.Unlock()
	d.patience = math.MaxInt64
}

// waited records the time that a trial spent waiting. The device must be
// locked.
func (d *Device) waited(c *control, took time.Duration) {
	if d.patience -= max(took, 0); d.patience < 0 {
		c.hurry()
	}
}

// Prefer sets launches by kernel name for kernels created from now on, such as
// those that an earlier run found best. Thread control tries them first and, if
// the driver accepts them, tries no others. It makes waves smaller if they take
// too long. A launch that does not fit its kernel is ignored.
func (d *Device) Prefer(launches map[string]Launch) {
	if d.lock() != nil {
		return
	}
	defer d.mu.Unlock()
	d.preferred = launches
}

// Demand fixes the launch of all kernels created from now on. A kernel that
// does not support it is an error.
func (d *Device) Demand(l Launch) {
	if d.lock() != nil {
		return
	}
	defer d.mu.Unlock()
	d.demanded = l
}

// arrange applies Prefer and Demand to a new kernel. The device must be locked.
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
