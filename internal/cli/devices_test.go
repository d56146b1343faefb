package cli

import (
	"context"
	"testing"
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
