package cli

import (
	"context"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/gauge"
)

// The first signal ends the devices command, even if a driver does not answer.
func TestDevicesEndsAtTheFirstSignal(t *testing.T) {
	free := make(chan struct{})
	defer close(free)
	ctx, signal := context.WithCancel(t.Context())
	rows, err := untilSignal(ctx, func() ([]deviceRow, error) {
		signal()
		<-free
		return nil, nil
	})
	if rows != nil || exitCode(err) != exitKilled {
		t.Errorf("got %v, %v", rows, err)
	}
	if rows, err = untilSignal(t.Context(), func() ([]deviceRow, error) { return make([]deviceRow, 2), nil }); len(rows) != 2 || err != nil {
		t.Errorf("without a signal: %v, %v", rows, err)
	}
}

// A report that ends early is the last one that was measured, even if a driver does not answer.
func TestTheLastReportIsWritten(t *testing.T) {
	free := make(chan struct{})
	defer close(free)
	ctx, signal := context.WithCancel(t.Context())
	hangs := func(yield func(gauge.Report) bool) {
		r := gauge.New()
		for i := range 3 {
			r.Seconds = float64(i)
			yield(r)
		}
		signal()
		<-free
	}
	if r := lastOf(ctx, time.Millisecond, hangs); r.Seconds != 2 || r.Ended != gauge.Interrupted {
		t.Errorf("%+v", r)
	}
	if r := lastOf(t.Context(), 0, gauge.Measure(t.Context(), nil)); r.Ended != gauge.Complete || r.Devices == nil {
		t.Errorf("without devices: %+v", r)
	}
}
