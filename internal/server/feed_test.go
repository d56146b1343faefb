package server_test

import (
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/server"
)

// A jobFeed is an open feed of the jobs of a tenant.
type jobFeed struct {
	t      *testing.T
	events <-chan event // also those without data
	close  func()
	last   string // id of the last event
}

func (s *service) feed(t *testing.T, query string, headers ...string) *jobFeed {
	t.Helper()
	f := &jobFeed{t: t}
	f.events, f.close = s.stream(t, "/v1/events"+query, func(e event) bool { return e.id != "" }, headers...)
	f.last = f.next().id // the first event has only a position
	return f
}

// next returns the next event.
func (f *jobFeed) next() event {
	f.t.Helper()
	select {
	case e, more := <-f.events:
		if !more {
			f.t.Fatal("the feed ended")
		}
		f.last = e.id
		return e
	case <-time.After(20 * time.Second):
		f.t.Fatal("no event")
		return event{}
	}
}

// until returns the events up to a state of a job.
func (f *jobFeed) until(id string, state cluster.State) (all []api.JobEvent) {
	f.t.Helper()
	for {
		e := f.next()
		if e.kind == "" {
			continue
		}
		var j api.JobEvent
		if err := json.Unmarshal([]byte(e.data), &j); err != nil {
			f.t.Fatal(err)
		}
		if all = append(all, j); j.ID == id && j.State == state {
			return all
		}
	}
}

// A feed reports all jobs of its tenant, and resumes on another server that started later.
func TestTheFeedResumesOnAnotherServer(t *testing.T) {
	s := start(t, 1, server.Options{})
	feed := s.feed(t, "")
	a := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small), 202)
	got := feed.until(a.ID, cluster.Done)
	if e := got[len(got)-1]; got[0].State != cluster.Queued || e.Digest == nil || e.Time.IsZero() || e.Sequence == 0 {
		t.Errorf("%+v", got)
	}
	feed.close()
	missed := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", strings.Replace(small, `"settings"`, `"labels":{"team":"north"},"settings"`, 1), "Prefer", "wait=20"), 200)
	s.end() // a crash of the server leaves only the store
	s.hub = s.store.Follow(t.Context(), slog.New(slog.DiscardHandler))
	s.listen(t, server.Options{})
	got = s.feed(t, "", "Last-Event-ID", feed.last).until(missed.ID, cluster.Done)
	if len(got) != 1 || got[0].Labels["team"] != "north" || got[0].Digest.Cost != missed.Digest.Cost {
		t.Errorf("%+v, expected only the missed job", got)
	}
	if got = s.feed(t, "?after=0").until(missed.ID, cluster.Done); len(got) != 2 || got[0].ID != a.ID {
		t.Errorf("%+v, expected both jobs", got)
	}
	if got = s.feed(t, "?after=0&label=team%3Dnorth").until(missed.ID, cluster.Done); len(got) != 1 {
		t.Errorf("%+v, expected the job with the label", got)
	}
	// a position after the last write is from before a backup was restored
	if got = s.feed(t, "", "Last-Event-ID", "999999999").until(missed.ID, cluster.Done); len(got) != 2 {
		t.Errorf("%+v, expected both jobs", got)
	}
}

// A feed shows only the jobs of its tenant, counts as a watcher, and needs the scope to read jobs.
func TestFeedsAreSeparate(t *testing.T) {
	y := newTenancy(t)
	acme := y.grant(t, "acme", 0, access.JobsRead, access.JobsWrite)
	globex := y.grant(t, "globex", 0, access.JobsRead, access.JobsWrite)
	writer := y.grant(t, "globex", 0, access.JobsWrite)
	s := start(t, 1, server.Options{Access: y.book, Limits: server.Limits{Watchers: 2}})
	feed := s.feed(t, "", bearer(acme)...)
	as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small, append(bearer(globex), "Prefer", "wait=20")...), 200)
	mine := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small, bearer(acme)...), 202)
	for _, e := range feed.until(mine.ID, cluster.Done) {
		if e.ID != mine.ID {
			t.Errorf("received %+v", e)
		}
	}
	if p := as[api.Problem](t, s.ask(t, "GET", "/v1/events", "", bearer(acme)...), 503); p.Code != "busy" {
		t.Errorf("%+v", p)
	}
	if p := as[api.Problem](t, s.ask(t, "GET", "/v1/events", "", bearer(writer)...), 403); p.Code != "forbidden" {
		t.Errorf("%+v", p)
	}
}
