// Package tracing records OpenTelemetry traces of jobs and sends them to a collector. It is off
// unless the environment names a collector.
package tracing

import (
	"context"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// A Tracer records spans. A nil Tracer records nothing.
type Tracer struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
}

// New returns a tracer for a program, or nil if the environment asks for none. getenv returns the
// standard variables of OpenTelemetry; the sampler, the batches and the resource are always read
// from the environment of the process.
func New(program, version string, getenv func(string) string, log *slog.Logger) (*Tracer, error) {
	e, err := newExporter(getenv, log)
	if e == nil || err != nil {
		return nil, err
	}
	about, err := resource.New(context.Background(),
		resource.WithAttributes(String("service.name", program), String("service.version", version)),
		resource.WithTelemetrySDK(), resource.WithHost(), resource.WithFromEnv())
	if err != nil {
		return nil, err
	}
	provider := sdk.NewTracerProvider(sdk.WithBatcher(e), sdk.WithResource(about))
	return &Tracer{provider, provider.Tracer("tourmaline", trace.WithInstrumentationVersion(version))}, nil
}

// closeTimeout bounds the time for sending the last spans.
const closeTimeout = 5 * time.Second

// Close sends the spans that have ended.
func (t *Tracer) Close() {
	if t == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	_ = t.provider.Shutdown(ctx) // the exporter logs errors
}

// An Attr is an attribute of a span.
type Attr = attribute.KeyValue

// String returns an attribute.
func String(name, value string) Attr { return attribute.String(name, value) }

// Int returns an attribute.
func Int(name string, value int64) Attr { return attribute.Int64(name, value) }

// A Span is a part of a trace. A nil Span does nothing.
type Span struct{ span trace.Span }

// Kinds of spans.
const (
	Internal = trace.SpanKindInternal
	Server   = trace.SpanKindServer
	Producer = trace.SpanKindProducer
	Consumer = trace.SpanKindConsumer
)

// Start starts a span at a time. parent is the W3C traceparent of the span to which it belongs; if
// it is "" or invalid, the span starts a new trace.
func (t *Tracer) Start(parent, name string, kind trace.SpanKind, at time.Time, attrs ...Attr) *Span {
	if t == nil {
		return nil
	}
	_, span := t.tracer.Start(extract(parent), name, trace.WithSpanKind(kind), trace.WithTimestamp(at), trace.WithAttributes(attrs...))
	return &Span{span}
}

// Record records a span that has ended.
func (t *Tracer) Record(parent, name string, began, ended time.Time, attrs ...Attr) {
	if t != nil {
		t.Start(parent, name, Internal, began, attrs...).End(ended)
	}
}

const header = "traceparent"

func extract(parent string) context.Context {
	if parent == "" {
		return context.Background()
	}
	return propagation.TraceContext{}.Extract(context.Background(), propagation.MapCarrier{header: parent})
}

// Valid returns a traceparent if it is valid, or else "".
func Valid(parent string) string {
	if parent == "" || !trace.SpanContextFromContext(extract(parent)).IsValid() {
		return ""
	}
	return parent
}

// Parent returns the traceparent of the span, or "".
func (s *Span) Parent() string {
	if s == nil {
		return ""
	}
	to := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(trace.ContextWithSpan(context.Background(), s.span), to)
	return to[header]
}

// SetName changes the name.
func (s *Span) SetName(name string) {
	if s != nil {
		s.span.SetName(name)
	}
}

// Set adds attributes.
func (s *Span) Set(attrs ...Attr) {
	if s != nil {
		s.span.SetAttributes(attrs...)
	}
}

// Event adds an event that happens now.
func (s *Span) Event(name string, attrs ...Attr) {
	if s != nil {
		s.span.AddEvent(name, trace.WithAttributes(attrs...))
	}
}

// Fail marks the span as failed, unless the error is nil.
func (s *Span) Fail(err error) {
	if s != nil && err != nil {
		s.span.SetStatus(codes.Error, err.Error())
	}
}

// End ends the span at a time.
func (s *Span) End(at time.Time) {
	if s != nil {
		s.span.End(trace.WithTimestamp(at))
	}
}
