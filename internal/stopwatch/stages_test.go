package stopwatch_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
	"github.com/tourmaline-opt/tourmaline/internal/stopwatch"
)

// Phases returns the stages in the order in which they started. Time that threads could share is
// not serial.
func TestStages(t *testing.T) {
	var s stopwatch.Stages
	wait := func() {
		for began := time.Now(); time.Since(began) < time.Millisecond; {
		}
	}
	alone := func(context.Context) error { wait(); return nil }
	shared := func(ctx context.Context) error {
		return parallel.Do(ctx, 2, 2, 1, func(_, _ int) { wait() })
	}
	fault := errors.New("on purpose")
	for _, c := range []struct {
		stage string
		act   func(context.Context) error
		want  error
	}{
		{"first", alone, nil}, {"second", shared, nil}, {"first", alone, nil},
		{"second", func(context.Context) error { return fault }, fault},
	} {
		if err := s.Time(t.Context(), c.stage, c.act); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.stage, err, c.want)
		}
	}
	all := s.Phases()
	if len(all) != 2 || all[0].Name != "first" || all[1].Name != "second" {
		t.Fatalf("%v", all)
	}
	if first := all[0]; first.Elapsed < 2*time.Millisecond || first.Serial != first.Elapsed {
		t.Errorf("serial: %+v", first)
	}
	if second := all[1]; second.Elapsed < time.Millisecond || second.Serial > second.Elapsed-time.Millisecond {
		t.Errorf("shared: %+v", second)
	}
}
