package opencl

import (
	"context"
	"errors"
	"maps"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
)

// use calls a function with the open device, and keeps the device open for later searches.
func (d *clDevice) use(do func(*cl.Device) error) error {
	driven, err := d.take()
	if err != nil {
		return failure(err)
	}
	return errors.Join(failure(do(driven)), failure(give(driven)))
}

// Speed measures launches and transfers.
func (d *clDevice) Speed(ctx context.Context) (s cl.Speed, err error) {
	err = d.use(func(driven *cl.Device) error { s, err = driven.Speed(ctx); return err })
	return s, err
}

// Traffic returns what has passed between the host and the device while it was open.
func (d *clDevice) Traffic() (t cl.Traffic, err error) {
	err = d.use(func(driven *cl.Device) error { t = driven.Traffic(); return nil })
	return t, err
}

// Learned returns the stored launches of the device, replaced by those that searches of this
// process have found.
func (d *clDevice) Learned() (map[string]Launch, error) {
	all := map[string]Launch{}
	maps.Copy(all, d.Tuned())
	err := d.use(func(driven *cl.Device) error {
		for kernel, l := range driven.Learned() {
			all[kernel] = Launch(l)
		}
		return nil
	})
	return all, err
}
