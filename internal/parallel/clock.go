package parallel

import (
	"context"
	"sync"
	"time"
)

// A Clock adds up the time during which loops run, on any number of threads. The rest of the time
// is serial, and more threads do not shorten it.
type Clock struct {
	mu      sync.Mutex
	loops   int // number of running loops, nested or concurrent
	started time.Time
	elapsed time.Duration
}

type clockKey struct{}

// Timed returns a context in which the clock times all loops.
func Timed(ctx context.Context, c *Clock) context.Context {
	return context.WithValue(ctx, clockKey{}, c)
}

// Elapsed returns the total time during which loops ran, excluding loops that are still running.
func (c *Clock) Elapsed() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.elapsed
}

// start starts the clock in ctx, if there is one.
func start(ctx context.Context) *Clock {
	c, ok := ctx.Value(clockKey{}).(*Clock)
	if !ok {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.loops == 0 {
		c.started = time.Now()
	}
	c.loops++
	return c
}

func (c *Clock) stop() {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.loops--; c.loops == 0 {
		c.elapsed += time.Since(c.started)
	}
}
