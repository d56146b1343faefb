package opencl

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
)

// tested caches the verdicts on devices: one test a process is enough, as a device always
// gets the same verdict.
var tested sync.Map // cl.Info -> verdict

type verdict struct{ error }

// SelfTest opens the device and returns what it computes differently from the CPU. That
// alone is not a device.Err: if only quotients and roots of floats are rounded
// differently, Open accepts the device unless Options.Exact is set.
func (d *clDevice) SelfTest(ctx context.Context) error {
	driven, err := cl.Open(d.info.Number)
	if err != nil {
		return failure(err)
	}
	return errors.Join(selfTest(ctx, driven), failure(driven.Close()))
}

// selfTest returns the verdict on an open device.
func selfTest(ctx context.Context, driven *cl.Device) error {
	if known, ok := tested.Load(driven.Info()); ok {
		return known.(verdict).error
	}
	err := driven.SelfTest(ctx)
	var mismatch *cl.Mismatch
	if err == nil || errors.As(err, &mismatch) { // not what may be better next time
		tested.Store(driven.Info(), verdict{err})
	}
	return err
}

// onlyRounding reports whether a device differs only in rounding floating-point quotients
// and roots.
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

// trust rejects a device that gets whole numbers wrong. One that only rounds
// floating-point quotients and roots differently is accepted unless it must be exact.
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
