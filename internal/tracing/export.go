package tracing

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"

	sdk "go.opentelemetry.io/otel/sdk/trace"

	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

// An exporter sends spans to a collector, as OTLP over HTTP with JSON. The exporter of
// OpenTelemetry would add gRPC to the program, though only for its types.
type exporter struct {
	url     string
	headers http.Header
	client  *http.Client
	log     *slog.Logger

	mu     sync.Mutex
	warned time.Time
}

const (
	// retries is the number of times that a batch is sent again while the collector is busy.
	retries = 3
	// retryPause is the pause before a batch is sent again.
	retryPause = time.Second
	// warnEvery is the shortest time between warnings about lost spans.
	warnEvery = time.Minute
)

// ExportSpans implements sdk.SpanExporter. Spans that cannot be sent are lost.
func (e *exporter) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	if len(spans) == 0 {
		return nil
	}
	body, err := json.Marshal(encode(spans))
	if err != nil {
		return err
	}
	left := retries
	_, err = retry.Do(ctx, func() (struct{}, error) { return struct{}{}, e.post(ctx, body) }, func(err error) (time.Duration, bool) {
		_, busy := err.(errBusy) //nolint:errorlint // returned by post as it is
		left--
		return retryPause, busy && left >= 0
	})
	if err != nil {
		e.warn(err, len(spans))
	}
	return nil
}

// errBusy means that the collector asks to repeat a request.
type errBusy struct{ error }

func (e *exporter) post(ctx context.Context, body []byte) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, e.url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header = e.headers.Clone()
	r.Header.Set("Content-Type", "application/json")
	a, err := e.client.Do(r)
	if err != nil {
		return err
	}
	defer a.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(a.Body, 64<<10)) // so that the connection can be used again
	switch a.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return errBusy{fmt.Errorf("the collector answers %s", a.Status)}
	}
	if a.StatusCode/100 != 2 {
		return fmt.Errorf("the collector answers %s", a.Status)
	}
	return nil
}

// warn logs lost spans, but not too often.
func (e *exporter) warn(err error, spans int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if now := time.Now(); now.Sub(e.warned) >= warnEvery {
		e.warned = now
		e.log.Warn("cannot send traces", "error", err, "lost_spans", spans)
	}
}

// Shutdown implements sdk.SpanExporter.
func (e *exporter) Shutdown(context.Context) error {
	e.client.CloseIdleConnections()
	return nil
}
