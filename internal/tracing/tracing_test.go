package tracing

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

const client = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

func environment(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestSettings(t *testing.T) {
	const endpoint, traces, kind = "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_TRACES_EXPORTER"
	for name, c := range map[string]struct {
		set  []string
		url  string // "" if tracing is off
		fail string
	}{
		"nothing":         {},
		"none":            {set: []string{kind, "none", endpoint, "http://c:4318"}},
		"disabled":        {set: []string{"OTEL_SDK_DISABLED", "TRUE", endpoint, "http://c:4318"}},
		"default":         {set: []string{kind, "otlp"}, url: "http://localhost:4318/v1/traces"},
		"all signals":     {set: []string{endpoint, "https://c:4318/otlp/"}, url: "https://c:4318/otlp/v1/traces"},
		"traces":          {set: []string{endpoint, "http://c:4318", traces, "http://d/x"}, url: "http://d/x"},
		"json":            {set: []string{endpoint, "http://c:4318", "OTEL_EXPORTER_OTLP_PROTOCOL", "http/json"}, url: "http://c:4318/v1/traces"},
		"grpc":            {set: []string{endpoint, "http://c:4317", "OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"}, fail: "expected http/json"},
		"other exporter":  {set: []string{kind, "zipkin"}, fail: "expected otlp or none"},
		"no URL":          {set: []string{endpoint, "collector:4318"}, fail: "expected a URL"},
		"timeout":         {set: []string{endpoint, "http://c:4318", "OTEL_EXPORTER_OTLP_TIMEOUT", "10s"}, fail: "expected milliseconds"},
		"headers":         {set: []string{endpoint, "http://c:4318", "OTEL_EXPORTER_OTLP_HEADERS", "secret"}, fail: "expected name=value"},
		"no certificates": {set: []string{endpoint, "http://c:4318", "OTEL_EXPORTER_OTLP_CERTIFICATE", "/nosuch"}, fail: "/nosuch"},
	} {
		e, err := newExporter(environment(c.set...), nil)
		switch {
		case c.fail != "":
			if err == nil || !strings.Contains(err.Error(), c.fail) || strings.Contains(err.Error(), "secret") {
				t.Errorf("%s: %v, expected %q", name, err, c.fail)
			}
		case err != nil || (e == nil) != (c.url == "") || e != nil && e.url != c.url:
			t.Errorf("%s: %+v, %v", name, e, err)
		}
	}
	h, err := parseHeaders("a=b%20c, d = e")
	if err != nil || h.Get("a") != "b c" || h.Get("d") != "e" {
		t.Errorf("%v, %v", h, err)
	}
}

// A span arrives as OTLP describes it, also if the collector is busy at first.
func TestExport(t *testing.T) {
	var got otlpTraces
	var answers int
	collector := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if answers++; answers == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		if err := json.NewDecoder(r.Body).Decode(&got); err != nil || r.URL.Path != "/v1/traces" || r.Header.Get("Content-Type") != "application/json" || r.Header.Get("key") != "k" {
			t.Errorf("%s %v: %v", r.URL, r.Header, err)
		}
	}))
	t.Cleanup(collector.Close)
	tracer, err := New("program", "v1", environment("OTEL_EXPORTER_OTLP_ENDPOINT", collector.URL, "OTEL_EXPORTER_OTLP_HEADERS", "key=k"), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	at := time.Unix(100, 5)
	s := tracer.Start(client, "first", Server, at, String("a", "b"), Int("n", 7))
	s.Event("e", String("x", "y"))
	s.Fail(errors.New("broken"))
	s.SetName("renamed")
	parent := s.Parent()
	s.End(at.Add(time.Second))
	tracer.Close()
	if len(got.ResourceSpans) != 1 {
		t.Fatalf("received %+v", got)
	}
	text, _ := json.Marshal(got)
	for _, part := range []string{`{"key":"service.name","value":{"stringValue":"program"}}`, `{"key":"n","value":{"intValue":"7"}}`, `{"key":"a","value":{"stringValue":"b"}}`} {
		if !strings.Contains(string(text), part) {
			t.Errorf("%s is not in %s", part, text)
		}
	}
	o := got.ResourceSpans[0].ScopeSpans[0].Spans[0]
	if o.TraceID != "0af7651916cd43dd8448eb211c80319c" || o.ParentID != "b7ad6b7169203331" || parent != "00-"+o.TraceID+"-"+o.SpanID+"-01" ||
		o.Name != "renamed" || o.Kind != 2 || o.Start != "100000000005" || o.End != "101000000005" || o.Status != (otlpStatus{2, "broken"}) || o.Events[0].Name != "e" {
		t.Errorf("%+v", o)
	}
}

func TestValid(t *testing.T) {
	for parent, ok := range map[string]bool{client: true, "": false, "00-1-2-01": false, strings.Repeat("x", 55): false, strings.Replace(client, "0af7651916cd43dd8448eb211c80319c", strings.Repeat("0", 32), 1): false} {
		if got := Valid(parent); (got != "") != ok || ok && got != parent {
			t.Errorf("%q: %q", parent, got)
		}
	}
}

// Without a collector, spans cost nothing.
func TestOffAllocatesNothing(t *testing.T) {
	var off *Tracer
	now := time.Now()
	allocs := testing.AllocsPerRun(100, func() {
		s := off.Start(client, "name", Internal, now)
		s.Event("event")
		s.Fail(nil)
		s.Set()
		_ = s.Parent()
		s.End(now)
		off.Record(client, "name", now, now)
	})
	off.Close()
	if allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}
