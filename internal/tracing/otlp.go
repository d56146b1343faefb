package tracing

import (
	"strconv"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
)

// The messages of OTLP 1.0 in JSON, as far as this program fills them: see
// https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding. Numbers of 64 bits are texts.
type (
	otlpTraces struct {
		ResourceSpans []otlpResourceSpans `json:"resourceSpans"`
	}
	otlpResourceSpans struct {
		Resource   otlpAttributes   `json:"resource"`
		ScopeSpans []otlpScopeSpans `json:"scopeSpans"`
	}
	otlpAttributes struct {
		Attributes []otlpAttribute `json:"attributes,omitempty"`
	}
	otlpScopeSpans struct {
		Scope otlpScope  `json:"scope"`
		Spans []otlpSpan `json:"spans"`
	}
	otlpScope struct {
		Name    string `json:"name"`
		Version string `json:"version,omitempty"`
	}
	otlpSpan struct {
		TraceID    string      `json:"traceId"`
		SpanID     string      `json:"spanId"`
		ParentID   string      `json:"parentSpanId,omitempty"`
		TraceState string      `json:"traceState,omitempty"`
		Name       string      `json:"name"`
		Kind       int         `json:"kind"`
		Start      string      `json:"startTimeUnixNano"`
		End        string      `json:"endTimeUnixNano"`
		Events     []otlpEvent `json:"events,omitempty"`
		Status     otlpStatus  `json:"status"`
		otlpAttributes
	}
	otlpEvent struct {
		Time string `json:"timeUnixNano"`
		Name string `json:"name"`
		otlpAttributes
	}
	otlpStatus struct {
		Code    int    `json:"code,omitempty"`
		Message string `json:"message,omitempty"`
	}
	otlpAttribute struct {
		Key   string         `json:"key"`
		Value map[string]any `json:"value"`
	}
)

// encode returns the message for spans of one tracer.
func encode(spans []sdk.ReadOnlySpan) otlpTraces {
	scope := spans[0].InstrumentationScope()
	all := otlpScopeSpans{Scope: otlpScope{scope.Name, scope.Version}}
	for _, s := range spans {
		all.Spans = append(all.Spans, encodeSpan(s))
	}
	about := otlpAttributes{encodeAttributes(spans[0].Resource().Attributes())}
	return otlpTraces{[]otlpResourceSpans{{about, []otlpScopeSpans{all}}}}
}

func encodeSpan(s sdk.ReadOnlySpan) otlpSpan {
	o := otlpSpan{
		TraceID: s.SpanContext().TraceID().String(), SpanID: s.SpanContext().SpanID().String(), TraceState: s.SpanContext().TraceState().String(),
		Name: s.Name(), Kind: int(s.SpanKind()), Start: nanoseconds(s.StartTime()), End: nanoseconds(s.EndTime()),
		otlpAttributes: otlpAttributes{encodeAttributes(s.Attributes())},
	}
	if s.Parent().HasSpanID() {
		o.ParentID = s.Parent().SpanID().String()
	}
	for _, e := range s.Events() {
		o.Events = append(o.Events, otlpEvent{nanoseconds(e.Time), e.Name, otlpAttributes{encodeAttributes(e.Attributes)}})
	}
	switch s.Status().Code { // the numbers of OTLP differ
	case codes.Ok:
		o.Status.Code = 1
	case codes.Error:
		o.Status = otlpStatus{2, s.Status().Description}
	}
	return o
}

func nanoseconds(t time.Time) string { return strconv.FormatInt(t.UnixNano(), 10) }

func encodeAttributes(all []Attr) (list []otlpAttribute) {
	for _, a := range all {
		name, value := "stringValue", any(a.Value.String())
		switch a.Value.Type() {
		case attribute.INT64:
			name = "intValue" // as a text
		case attribute.BOOL:
			name, value = "boolValue", a.Value.AsBool()
		case attribute.FLOAT64:
			name, value = "doubleValue", a.Value.AsFloat64()
		}
		list = append(list, otlpAttribute{string(a.Key), map[string]any{name: value}})
	}
	return list
}
