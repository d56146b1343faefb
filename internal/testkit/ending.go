package testkit

import (
	"context"
	"sync/atomic"
)

// Ending is a context that is cancelled when Err has been called so many times: a step can
// be cut short at every moment at which it looks, without a clock.
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
