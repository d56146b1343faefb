package opencl

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
)

// tested are the verdicts on devices so far: one test a process is enough. It is no
// state that anyone could see, since a device always gets the same verdict.
var tested sync.Map // cl.Info -> verdict

type verdict struct{ error }

// SelfTest opens the device and tells what it computes differently from the CPU, if
// anything. That alone is no device.Err: where only quotients and roots of floats are
// rounded otherwise, Open takes the device unless it must be exact.
func (d *Device) SelfTest(ctx context.Context) error {
	driven, err := cl.Open(d.info.Number)
	if err != nil {
		return failure(err)
	}
	return errors.Join(selfTest(ctx, driven), failure(driven.Close()))
}

// selfTest is the verdict on an open device.
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

// onlyRounding tells whether nothing else is wrong than how a device rounds
// floating-point quotients and roots.
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

// trust refuses a device that gets whole numbers wrong; one that only rounds
// floating-point quotients and roots differently will do unless it must be exact.
func (d *Device) trust(ctx context.Context, driven *cl.Device) error {
	err := selfTest(ctx, driven)
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	if onlyRounding(err) && !d.opts.Exact {
		return nil
	}
	return fmt.Errorf("device %d, %s, fails its self-test: use another device or the CPU: %w", d.info.Number, d.info.Name, err)
}
