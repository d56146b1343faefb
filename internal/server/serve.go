package server

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/api"
)

const (
	idleTime    = 2 * time.Minute
	headerBytes = 32 * kib
	// shutdownTimeout is the time that requests have to finish when the server stops.
	shutdownTimeout = 5 * time.Second
)

// ServeOptions configures Serve.
type ServeOptions struct {
	TLS           *tls.Config   // nil for plain HTTP
	Log           *slog.Logger  // for failed connections; nil discards them
	HeaderTimeout time.Duration // 0 = 10 s
	// Drain is the time for which the server keeps its listener open when the context is cancelled.
	// Meanwhile /readyz reports 503, so that load balancers send requests elsewhere.
	Drain       time.Duration
	Connections int // open connections; 0 = 8192, or half of the file descriptors if that is less
}

// Serve serves requests until the context is cancelled. Then it rejects new jobs and instances for
// the time of o.Drain. After that, it closes the listener, ends requests that wait for a job or
// watch events, and gives the other requests a few seconds to finish.
func Serve(ctx context.Context, l net.Listener, h http.Handler, o ServeOptions) error {
	closing, closeNow := context.WithCancel(context.WithoutCancel(ctx))
	defer closeNow()
	base := context.WithValue(context.WithoutCancel(ctx), stopKey{}, stop{draining: ctx, closing: closing})
	srv := o.server(base, h)
	ended := make(chan error, 1)
	go func() {
		if o.TLS != nil {
			ended <- srv.ServeTLS(l, "", "")
		} else {
			ended <- srv.Serve(l)
		}
	}()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	if o.Drain > 0 {
		srv.SetKeepAlivesEnabled(false) // clients reconnect, to another server if there is one
		select {
		case <-ended: // the caller has closed the listener
		case <-time.After(o.Drain):
		}
	}
	closeNow()
	return shutdown(base, srv)
}

// server returns the HTTP server. The contexts of its requests derive from base.
func (o ServeOptions) server(base context.Context, h http.Handler) *http.Server {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	open := &connections{limit: cmp.Or(o.Connections, defaultConnections()), open: map[net.Conn]*connection{}}
	return &http.Server{
		Handler: h, TLSConfig: o.TLS, ErrorLog: slog.NewLogLogger(o.Log.Handler(), slog.LevelDebug),
		ReadHeaderTimeout: cmp.Or(o.HeaderTimeout, defaultTimeout), IdleTimeout: idleTime, MaxHeaderBytes: headerBytes,
		BaseContext: func(net.Listener) context.Context { return base },
		ConnContext: open.admit, ConnState: open.changed,
	}
}

// shutdown closes the listener and waits for the requests to finish, but not too long.
func shutdown(ctx context.Context, srv *http.Server) error {
	grace, cancel := context.WithTimeout(ctx, shutdownTimeout)
	defer cancel()
	if err := srv.Shutdown(grace); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return srv.Close()
}

type stopKey struct{}

// A stop holds the contexts that are cancelled when the server stops.
type stop struct {
	draining context.Context // cancelled when the server no longer accepts jobs
	closing  context.Context // cancelled when the server closes its listener
}

// draining reports whether the server that handles a request is about to stop.
func draining(ctx context.Context) bool {
	of, ok := ctx.Value(stopKey{}).(stop)
	return ok && of.draining.Err() != nil
}

func errDraining() *api.Problem {
	return problem(http.StatusServiceUnavailable, codeDraining, "the server is about to stop: try again, on another server if there is one").Later(acquireTimeout)
}

// untilShutdown returns a context for a request that waits. The context is also cancelled when the
// server closes its listener.
func untilShutdown(ctx context.Context) (context.Context, context.CancelFunc) {
	waiting, cancel := context.WithCancel(ctx)
	if of, ok := ctx.Value(stopKey{}).(stop); ok {
		forget := context.AfterFunc(of.closing, cancel)
		return waiting, func() { forget(); cancel() }
	}
	return waiting, cancel
}
