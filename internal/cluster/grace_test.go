package cluster

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/broker"
)

// A worker that has lost its server stops when requested, even if it cannot save its job or write
// its result.
func TestAWorkerEndsWithoutItsServer(t *testing.T) {
	e, err := broker.Start(t.Context(), broker.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Shutdown()
	nc, err := e.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	s, err := Create(t.Context(), nc, Options{AckWait: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	all := service{s, s.Follow(t.Context(), slog.New(slog.DiscardHandler))}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	over := make(chan error, 1)
	w := s.NewWorker(WorkerOptions{Name: "left", Slots: 2, Grace: 300 * time.Millisecond})
	go func() { over <- w.Run(ctx) }()
	long := all.slow(t)
	// The record reaches the running state shortly before the worker starts its attempt.
	all.await(t, long, func(Record) bool { return w.attemptAt(long.Key()) != nil })
	held := w.attemptAt(long.Key())
	e.Shutdown()
	cancel()
	within := time.After(20 * time.Second)
	select {
	case err := <-over:
		if err != nil {
			t.Error(err)
		}
	case <-within:
		t.Fatal("the worker does not end")
	}
	if held.finish(held.grace, outcome{state: Done}) {
		t.Error("a result was written without a server")
	}
}
