package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/output"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// Every error becomes a problem with a status and a code. The causes that only operators may see
// are logged.
func TestProblemsOfErrors(t *testing.T) {
	for _, c := range []struct {
		err    error
		status int
		code   string
		after  string // Retry-After
		logged bool
	}{
		{overQuota("queued", "full"), 429, "quota_exceeded", "5", false},
		{invalidField("format", "wrong"), 422, "bad_field", "", false},
		{cluster.ErrNotFound, 404, "not_found", "", false},
		{cluster.ErrKeyReused, 409, "idempotency_key_reused", "", false},
		{cluster.ErrState, 409, "wrong_state", "", false},
		{protocol.ErrCorrupt, 500, "damaged", "", true},
		{cluster.ErrNoSpace, 507, "storage_full", "", true},
		{context.DeadlineExceeded, 503, "unavailable", "8", true},
		{context.Canceled, 503, "unavailable", "8", true},
		{errors.New("secret"), 500, "internal", "", true},
	} {
		p := problemOf(fmt.Errorf("wrapped: %w", c.err))
		if p.Status != c.status || p.Code != c.code || p.Headers.Get("Retry-After") != c.after || (p.Cause != nil) != c.logged || p.Title != http.StatusText(c.status) {
			t.Errorf("%v: %d %s, Retry-After %q, cause %v, expected %+v", c.err, p.Status, p.Code, p.Headers.Get("Retry-After"), p.Cause, c)
		}
		if strings.Contains(p.Detail, "secret") {
			t.Errorf("the client receives %s", p.Detail)
		}
	}
}

// While other requests use all memory or all drawings, a request waits. When its client has gone,
// it ends with an error and holds nothing.
func TestRequestsWithoutRoomEnd(t *testing.T) {
	s := build(Options{}, nil)
	unpack := func(ctx context.Context) error {
		_, err := s.unpack(ctx, &cluster.Record{N: 5}, nil)
		return err
	}
	check := func(needs string, requests map[string]func(context.Context) error) {
		t.Helper()
		for name, request := range requests {
			c, ctx := s.begin("")
			gone, cancel := context.WithCancel(ctx)
			cancel()
			if err := request(gone); !errors.Is(err, context.Canceled) || c.held != 0 {
				t.Errorf("%s without %s: holds %d bytes, %v", name, needs, c.held, err)
			}
		}
	}
	release, err := s.memory.acquire(t.Context(), "other", 0, s.memory.total, 0)
	if err != nil {
		t.Fatal(err)
	}
	check("memory", map[string]func(context.Context) error{
		"frames": unpack,
		"tour": func(ctx context.Context) error {
			_, err := s.runningTour(ctx, cluster.Record{N: 5})
			return err
		},
		"result": func(ctx context.Context) error {
			_, err := s.verify(ctx, &cluster.Record{Result: &cluster.Blob{Size: 5}})
			return err
		},
	})
	release()
	for range s.drawings.total {
		if _, err := s.drawings.acquire(t.Context(), "other", 0); err != nil {
			t.Fatal(err)
		}
	}
	check("drawings", map[string]func(context.Context) error{
		"frames": unpack,
		"places": func(ctx context.Context) error {
			_, err := s.placesOf(ctx, instanceKey{}, nil)
			return err
		},
	})
}

// A file that cannot be generated is a problem if nothing was sent; otherwise the response aborts.
func TestFilesThatFail(t *testing.T) {
	wrong := errors.New("the tour cannot be drawn")
	send := func(bytes int) (w *httptest.ResponseRecorder, panicked error) {
		w = httptest.NewRecorder()
		defer func() { panicked, _ = recover().(error) }()
		c := &call{ResponseWriter: w, request: httptest.NewRequest(http.MethodGet, "/", nil)}
		file{name: "a", form: output.Form("csv"), write: func(to io.Writer) error {
			_, _ = to.Write(make([]byte, bytes))
			return wrong
		}}.send(c)
		return w, nil
	}
	w, panicked := send(10)
	if panicked != nil || w.Code != http.StatusUnprocessableEntity || w.Header().Get("Content-Disposition") != "" || !strings.Contains(w.Body.String(), wrong.Error()) {
		t.Errorf("%d %v: %s, %v", w.Code, w.Header(), w.Body, panicked)
	}
	if w, panicked := send(1 * mib); !errors.Is(panicked, wrong) || w.Header().Get("Content-Disposition") != `attachment; filename="a.csv"` {
		t.Errorf("%d %v: %v, expected a panic", w.Code, w.Header(), panicked)
	}
}

// A server needs a store, a hub and a folder for its cache.
func TestNewRejectsWrongOptions(t *testing.T) {
	right := newServer(t).opt
	for name, change := range map[string]func(*Options){
		"no store": func(o *Options) { o.Store = nil },
		"no hub":   func(o *Options) { o.Hub = nil },
		"no cache": func(o *Options) { o.Cache = "failures_test.go" },
	} {
		o := right
		change(&o)
		if s, err := New(o); err == nil || s != nil {
			t.Errorf("%s: %v, expected an error", name, err)
		}
	}
}
