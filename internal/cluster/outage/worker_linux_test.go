package outage

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/worker"
)

// workerSettings configures a process that does the same as the worker command.
type workerSettings struct {
	Name, Keys, Authority string
	Servers               []string
	Checkpoint            time.Duration // 0 means the default
}

func runWorker(ctx context.Context, s workerSettings, log *slog.Logger) error {
	options, pool, err := broker.WorkerOptions(s.Keys)
	if err != nil {
		return err
	}
	if s.Authority != "" {
		options = append(options, nats.RootCAs(s.Authority))
	}
	nc, err := nats.Connect(strings.Join(s.Servers, ","), append(options, nats.RetryOnFailedConnect(true))...)
	if err != nil {
		return err
	}
	defer nc.Close()
	return worker.New(nc, pool, worker.Options{Name: s.Name, Slots: 2, Cores: 1, Checkpoint: s.Checkpoint, Log: log}).Run(ctx)
}
