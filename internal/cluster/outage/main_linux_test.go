package outage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/cluster"
)

// part is the environment variable that selects the role of a process. The processes of a test run
// the test binary.
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

// settings is the environment variable that holds the settings of a process.
const settings = "TOURMALINE_SETTINGS"

// play runs a role until the process receives SIGTERM, and returns the exit code.
func play[S any](run func(context.Context, S, *slog.Logger) error) int {
	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer cancel()
	var s S
	err := json.Unmarshal([]byte(os.Getenv(settings)), &s)
	if err == nil {
		err = run(ctx, s, slog.New(slog.NewJSONHandler(os.Stderr, nil)))
	}
	if err == nil {
		return 0
	}
	fmt.Fprintln(os.Stderr, err)
	if _, ok := errors.AsType[*cluster.SettingsError](err); ok {
		return refusedCode
	}
	return 1
}

// refusedCode is the exit code of a node that was given other settings than its cluster has.
const refusedCode = 4

// patiently calls try until it succeeds or the context ends.
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
