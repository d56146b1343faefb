package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/perceptron"
)

// The file name of a download contains only ASCII letters, digits, dots, hyphens and underscores.
func TestSafeNames(t *testing.T) {
	for name, want := range map[string]string{
		"azAZ09._-x": "azAZ09._-x", "Köln 7": "K-ln-7", "a/b\"c": "a-b-c", "@[`{:;": "route", "": "route",
		strings.Repeat("x", 101): strings.Repeat("x", 100),
	} {
		if got := safeName(name); got != want {
			t.Errorf("%q becomes %q, expected %q", name, got, want)
		}
	}
}

// If-None-Match may list several tags, strong or weak.
func TestMatchingETags(t *testing.T) {
	for header, want := range map[string]bool{
		`"a"`: true, `W/"a"`: true, `"b", "a"`: true, `"b" , W/"a" `: true, "*": true,
		`"b"`: false, `W/"b"`: false, `a`: false, "": false,
	} {
		if got := matchesETag(header, `"a"`); got != want {
			t.Errorf("%s: %v, expected %v", header, got, want)
		}
	}
}

// A client whose quota is exceeded is told to retry after a few seconds.
func TestOverQuotaSaysWhenToRetry(t *testing.T) {
	p := overQuota("queued", "%d jobs", 7)
	if after := p.Headers.Get("Retry-After"); after != "5" || p.Status != http.StatusTooManyRequests || p.Detail != "quota queued: 7 jobs" {
		t.Errorf("Retry-After: %s, expected 5; %+v", after, p)
	}
}

// The description of the API contains the body of a submission and the maximum length of its texts.
func TestTheSubmissionIsDescribed(t *testing.T) {
	data, err := OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	type schema struct {
		Properties map[string]struct{ MaxLength int }
	}
	var described struct {
		Paths map[string]map[string]struct {
			RequestBody struct {
				Required bool
				Content  map[string]struct{ Schema schema }
			}
		}
	}
	if err := json.Unmarshal(data, &described); err != nil {
		t.Fatal(err)
	}
	body := described.Paths["/v1/jobs"]["post"].RequestBody
	fields := body.Content["application/json"].Schema.Properties
	if !body.Required || len(fields) == 0 {
		t.Fatalf("POST /v1/jobs is described without a body: %+v", body)
	}
	for name, want := range map[string]int{"file": 255, "label": 200, "instance": 0} {
		if got := fields[name].MaxLength; got != want {
			t.Errorf("%s has the maximum length %d, expected %d", name, got, want)
		}
	}
}

// The file of an instance is sent with little memory, and an unknown instance is not found.
func TestTheFileOfAnInstance(t *testing.T) {
	s := newServer(t)
	for _, size := range []int64{100, cluster.StreamBytes + 1} {
		data := make([]byte, size)
		if _, err := s.opt.Store.PutInstance(t.Context(), access.Local().Tenant, "a.csv", data); err != nil {
			t.Fatal(err)
		}
		c, ctx := s.begin("")
		if _, err := s.file(ctx, &hashPath{Hash: job.Hash(data)}); err != nil || c.held != min(size, cluster.StreamBytes) {
			t.Errorf("a file of %d bytes holds %d bytes, %v", size, c.held, err)
		}
	}
	_, ctx := s.begin("")
	var p *api.Problem
	if _, err := s.file(ctx, &hashPath{Hash: job.Hash(nil)}); !errors.As(err, &p) || p.Status != http.StatusNotFound {
		t.Errorf("%v, expected 404", err)
	}
}

