package cl

import (
	"cmp"
	"context"
	"fmt"
)

// manyRounds is more than the total number of loop rounds that some devices allow per work-item.
const manyRounds = 1 << 17

// longLoop computes the expected result of count_loops.
func longLoop(rounds uint32) uint32 {
	x := uint32(1)
	for i := range rounds {
		x = x*1664525 + x>>7 + i
	}
	return x
}

// LongLoops returns an error if the device ends long loops early. On such a device, work-items that
// run more than some tens of thousands of loop rounds compute wrong results without any error.
// LongLoops caches success.
func (d *Device) LongLoops(ctx context.Context) error {
	if d.longLoops.Load() {
		return nil
	}
	err := d.tryLongLoop(ctx)
	d.longLoops.Store(err == nil)
	return err
}

func (d *Device) tryLongLoop(ctx context.Context) error {
	w := NewScope(d)
	defer func() { _ = w.Close() }()
	result := Make[uint32](w, "result of a loop", 1)
	k := w.Kernel(w.Program(Source{File: "count_loops.cl"}), "count_loops", result, uint32(manyRounds))
	if w.Err() != nil {
		return w.Err()
	}
	var got [1]uint32
	if err := cmp.Or(k.RunGroups(ctx, 1, 1), result.Read(got[:])); err != nil {
		return err
	}
	if info := d.info; got[0] != longLoop(manyRounds) {
		return fmt.Errorf("%s (%s %s) cuts loops off before %d iterations, but more are needed: use a different device, or the CPU",
			info.Name, info.Platform, info.Driver, manyRounds)
	}
	return nil
}
