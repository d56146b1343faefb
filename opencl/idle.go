package opencl

import (
	"errors"
	"sync"

	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/cl"
)

// idle holds open devices that no search uses, at most one for each device. A search takes such a
// device instead of opening it again, so that it need not compile kernels and try launches again.
// Idle devices stay open until the process ends.
var idle = struct {
	sync.Mutex
	devices map[device.Info]*cl.Device
}{devices: map[device.Info]*cl.Device{}}

// take returns an open device without programs and buffers.
func (d *clDevice) take() (*cl.Device, error) {
	idle.Lock()
	open := idle.devices[d.info]
	delete(idle.devices, d.info)
	idle.Unlock()
	if open != nil {
		return open, nil
	}
	return cl.Open(d.info.Number)
}

// give makes a device available to later searches. It closes the device instead if it has failed,
// or if another one is idle.
func give(open *cl.Device) error {
	if !open.Reusable() {
		return open.Close()
	}
	if err := open.Clear(); err != nil {
		return errors.Join(err, open.Close())
	}
	idle.Lock()
	other := idle.devices[open.Info()] != nil
	if !other {
		idle.devices[open.Info()] = open
	}
	idle.Unlock()
	if other {
		return open.Close()
	}
	return nil
}
