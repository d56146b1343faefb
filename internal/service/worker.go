package service

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/memory"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/internal/worker"
)

// ConnectTimeout is the maximum time to wait for a server at startup.
const ConnectTimeout = 10 * time.Second

// A Worker runs jobs for one or more servers.
type Worker struct {
	Server string // comma-separated URLs
	Keys   string // key file
	CA     string // file with CA certificates; "" means the system roots
	Wait   bool   // whether to wait for the servers without a timeout
	worker.Options

	// MetricsListen is the host:port for /metrics, /healthz and /readyz; "" opens no port. Anybody who
	// can reach the port can read them.
	MetricsListen string
	MetricsPublic bool // whether other machines may reach MetricsListen

	Ready        func(name string) error // called when the worker accepts jobs
	MetricsReady func(net.Addr)          // called when MetricsListen is open
}

// Run runs jobs until ctx is cancelled, and then returns the running jobs to the queue. It also
// returns when a server has drained the worker.
func (w Worker) Run(ctx context.Context) error {
	if err := w.checkMetrics(); err != nil {
		return err
	}
	options, pool, err := w.connectOptions()
	if err != nil {
		return err
	}
	w.Options = withIdentity(w.Options)
	h, stop, err := w.serveHealth()
	if err != nil {
		return err
	}
	defer stop()
	conn, joined, err := w.join(ctx, pool, options)
	if err != nil {
		return err
	}
	defer conn.Close()
	h.join(joined)
	if w.Ready != nil {
		if err := w.Ready(w.Name); err != nil {
			return err
		}
	}
	return joined.Run(ctx)
}

// join connects to a server and waits until it accepts the worker.
func (w Worker) join(ctx context.Context, pool string, options []nats.Option) (*nats.Conn, *worker.Worker, error) {
	if !w.Wait {
		limited, cancel := context.WithTimeout(ctx, ConnectTimeout)
		defer cancel()
		ctx = limited
	}
	conn, err := dial(ctx, w.Server, options...)
	if err != nil {
		return nil, nil, err
	}
	joined := worker.New(conn, pool, w.Options)
	err = joined.Join(ctx)
	switch {
	case err == nil:
		return conn, joined, nil
	case errors.Is(err, protocol.ErrVersion), errors.Is(err, protocol.ErrForbidden):
		err = fmt.Errorf("%s: %w", Redacted(w.Server), err)
	default:
		err = fmt.Errorf("%w: %s: %w", ErrUnreachable, Redacted(w.Server), err)
	}
	conn.Close()
	return nil, nil, err
}

// connectOptions returns the connection options and the name of the pool of the worker's key.
func (w Worker) connectOptions() (options []nats.Option, pool string, err error) {
	options, pool, err = broker.WorkerOptions(w.Keys)
	if err != nil {
		return nil, "", err
	}
	options, err = withCA(append(options, nats.ErrorHandler(w.logError)), w.CA)
	return options, pool, err
}

// logError logs an error that the broker reports apart from the replies to requests, for example a
// message that it does not permit.
func (w Worker) logError(_ *nats.Conn, _ *nats.Subscription, err error) {
	if w.Log != nil {
		w.Log.Warn("the broker reports an error", "error", err)
	}
}

// withIdentity adds the host, memory, version and name to the options of a worker.
func withIdentity(o worker.Options) worker.Options {
	o.Host, _ = os.Hostname() // "" if unknown
	o.Memory = cmp.Or(o.Memory, memory.Limit())
	o.Version = tourmaline.Version()
	if o.Name == "" {
		o.Name = strings.ToLower(o.Host + "-" + rand.Text()[:6])
	}
	return o
}
