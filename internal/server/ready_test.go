package server_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/internal/server"
)

// However many clients ask whether the server is ready, and however many workers there are, the
// store gets one request per second.
func TestReadinessIsCheap(t *testing.T) {
	s := start(t, 0, server.Options{})
	client := protocol.NewClient(s.conn, "test")
	for i := range 50 {
		if err := client.Beat(protocol.Beat{Worker: protocol.Worker{Session: fmt.Sprint("w", i), Name: "w"}}); err != nil {
			t.Fatal(err)
		}
	}
	var requests atomic.Int64
	count, err := s.conn.Subscribe("$JS.API.STREAM.INFO.KV_JOBSTATE", func(*nats.Msg) { requests.Add(1) })
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = count.Unsubscribe() }()
	began := time.Now()
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			if a := s.ask(t, "GET", "/readyz", ""); a.StatusCode != http.StatusOK {
				t.Errorf("%s %s", a.Status, a.body)
			}
		})
	}
	wg.Wait()
	if err := s.conn.Flush(); err != nil {
		t.Fatal(err)
	}
	if n, most := requests.Load(), int64(time.Since(began).Seconds())+1; n < 1 || n > most {
		t.Errorf("%d requests to the store, expected at most %d", n, most)
	}
}

// A server whose disk is full is alive, but not ready.
func TestAFullDiskIsNotReady(t *testing.T) {
	s := start(t, 0, server.Options{})
	var err error
	full := errors.New("the disk is full")
	if s.store, err = cluster.Create(t.Context(), s.conn, cluster.Options{Space: func(int64) error { return full }}); err != nil {
		t.Fatal(err)
	}
	s.listen(t, server.Options{})
	a := s.ask(t, "GET", "/readyz", "")
	if p := as[api.Problem](t, a, 503); p.Code != "storage_full" || a.Header.Get("Retry-After") == "" {
		t.Errorf("%+v", p)
	}
	as[api.Problem](t, s.ask(t, "POST", "/v1/jobs", small), 507)
	as[server.Health](t, s.ask(t, "GET", "/healthz", ""), 200)
}

// A server that is about to stop says so, rejects new jobs and finishes the requests that it has.
func TestAServerDrains(t *testing.T) {
	s := start(t, 0, server.Options{})
	s.serve(t, server.Options{}, server.ServeOptions{Drain: time.Minute})
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", long), 202)
	events := s.watch(t, j.ID)
	<-events
	s.cancel()
	until(t, "the server is no longer ready", func() bool { return s.ask(t, "GET", "/readyz", "").StatusCode == 503 })
	if p := as[api.Problem](t, s.ask(t, "GET", "/readyz", ""), 503); p.Code != "draining" {
		t.Errorf("%+v", p)
	}
	for path, body := range map[string]string{"/v1/jobs": small, "/v1/instances?file=a.csv": stops} {
		a := s.ask(t, "POST", path, body)
		if p := as[api.Problem](t, a, 503); p.Code != "draining" || a.Header.Get("Retry-After") == "" {
			t.Errorf("%s: %+v", path, p)
		}
	}
	as[server.Health](t, s.ask(t, "GET", "/healthz", ""), 200)
	as[api.Job](t, s.ask(t, "DELETE", "/v1/jobs/"+j.ID, ""), 200)
	var last api.Job
	for e := range events { // the stream goes on to its end
		if err := json.Unmarshal([]byte(e.data), &last); err != nil {
			t.Fatal(err)
		}
	}
	if last.State != cluster.Cancelled {
		t.Errorf("the stream ended with %+v", last)
	}
}

// The server takes over the id of a request, unless it might confuse a log.
func TestRequestIDs(t *testing.T) {
	s := start(t, 0, server.Options{})
	for id, taken := range map[string]bool{
		"abc-123": true, strings.Repeat("x", 64): true,
		strings.Repeat("x", 65): false, "a b": false, "ä": false, "": false,
	} {
		got := s.ask(t, "GET", "/healthz", "", "X-Request-Id", id).Header.Get("X-Request-Id")
		if (got == id) != taken || got == "" {
			t.Errorf("sent %q, got %q", id, got)
		}
	}
}
