package service

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/tracing"
)

// A receivedSpan is the part of a span that the tests need.
type receivedSpan struct {
	TraceID, SpanID, ParentSpanID, Name string
	StartTimeUnixNano, EndTimeUnixNano  string
	Events                              []struct{ Name string }
	Attributes                          []struct {
		Key   string
		Value struct{ StringValue string }
	}
}

func (s receivedSpan) attribute(key string) string {
	for _, a := range s.Attributes {
		if a.Key == key {
			return a.Value.StringValue
		}
	}
	return ""
}

// A collector receives traces over HTTP.
type collector struct {
	url   string
	mu    sync.Mutex
	spans []receivedSpan
}

func newCollector(t *testing.T) *collector {
	t.Helper()
	c := &collector{}
	s := httptest.NewServer(c)
	t.Cleanup(s.Close)
	c.url = s.URL
	return c
}

func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var got struct {
		ResourceSpans []struct {
			ScopeSpans []struct{ Spans []receivedSpan }
		}
	}
	if err := json.NewDecoder(r.Body).Decode(&got); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, resource := range got.ResourceSpans {
		for _, scope := range resource.ScopeSpans {
			c.spans = append(c.spans, scope.Spans...)
		}
	}
}

// tracer returns a tracer that sends to the collector.
func (c *collector) tracer(t *testing.T, program string) *tracing.Tracer {
	t.Helper()
	tracer, err := tracing.New(program, "test", func(name string) string {
		return map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": c.url}[name]
	}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return tracer
}

// A job leaves one connected trace, from the request of the client to the result, although a server
// and a worker record it.
func TestOneTraceFromSubmitToResult(t *testing.T) {
	c := newCollector(t)
	server, inWorker := c.tracer(t, "tourmaline"), c.tracer(t, "tourmaline-worker")
	p := runPair(t, server, inWorker)
	const trace, client = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
	j := submitWith(t, p.url, smallJob, http.Header{"Traceparent": {"00-" + trace + "-" + client + "-01"}, "X-Request-Id": {"my-request"}})
	if j.State != cluster.Done || j.Request != "my-request" {
		t.Fatalf("ended as %+v", j)
	}
	p.stopWorker()
	p.stopServer()
	inWorker.Close()
	server.Close()
	byID, byName := map[string]receivedSpan{}, map[string]receivedSpan{}
	for _, s := range c.spans {
		if s.TraceID != trace {
			t.Errorf("%s belongs to another trace", s.Name)
		}
		byID[s.SpanID], byName[s.Name] = s, s
	}
	for name, parent := range map[string]string{
		"submit": "POST /v1/jobs", "queue": "submit", "claim": "submit", "attempt": "submit",
		"fetch": "attempt", "search": "attempt", "deliver": "attempt", "finish": "submit", "verify": "submit",
	} {
		s := byName[name]
		if byID[s.ParentSpanID].Name != parent || s.StartTimeUnixNano > s.EndTimeUnixNano {
			t.Errorf("%s: %+v, expected the parent %s", name, s, parent)
		}
		if !slices.Contains([]string{"fetch", "search", "deliver"}, name) && (s.attribute("job") != j.ID || s.attribute("request") != "my-request") {
			t.Errorf("%s lacks the job or the request: %+v", name, s)
		}
	}
	if first := byName["POST /v1/jobs"]; first.ParentSpanID != client {
		t.Errorf("the trace of the client is not continued: %+v", first)
	}
	var names []string
	for _, s := range c.spans {
		names = append(names, s.Name)
	}
	if len(names) != 10 {
		t.Errorf("%d spans: %s", len(names), strings.Join(names, ", "))
	}
}
