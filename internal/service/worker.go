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

// ConnectTimeout is the maximum time to wait for a server at startup.
const ConnectTimeout = 10 * time.Second

// A Worker runs jobs for one or more servers.
type Worker struct {
	Server string // comma-separated URLs
	Keys   string // key file
	CA     string // file with CA certificates; "" means the system roots
	Wait   bool   // whether to wait for the servers without a timeout
	cluster.WorkerOptions

	Ready func(name string) error // called when the worker accepts jobs
}

// Run runs jobs until ctx is cancelled. It then returns the running jobs to the queue.
func (w Worker) Run(ctx context.Context) error {
	options, _, err := w.connectOptions()
	if err != nil {
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

// join connects to a server and waits until the job store exists.
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
	open := func() (*cluster.Store, error) { return cluster.Open(ctx, conn) }
	store, err := retry.Do(ctx, open, func(error) (time.Duration, bool) { return retryEvery, true })
	if err != nil {
		conn.Close()
		return nil, nil, fmt.Errorf("%w: %s: %w", ErrUnreachable, Redacted(w.Server), err)
	}
	return conn, store, nil
}

// connectOptions returns the connection options and the name of the pool of the worker's key.
func (w Worker) connectOptions() (options []nats.Option, pool string, err error) {
	options, pool, err = broker.WorkerOptions(w.Keys)
	if err != nil {
		return nil, "", err
	}
	options, err = withCA(options, w.CA)
	return options, pool, err
}

// withIdentity adds the host, version and name to the options of a worker.
func withIdentity(o cluster.WorkerOptions) cluster.WorkerOptions {
	o.Host, _ = os.Hostname() // "" if unknown
	o.Version = tourmaline.Version()
	if o.Name == "" {
		o.Name = strings.ToLower(o.Host + "-" + rand.Text()[:6])
	}
	return o
}
