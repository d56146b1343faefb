package cl

import (
	"math"
	"time"
)

// usualPatience is the total time that the kernels of a device may wait for the driver, apart from
// the launches themselves, while thread control tries launches. PoCL takes a few tenths of a second
// to compile for each new group size. GPU drivers do not recompile.
const usualPatience = 500 * time.Millisecond

// TuneThoroughly lets thread control try all launches, regardless of how long the driver takes.
func (d *Device) TuneThoroughly() {
	if d.lock() != nil {
		return
	}
	defer d.mu.Unlock()
	d.patience = math.MaxInt64
}

// waited records the time that a trial spent waiting for the driver. The device must be locked.
func (d *Device) waited(c *control, took time.Duration) {
	if d.patience -= max(took, 0); d.patience < 0 {
		c.hurry()
	}
}

// Prefer sets preferred launches by kernel name for kernels that are created later, for example the
// best launches of an earlier run. Thread control tries a preferred launch first and, if the driver
// accepts it, tries no others. It reduces the wave size if waves take too long. It ignores a
// preferred launch that does not fit the kernel.
func (d *Device) Prefer(launches map[string]Launch) {
	if d.lock() != nil {
		return
	}
	defer d.mu.Unlock()
	d.preferred = launches
}

// Demand fixes the launch of all kernels that are created later. Creating a kernel that does not
// support the launch is an error.
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
