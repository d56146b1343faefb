//go:build unix

package term

import (
	"bytes"
	"context"
	"errors"
	"os"
	"syscall"
	"testing"
)

// The line is removed before the program stops, and the caller learns that it continues.
func TestSuspend(t *testing.T) {
	var raw bytes.Buffer
	s := &Screen{to: &raw, width: func() int { return 80 }, foreground: func() bool { return true }}
	resumed := 0
	s.Show(func(int) string { return "progress" }, func() { resumed++ })
	s.draw()
	before := raw.String()
	s.suspend(func() {
		if raw.String() != before+erase || resumed != 0 {
			t.Errorf("stopped with %q, resumed %d times", raw.String(), resumed)
		}
	})
	if resumed != 1 || s.shown {
		t.Errorf("resumed %d times, a line is shown: %v", resumed, s.shown)
	}
	s.Show(nil, nil)
	s.suspend(func() {})
}

// The first signal cancels the context.
func TestUntilSignal(t *testing.T) {
	ctx, stop := UntilSignal(t.Context(), t.Logf)
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-ctx.Done()
	stop()
	if !errors.Is(ctx.Err(), context.Canceled) {
		t.Errorf("the context ended with %v", ctx.Err())
	}
	ctx, stop = UntilSignal(t.Context(), t.Logf)
	if ctx.Err() != nil {
		t.Errorf("ended without a signal: %v", ctx.Err())
	}
	stop()
	if ctx.Err() == nil {
		t.Error("stop does not end the context")
	}
}

// The function that ends the handling of signals prevents the cleanup.
func TestExitOnSignalEnds(t *testing.T) {
	stop := ExitOnSignal(func() { t.Error("cleaned up") })
	stop()
}

// Close ends the context, and a search cools only once.
func TestInterruptersEnd(t *testing.T) {
	ctx, i := Interruptible(t.Context(), t.Logf, func() {})
	if i.SetCooling() || !i.SetCooling() {
		t.Error("the search cools once")
	}
	select {
	case <-i.Expired():
		t.Error("expired without a signal")
	default:
	}
	i.Close()
	if ctx.Err() == nil {
		t.Error("Close does not end the context")
	}
}

// Only a terminal can belong to another program.
func TestAFileIsInTheForeground(t *testing.T) {
	f, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	if !InForeground(f) {
		t.Error("the null device is in the background")
	}
}
