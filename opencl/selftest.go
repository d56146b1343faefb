package opencl

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
)

// tested caches the verdicts on devices. One test per process is enough, because the verdict on a
// device never changes.
var tested sync.Map // maps cl.Info to verdict

type verdict struct{ error }

// SelfTest opens the device and reports results that differ from those of the CPU. Such a
// difference is not a device.Err: if the device only rounds floating-point quotients and roots
// differently, Open accepts it unless Options.Exact is set.
func (d *clDevice) SelfTest(ctx context.Context) error {
	var verdict error
	err := d.use(func(driven *cl.Device) error { verdict = selfTest(ctx, driven); return nil })
	return errors.Join(verdict, err)
}

// selfTest returns the verdict on an open device.
func selfTest(ctx context.Context, driven *cl.Device) error {
	if known, ok := tested.Load(driven.Info()); ok {
		return known.(verdict).error
	}
	err := driven.SelfTest(ctx)
	var mismatch *cl.Mismatch
	if err == nil || errors.As(err, &mismatch) { // other errors may be temporary
		tested.Store(driven.Info(), verdict{err})
	}
	return err
}

// onlyRounding reports whether a device differs from the CPU only in rounding floating-point
// quotients and roots.
func onlyRounding(err error) bool {
	var joined interface{ Unwrap() []error }
	if !errors.As(err, &joined) {
		return false
	}
	for _, e := range joined.Unwrap() {
		var m *cl.Mismatch
		if !errors.As(e, &m) || m.Check != "divide" && m.Check != "sqrt" {
			return false
		}
	}
	return true
}

// trust rejects a device that computes integers incorrectly. It accepts a device that only rounds
// floating-point quotients and roots differently, unless Options.Exact is set.
func (d *clDevice) trust(ctx context.Context, driven *cl.Device) error {
	err := selfTest(ctx, driven)
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	if onlyRounding(err) && !d.opts.Exact {
		return nil
	}
	return fmt.Errorf("device %d, %s, fails its self-test: use a different device or the CPU: %w", d.info.Number, d.info.Name, err)
}