// Only requests that failed through no fault of the client are warnings.
func TestCausesAreLoggedAsWarnings(t *testing.T) {
	for want, cause := range map[string]error{"INFO": nil, "WARN": errors.New("the store is slow")} {
		var log bytes.Buffer
		s := build(Options{Log: slog.New(slog.NewJSONHandler(&log, nil))}, nil)
		c, _ := s.begin("")
		c.cause = cause
		s.logCall(c)
		var line struct{ Level, Error string }
		if err := json.Unmarshal(log.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		if line.Level != want || (line.Error == "") != (cause == nil) {
			t.Errorf("cause %v: logged %+v, expected the level %s", cause, line, want)
		}
	}
}

// An error of the store reaches the client that submits a job.
func TestARejectedSubmissionIsAnError(t *testing.T) {
	s := newServer(t)
	_, ctx := s.begin("")
	sub := cluster.Submission{Tenant: access.Local().Tenant, Key: "k", Spec: job.Spec{File: "a.csv"}}
	if _, err := s.store(ctx, sub); err != nil {
		t.Fatal(err)
	}
	sub.Spec.File = "b.csv"
	if r, err := s.store(ctx, sub); !errors.Is(err, cluster.ErrKeyReused) {
		t.Errorf("%+v, %v, expected an error", r, err)
	}
}

// A drawing that does not get its turn is an error.
func TestDrawingsAreLimited(t *testing.T) {
	s := build(Options{Limits: Limits{Drawings: 1}}, nil)
	_, ctx := s.begin("")
	one := func() int { return 1 }
	if a, err := draw(ctx, s, one); err != nil || a.Body != 1 {
		t.Errorf("%v, %v", a, err)
	}
	if _, err := s.drawings.acquire(ctx, "other", 0); err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(ctx)
	cancel()
	if a, err := draw(gone, s, one); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, %v, expected an error", a, err)
	}
}

// A stuckListener accepts no connections and cannot be closed.
type stuckListener struct {
	net.Listener
	accepting chan struct{}
}

var errStuck = errors.New("the listener is stuck")

func (l stuckListener) Accept() (net.Conn, error) {
	close(l.accepting)
	return l.Listener.Accept()
}

func (l stuckListener) Close() error { return errors.Join(l.Listener.Close(), errStuck) }

// closed returns a listener that is closed.
func closed(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err == nil {
		err = l.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// Serve reports that the server could not serve or could not be shut down.
func TestAFailedShutdownIsAnError(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := Serve(t.Context(), closed(t), http.NotFoundHandler(), ServeOptions{}); !errors.Is(err, net.ErrClosed) {
		t.Errorf("a closed listener: %v", err)
	}
	l := stuckListener{inner, make(chan struct{})}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-l.accepting
		cancel()
	}()
	if err := Serve(ctx, l, http.NotFoundHandler(), ServeOptions{}); !errors.Is(err, errStuck) {
		t.Errorf("%v, expected %v", err, errStuck)
	}
}

// Every response forbids caching and rendering as a page.
func TestSecurityHeaders(t *testing.T) {
	h := http.Header{}
	setSecurityHeaders(h, "request")
	for name, want := range map[string]string{
		"X-Request-Id": "request", "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
		"Content-Security-Policy":      "default-src 'none'; frame-ancestors 'none'",
		"Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": "no-store",
	} {
		if got := h.Get(name); got != want {
			t.Errorf("%s: %q, expected %q", name, got, want)
		}
	}
}

// A histogram has as many bars as possible, at most 128. Products differ by multiples of two.
func TestBars(t *testing.T) {
	in, err := perceptron.New("one", 1, []int8{1}, []int32{1})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		high  int32
		bars  int
		width int32
	}{{3, 2, 2}, {255, 128, 2}, {257, 65, 4}, {513, 86, 6}} {
		got := signsOf(in, []int32{1, c.high})
		if len(got.Labels) != c.bars || got.Labels[1]-got.Labels[0] != c.width || len(got.Wanted) != c.bars || len(got.Found) != c.bars {
			t.Errorf("products from 1 to %d: %d bars of width %d, expected %d of width %d", c.high, len(got.Labels), got.Labels[1]-got.Labels[0], c.bars, c.width)
		}
	}
}

// The description of a setting says its type.
func TestTypesOfSettings(t *testing.T) {
	for kind, want := range map[job.Kind]string{
		job.KindInteger: "integer", job.KindNumber: "number", job.KindPercent: "number", job.KindBoolean: "boolean", job.KindText: "string",
	} {
		if got := fieldSchema(job.Field{Kind: kind}).Type; got != want {
			t.Errorf("kind %v has the type %q, expected %q", kind, got, want)
		}
	}
}
