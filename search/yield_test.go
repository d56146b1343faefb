package search_test

import (
	"context"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/search"
)

// busy is a searcher whose step runs until its context ends.
type busy struct{ countdown }

func (b *busy) Step(ctx context.Context) error {
	for ctx.Err() == nil {
	}
	return ctx.Err()
}

// endsSoon checks that a search ends soon although its step never finishes.
func endsSoon(t *testing.T, ctx context.Context, stop search.Stop, want search.Reason) {
	t.Helper()
	began := time.Now()
	r, err := search.Run(ctx, itself{}, &busy{countdown{cost: 1}}, stop)
	if took := time.Since(began); err != nil || r.Reason != want || took > 5*time.Second {
		t.Errorf("ended for %q after %v: %v, want %q", r.Reason, took, err, want)
	}
}

// A different goroutine can cancel a search, even in WebAssembly, where all goroutines share one
// thread without preemption.
func TestAnotherGoroutineCancels(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		time.Sleep(30 * time.Millisecond)
		cancel()
	}()
	endsSoon(t, ctx, search.Any(), search.Interrupted)
}

func TestATimeLimitEndsALongStep(t *testing.T) {
	endsSoon(t, t.Context(), search.After(30*time.Millisecond), search.Time)
}
