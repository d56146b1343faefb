package service

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/metrics"
	"github.com/tourmaline-opt/tourmaline/internal/worker"
)

// metricsTimeout bounds a request for the metrics of a worker.
const metricsTimeout = 10 * time.Second

// A health serves the metrics and the health of a worker process.
type health struct {
	joined atomic.Pointer[joined] // nil until a server has accepted the worker
}

// A joined worker has been accepted by a server.
type joined struct {
	worker  *worker.Worker
	metrics http.Handler
}

// join sets the worker.
func (h *health) join(w *worker.Worker) { h.joined.Store(&joined{w, metrics.Handler(w.Metrics())}) }

// checkMetrics returns an error if other machines can reach the metrics without permission.
func (w Worker) checkMetrics() error {
	return Options{}.checkAddress("MetricsListen", w.MetricsListen, w.MetricsPublic, "MetricsPublic, because it uses neither TLS nor tokens")
}

// serveHealth serves metrics and health until the caller calls stop. Without an address, it does
// nothing.
func (w Worker) serveHealth() (h *health, stop func(), err error) {
	h = &health{}
	if w.MetricsListen == "" {
		return h, func() {}, nil
	}
	listener, err := broker.Listen(w.MetricsListen)
	if err != nil {
		return nil, nil, err
	}
	srv := &http.Server{Handler: h.handler(), ReadTimeout: metricsTimeout, WriteTimeout: metricsTimeout, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 8 << 10}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := srv.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			w.Log.Error("cannot serve metrics", "error", err)
		}
	}()
	if w.MetricsReady != nil {
		w.MetricsReady(listener.Addr())
	}
	return h, func() {
		_ = srv.Shutdown(context.Background()) // ends soon, because requests have time limits
		<-ended
	}, nil
}

// handler answers like a server: /healthz while the process lives, /readyz while it takes jobs.
func (h *health) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { answer(w, http.StatusOK, `{"status":"ok"}`) })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		if of := h.joined.Load(); of == nil || !of.worker.Joined() {
			answer(w, http.StatusServiceUnavailable, `{"status":"not connected to a server, or stopping"}`)
			return
		}
		answer(w, http.StatusOK, `{"status":"ready"}`)
	})
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		of := h.joined.Load()
		if of == nil {
			answer(w, http.StatusServiceUnavailable, `{"status":"not connected to a server"}`)
			return
		}
		of.metrics.ServeHTTP(w, r)
	})
	return mux
}

func answer(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body+"\n") // fails if the client has disconnected
}
