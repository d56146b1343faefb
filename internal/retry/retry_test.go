package retry

import (
	"context"
	"errors"
	"testing"
	"time"
)

var (
	errPassing = errors.New("it may pass")
	errFinal   = errors.New("it will not pass")
)

func passing(err error) (time.Duration, bool) { return time.Millisecond, errors.Is(err, errPassing) }

func TestDo(t *testing.T) {
	for _, c := range []struct {
		name  string
		tries []error // results of the calls; Do returns the last one
	}{
		{"at once", []error{nil}},
		{"third time", []error{errPassing, errPassing, nil}},
		{"final", []error{errPassing, errFinal}},
	} {
		t.Run(c.name, func(t *testing.T) {
			calls := 0
			got, err := Do(t.Context(), func() (int, error) { calls++; return calls, c.tries[calls-1] }, passing)
			if want := c.tries[len(c.tries)-1]; calls != len(c.tries) || got != calls || !errors.Is(err, want) {
				t.Errorf("%d calls, result of call %d, %v; want %d, %v", calls, got, err, len(c.tries), want)
			}
		})
	}
}

func TestDoEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	calls := 0
	_, err := Do(ctx, func() (int, error) { calls++; cancel(); return 0, errPassing }, func(error) (time.Duration, bool) { return time.Hour, true })
	if calls != 1 || !errors.Is(err, errPassing) {
		t.Errorf("%d calls, %v; want 1 and the error of the call", calls, err)
	}
}

func TestSleep(t *testing.T) {
	if !Sleep(t.Context(), time.Millisecond) {
		t.Error("the context is valid: want true")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if Sleep(ended, time.Hour) {
		t.Error("the context has ended: want false")
	}
}
