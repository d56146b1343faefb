package testkit

import (
	"context"
	"sync/atomic"
)

// Ending returns a context that is cancelled after looks calls of Err. A test can use it to
// interrupt a step at any of its checks without a clock.
func Ending(parent context.Context, looks int) context.Context {
	e := &ending{Context: parent}
	e.left.Store(int64(looks))
	return e
}

type ending struct {
	context.Context
	left atomic.Int64
}

func (e *ending) Err() error {
	if e.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}
