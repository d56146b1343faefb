package cl

import (
	"cmp"
	"context"
	"time"
)

// Speed is the time that a device needs for the smallest pieces of work, and its transfer rates.
type Speed struct {
	Launch time.Duration // a launch among many, without work
	Wait   time.Duration // a launch that the host waits for, without work
	Read   time.Duration // reading four bytes

	Sent, Received float64 // bytes per second in large transfers
}

const (
	manyLaunches  = 500      // launches that are timed together
	smallTrials   = 50       // trials of an operation that takes microseconds
	largeTrials   = 3        // trials of an operation that takes milliseconds
	largeTransfer = 64 << 20 // bytes, if the device has enough memory
)

// Speed measures the device, which takes a fraction of a second on most devices.
func (d *Device) Speed(ctx context.Context) (s Speed, err error) {
	w := NewScope(d)
	defer func() { _ = w.Close() }()
	words := int(min(largeTransfer, d.Info().MaxBuffer, d.Info().Memory/4) / 4)
	small, large := Make[uint32](w, "result of a loop", 1), Make[uint32](w, "a large transfer", words)
	k := w.Kernel(w.Program(Source{File: "count_loops.cl"}), "count_loops", small, uint32(0))
	if w.Err() != nil {
		return s, w.Err()
	}
	launch := func(n int) func() error {
		return func() error {
			for range n {
				if err := k.RunGroups(ctx, 1, 1); err != nil {
					return err
				}
			}
			return d.Finish()
		}
	}
	word, host := make([]uint32, 1), make([]uint32, words)
	b := best{ctx: ctx}
	s.Launch = b.of(largeTrials, launch(manyLaunches)) / manyLaunches
	s.Wait = b.of(smallTrials, launch(1))
	s.Read = b.of(smallTrials, func() error { return small.Read(word) })
	s.Sent = 4 * float64(words) / b.of(largeTrials, func() error { return cmp.Or(large.Write(host), d.Finish()) }).Seconds()
	s.Received = 4 * float64(words) / b.of(largeTrials, func() error { return large.Read(host) }).Seconds()
	return s, b.err
}

// best times operations until one of them fails.
type best struct {
	ctx context.Context
	err error
}

// of returns the shortest duration of an operation, because disturbances only make it longer.
func (b *best) of(trials int, operation func() error) time.Duration {
	least := time.Duration(1<<63 - 1)
	for range trials {
		if b.err = cmp.Or(b.err, cancelled(b.ctx)); b.err != nil {
			break
		}
		began := time.Now()
		b.err = operation()
		least = min(least, max(time.Since(began), 1))
	}
	return least
}
