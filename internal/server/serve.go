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
	Connections   int           // open connections; 0 = 8192, or half of the file descriptors if that is less
}

// Serve serves requests until the context is cancelled. Then it ends requests that wait for a job
// or watch events, and gives the other requests a few seconds to finish.
func Serve(ctx context.Context, l net.Listener, h http.Handler, o ServeOptions) error {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	base := context.WithValue(context.WithoutCancel(ctx), closingKey{}, ctx)
	open := &connections{limit: cmp.Or(o.Connections, defaultConnections()), open: map[net.Conn]*connection{}}
	srv := &http.Server{
		Handler: h, TLSConfig: o.TLS, ErrorLog: slog.NewLogLogger(o.Log.Handler(), slog.LevelDebug),
		ReadHeaderTimeout: cmp.Or(o.HeaderTimeout, defaultTimeout), IdleTimeout: idleTime, MaxHeaderBytes: headerBytes,
		BaseContext: func(net.Listener) context.Context { return base },
		ConnContext: open.admit, ConnState: open.changed,
	}
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
	grace, cancel := context.WithTimeout(base, shutdownTimeout)
	defer cancel()
	if err := srv.Shutdown(grace); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return srv.Close()
}

type closingKey struct{}

// untilShutdown returns a context for a request that waits. The context is also cancelled when the
// server stops.
func untilShutdown(ctx context.Context) (context.Context, context.CancelFunc) {
	waiting, cancel := context.WithCancel(ctx)
	if closing, ok := ctx.Value(closingKey{}).(context.Context); ok {
		forget := context.AfterFunc(closing, cancel)
		return waiting, func() { forget(); cancel() }
	}
	return waiting, cancel
}
