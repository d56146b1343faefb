package service

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

// Patience is how long a server may take to answer at the start.
const ConnectTimeout = 10 * time.Second

// A Worker says which servers a process works for, and how.
type Worker struct {
	Server string // URLs, with commas
	Keys   string // file with the key of a worker
	CA     string // file with who signs the certificates of the servers; "": whom this machine trusts
	Wait   bool   // for the servers, however long they take
	cluster.WorkerOptions

	Ready func(name string) error // called once, when jobs can come
}

// Run does jobs until the context ends. Then it gives back those that it is at.
func (w Worker) Run(ctx context.Context) error {
	options, err := broker.WorkerOptions(w.Keys)
	if err != nil {
		return err
	}
	if options, err = withCA(options, w.CA); err != nil {
		return err
	}
	conn, store, err := w.join(ctx, options)
	if err != nil {
		return err
	}
	defer conn.Close()
	o := withIdentity(w.WorkerOptions)
	if w.Ready != nil {
		if err := w.Ready(o.Name); err != nil {
			return err
		}
	}
	return store.NewWorker(o).Run(ctx)
}

// join connects, and waits until there is a store.
func (w Worker) join(ctx context.Context, options []nats.Option) (*nats.Conn, *cluster.Store, error) {
	if !w.Wait {
		limited, cancel := context.WithTimeout(ctx, ConnectTimeout)
		defer cancel()
		ctx = limited
	}
	conn, err := dial(ctx, w.Server, options...)
	if err != nil {
		return nil, nil, err
	}
	var store *cluster.Store
	err = retry.Do(ctx, func() (err error) {
		store, err = cluster.Open(ctx, conn)
		return err
	}, func(error) (time.Duration, bool) { return retryEvery, true })
	if err != nil {
		conn.Close()
		return nil, nil, fmt.Errorf("%w: %s: %w", ErrUnreachable, Redacted(w.Server), err)
	}
	return conn, store, nil
}

// named completes the options of a worker by who it is.
func withIdentity(o cluster.WorkerOptions) cluster.WorkerOptions {
	o.Host, _ = os.Hostname() // "" where there is none
	o.Version = tourmaline.Version()
	if o.Name == "" {
		o.Name = strings.ToLower(o.Host + "-" + rand.Text()[:6])
	}
	return o
}
