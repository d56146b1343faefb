package server

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// newServer returns a server with a store of its own.
func newServer(t *testing.T) *Server {
	t.Helper()
	b, err := broker.Start(t.Context(), broker.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Shutdown)
	nc, err := b.Connect()
	if err != nil {
		t.Fatal(err)
	}
	store, err := cluster.Create(t.Context(), nc, cluster.Options{})
	if err != nil {
		t.Fatal(err)
	}
	hub := store.Follow(t.Context(), slog.New(slog.DiscardHandler))
	<-hub.Ready()
	s, err := New(Options{Store: store, Hub: hub})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.closeCache)
	return s
}

// begin returns a call of the local user and its context.
func (s *Server) begin(body string) (*call, context.Context) {
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	c := s.newCall(httptest.NewRecorder(), r)
	c.identity = access.Local()
	return c, c.request.Context()
}

// Operations with large answers hold their memory when they return, before the answer is sent.
func TestAnswersHoldTheirMemory(t *testing.T) {
	s := newServer(t)
	const n = 1000
	c, ctx := s.begin(`{"shape":"uniform","n":1000,"seed":1}`)
	made, err := s.generated(ctx, &generatedRequest{})
	if err != nil || c.held < made.Body.Size {
		t.Fatalf("generated: holds %d bytes, %v", c.held, err)
	}
	sub := cluster.Submission{Tenant: access.Local().Tenant, N: n, Spec: job.Spec{Instance: made.Body.Hash, File: made.Body.File}}
	r, _, err := s.opt.Store.Submit(t.Context(), sub)
	if err != nil {
		t.Fatal(err)
	}
	s.waitForHub(t.Context(), r)
	c, ctx = s.begin("")
	if a, err := s.places(ctx, &taggedRequest{ID: r.ID}); err != nil || c.held != int64(len(a.Body)) || c.held != 8*n {
		t.Errorf("places: holds %d bytes, %v", c.held, err)
	}
	c, ctx = s.begin("")
	if _, err := s.runningTour(ctx, *r); err == nil || c.held != 4*n { // there is no worker
		t.Errorf("tour: holds %d bytes, %v", c.held, err)
	}
}

// Unpacked frames hold the memory of eight frames, but at least 4 MiB, while they are checked.
func TestUnpackedFramesHoldTheirMemory(t *testing.T) {
	s := build(Options{}, nil)
	for n, want := range map[int]int64{5: 4 * mib, 1 << 17: 4 * mib, 1 << 20: 32 * mib} {
		c, ctx := s.begin("")
		if _, err := s.unpack(ctx, &cluster.Record{N: n}, []byte("no frames")); !errors.Is(err, protocol.ErrNoFrames) || c.held != want {
			t.Errorf("%d cities: holds %d bytes, expected %d; %v", n, c.held, want, err)
		}
		c.releaseMemory()
	}
}

// A submission holds no memory while it waits for its job.
func TestAWaitingSubmissionHoldsNoMemory(t *testing.T) {
	s := newServer(t)
	content := `"x,y\n0,0\n9,0\n9,9\n` + strings.Repeat(`1,1\n`, 2000) + `"`
	c, ctx := s.begin(`{"file":"stops.csv","content":` + content + `}`)
	var most int64
	ended := make(chan error, 1)
	go func() {
		_, err := s.submit(ctx, &submitRequest{Prefer: "wait=5"})
		ended <- err
	}()
	for end := time.Now().Add(4 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		now := s.memory.size()
		most = max(most, now)
		if jobs := s.opt.Hub.Unfinished(c.identity.Tenant); len(jobs) == 1 && now == 0 {
			if _, err := s.opt.Store.Cancel(t.Context(), c.identity.Tenant, jobs[0].ID); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	if err := <-ended; err != nil || most == 0 || s.memory.size() != 0 {
		t.Errorf("held %d bytes, holds %d, %v", most, s.memory.size(), err)
	}
}

// A server whose node lacks records does not answer from them.
func TestANodeThatIsBehindIsNotFresh(t *testing.T) {
	s := &Server{storeCheck: storeCheck{checked: time.Now(), err: cluster.ErrBehind}}
	var p *api.Problem
	if err := s.checkFresh(); !errors.As(err, &p) || p.Status != http.StatusServiceUnavailable || p.Headers.Get("Retry-After") == "" {
		t.Errorf("%v, expected 503", err)
	}
}
