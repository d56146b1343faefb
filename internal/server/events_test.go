package server_test

import (
	"bufio"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/server"
)

type event struct{ id, kind, data string }

// watch returns a channel of the events of a job. The channel is closed when the stream ends.
func (s *service) watch(t testing.TB, id string, headers ...string) <-chan event {
	t.Helper()
	events, _ := s.stream(t, "/v1/jobs/"+id+"/events", func(e event) bool { return e.kind != "" }, headers...)
	return events
}

// stream returns a channel of the wanted events of a stream, which is closed when the stream ends,
// and a function that disconnects.
func (s *service) stream(t testing.TB, path string, wanted func(event) bool, headers ...string) (<-chan event, func()) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", s.url+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	disconnect := func() { _ = resp.Body.Close() }
	t.Cleanup(disconnect)
	if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "text/event-stream" || resp.Header.Get("X-Accel-Buffering") != "no" {
		t.Fatalf("%s %v", resp.Status, resp.Header)
	}
	events := make(chan event, 10_000)
	go func() {
		defer close(events)
		var e event
		for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
			name, value, _ := strings.Cut(lines.Text(), ": ")
			switch name {
			case "id":
				e.id = value
			case "event":
				e.kind = value
			case "data":
				e.data = value
			case "":
				if wanted(e) {
					events <- e
				}
				e = event{}
			}
		}
	}()
	return events, disconnect
}

// An event stream ends when its token is revoked.
func TestARevokedTokenHearsNoMore(t *testing.T) {
	y := newTenancy(t)
	token := y.grant(t, "acme", 0, access.JobsRead, access.JobsWrite)
	s := start(t, 1, server.Options{Access: y.book})
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", long, bearer(token)...), 202)
	events := s.watch(t, j.ID, bearer(token)...)
	<-events
	if _, err := y.editor.Revoke(strings.Split(token, "_")[1], time.Now()); err != nil {
		t.Fatal(err)
	}
	y.reload(t)
	late := time.After(10 * time.Second)
	for {
		select {
		case _, more := <-events:
			if !more {
				return
			}
		case <-late:
			t.Fatal("the stream continues")
		}
	}
}

// With tokens, one tenant may use at most half of the event streams, so other tenants can still
// connect.
func TestWatchersAreShared(t *testing.T) {
	y := newTenancy(t)
	acme := y.grant(t, "acme", 0, access.JobsRead, access.JobsWrite)
	globex := y.grant(t, "globex", 0, access.JobsRead, access.JobsWrite)
	s := start(t, 0, server.Options{Access: y.book, Limits: server.Limits{Watchers: 2}})
	mine := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small, bearer(acme)...), 202)
	theirs := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small, bearer(globex)...), 202)
	<-s.watch(t, mine.ID, bearer(acme)...)
	if p := as[api.Problem](t, s.ask(t, "GET", "/v1/jobs/"+mine.ID+"/events", "", bearer(acme)...), 503); p.Code != "busy" {
		t.Errorf("%+v", p)
	}
	<-s.watch(t, theirs.ID, bearer(globex)...)
}
