package parallel

import (
	"context"
	"testing"
	"time"
)

// wait waits for at least a millisecond.
func wait() {
	for began := time.Now(); time.Since(began) < time.Millisecond; {
	}
}

// The clock runs only while loops run, whether nested or not.
func TestClock(t *testing.T) {
	var c Clock
	ctx := Timed(t.Context(), &c)
	began := time.Now()
	loop := func(ctx context.Context, jobs int, job func()) time.Duration {
		before := c.Elapsed()
		if err := Do(ctx, 2, jobs, 1, func(_, _ int) { job() }); err != nil {
			t.Fatal(err)
		}
		return c.Elapsed() - before
	}
	if got := loop(t.Context(), 2, wait); got != 0 {
		t.Errorf("a loop of another context: %v", got)
	}
	if got := loop(ctx, 2, wait); got < time.Millisecond {
		t.Errorf("a loop: %v", got)
	}
	inner := func() { _ = Do(ctx, 2, 2, 1, func(_, _ int) { wait() }) }
	began2 := time.Now()
	if got := loop(context.WithoutCancel(ctx), 4, inner); got < 2*time.Millisecond || got > time.Since(began2) {
		t.Errorf("loops in a loop: %v of %v", got, time.Since(began2))
	}
	wait()
	if got := c.Elapsed(); got > time.Since(began)-2*time.Millisecond {
		t.Errorf("%v of %v, but a loop and a wait were not on the clock", got, time.Since(began))
	}
}

// A loop that panics also stops the clock.
func TestClockOfAPanic(t *testing.T) {
	var c Clock
	func() {
		defer func() { _ = recover() }()
		_ = Do(Timed(t.Context(), &c), 2, 2, 1, func(_, _ int) { panic("on purpose") })
	}()
	before := c.Elapsed()
	wait()
	if got := c.Elapsed(); got != before || c.loops != 0 {
		t.Errorf("the clock still runs: %v, then %v", before, got)
	}
}
