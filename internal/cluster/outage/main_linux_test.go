package outage

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"testing"
	"time"
)

// part is what a process of a test does: it is the test binary again.
const part = "TOURMALINE_PART"

func TestMain(m *testing.M) {
	switch os.Getenv(part) {
	case "":
		os.Exit(m.Run())
	case "node":
		os.Exit(play(runNode))
	case "worker":
		os.Exit(play(runWorker))
	}
}

// settings configure the processes of a test.
const settings = "TOURMALINE_SETTINGS"

// play does a part until the process is asked to end, and returns its exit code.
func play[S any](run func(context.Context, S, *slog.Logger) error) int {
	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer cancel()
	var s S
	err := json.Unmarshal([]byte(os.Getenv(settings)), &s)
	if err == nil {
		err = run(ctx, s, slog.New(slog.NewJSONHandler(os.Stderr, nil)))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// patiently tries something that has to work in the end.
func patiently(ctx context.Context, try func(context.Context) error) error {
	for {
		within, cancel := context.WithTimeout(ctx, 10*time.Second)
		err := try(within)
		cancel()
		if err == nil || ctx.Err() != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(200 * time.Millisecond):
		}
	}
}
