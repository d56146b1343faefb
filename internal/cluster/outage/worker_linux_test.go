package outage

import (
	"context"
	"log/slog"
	"strings"

	"github.com/nats-io/nats.go"

	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
)

// workerSettings configures a process that does the same as the worker command.
type workerSettings struct {
	Name, Keys, Authority string
	Servers               []string
}

func runWorker(ctx context.Context, s workerSettings, log *slog.Logger) error {
	options, err := broker.WorkerOptions(s.Keys)
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
	var store *cluster.Store
	err = patiently(ctx, func(ctx context.Context) (err error) {
		store, err = cluster.Open(ctx, nc)
		return err
	})
	if err != nil {
		return err
	}
	return store.NewWorker(cluster.WorkerOptions{Name: s.Name, Slots: 2, Cores: 1, Log: log}).Run(ctx)
}
