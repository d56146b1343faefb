package server

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/tracing"
)

// startSpan starts the span of a request of the API. It continues the trace of the client.
func (s *Server) startSpan(c *call) {
	if s.opt.Tracer != nil && strings.HasPrefix(c.request.URL.Path, "/v1/") {
		c.span = s.opt.Tracer.Start(c.request.Header.Get("traceparent"), c.request.Method, tracing.Server, c.started, tracing.String("request", c.id))
	}
}

// endSpan ends the span of a request.
func (c *call) endSpan() {
	if c.span == nil {
		return
	}
	c.span.SetName(cmp.Or(c.request.Pattern, c.request.Method))
	c.span.Set(tracing.String("http.request.method", c.request.Method), tracing.String("http.route", c.request.Pattern),
		tracing.Int("http.response.status_code", int64(c.status)), tracing.String("tenant", c.identity.Tenant))
	if c.status >= http.StatusInternalServerError {
		c.span.Fail(cmp.Or(c.cause, errors.New(http.StatusText(c.status))))
	}
	c.span.End(time.Now())
}

// parent returns the traceparent for everything that a request causes: of its span, or else of the
// client.
func (c *call) parent() string {
	return cmp.Or(c.span.Parent(), tracing.Valid(c.request.Header.Get("traceparent")))
}

// store stores a submission. The job continues the trace of the request.
func (s *Server) store(ctx context.Context, sub cluster.Submission) (*cluster.Record, error) {
	c := callOf(ctx)
	span := s.opt.Tracer.Start(c.parent(), "submit", tracing.Producer, s.opt.Store.Now())
	sub.Trace = cmp.Or(span.Parent(), c.parent())
	r, existed, err := s.opt.Store.Submit(ctx, sub)
	if err == nil {
		c.job.Store(&r.ID) // a batch submits several jobs concurrently
		span.Set(jobAttrs(r)...)
	}
	if existed {
		span.Event("the job exists")
	}
	span.Fail(err)
	span.End(s.opt.Store.Now())
	return r, err
}

// jobAttrs returns the attributes of all spans of a job.
func jobAttrs(r *cluster.Record) []tracing.Attr {
	return []tracing.Attr{tracing.String("tenant", r.Tenant), tracing.String("job", r.ID), tracing.String("request", r.Request)}
}

// record records a span of a job that ends now.
func (o observer) record(r *cluster.Record, name string, began time.Time, err error, attrs ...tracing.Attr) {
	s := o.server
	if s.opt.Tracer == nil {
		return
	}
	span := s.opt.Tracer.Start(r.Trace, name, tracing.Internal, began, append(jobAttrs(r), attrs...)...)
	span.Fail(err)
	span.End(s.opt.Store.Now())
}
