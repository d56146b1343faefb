// Package retry repeats operations that failed for a temporary reason.
package retry

import (
	"context"
	"time"
)

// Sleep waits for d or until ctx is cancelled, and reports whether ctx is still valid.
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

// Do calls try until it succeeds, next reports that its error is final, or ctx is cancelled. Do
// returns the results of the last call. next returns the time to wait before the next call, and
// whether to call try again.
func Do[T any](
	ctx context.Context, try func() (T, error), next func(error) (wait time.Duration, again bool),
) (T, error) {
	for {
		got, err := try()
		if err == nil {
			return got, nil
		}
		if wait, again := next(err); !again || !Sleep(ctx, wait) {
			return got, err
		}
	}
}
