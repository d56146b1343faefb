// Package retry repeats what failed for a reason that may pass.
package retry

import (
	"context"
	"time"
)

// Sleep waits, and reports whether the context is still valid after that.
func Sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// Do calls try until it succeeds, next gives up on its error, or the context ends. It returns
// the last error. next returns how long to wait before the next call.
func Do(ctx context.Context, try func() error, next func(error) (wait time.Duration, again bool)) error {
	for {
		err := try()
		if err == nil {
			return nil
		}
		if wait, again := next(err); !again || !Sleep(ctx, wait) {
			return err
		}
	}
}
