package server_test

import (
	"context"
	"net/url"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/server"
	"github.com/tourmaline-opt/tourmaline/internal/worker"
)

// work runs a worker until the returned function is called.
func (s *service) work(t *testing.T) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	over := make(chan error, 1)
	w := worker.New(s.conn, "test", worker.Options{Name: "late", Slots: 1, Cores: 1})
	go func() { over <- w.Run(ctx) }()
	return func() {
		cancel()
		if err := <-over; err != nil {
			t.Error(err)
		}
	}
}

// makeDeadLetters submits jobs that have crashed their workers too often, and waits until they are dead
// letters.
func (s *service) makeDeadLetters(t *testing.T, jobs ...string) (ids []string) {
	t.Helper()
	for _, body := range jobs {
		j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", body), 202)
		s.rewrite(t, j.ID, map[string]string{"claims": "5"})
		ids = append(ids, j.ID)
	}
	defer s.work(t)()
	until(t, "there are dead letters", func() bool {
		return len(as[api.DeadLetters](t, s.ask(t, "GET", "/v1/dead", ""), 200).Letters) == len(jobs)
	})
	return ids
}

func TestDeadLetters(t *testing.T) {
	s := start(t, 0, server.Options{})
	ids := s.makeDeadLetters(t, small, small, small)
	letters := as[api.DeadLetters](t, s.ask(t, "GET", "/v1/dead?limit=2", ""), 200)
	if len(letters.Letters) != 2 || letters.Next == "" {
		t.Fatalf("the first page: %+v", letters)
	}
	first := letters.Letters[0]
	if first.Tenant != "default" || first.Written.IsZero() || first.Claims != 5 || first.Job.State != cluster.Failed || first.Job.Faults[0].Code != "poison" {
		t.Errorf("a letter: %+v", first)
	}
	// a position is valid after its letter was dropped
	if a := s.ask(t, "DELETE", "/v1/dead/"+letters.Letters[1].Job.ID, ""); a.StatusCode != 204 {
		t.Errorf("drop: %s", a.Status)
	}
	rest := as[api.DeadLetters](t, s.ask(t, "GET", "/v1/dead?limit=2&after="+url.QueryEscape(letters.Next), ""), 200)
	if len(rest.Letters) != 1 || rest.Next != "" || rest.Letters[0].Job.ID == first.Job.ID {
		t.Errorf("the second page: %+v", rest)
	}
	refused(t, s.ask(t, "GET", "/v1/dead?after=x*", ""), 422, "bad_field")
	refused(t, s.ask(t, "GET", "/v1/dead/"+letters.Letters[1].Job.ID, ""), 404, "not_found")
	// the job of a dropped letter stays failed
	if j := as[api.Job](t, s.ask(t, "GET", "/v1/jobs/"+letters.Letters[1].Job.ID, ""), 200); j.State != cluster.Failed {
		t.Errorf("the job is %s", j.State)
	}
	if one := as[api.DeadLetter](t, s.ask(t, "GET", "/v1/dead/"+first.Job.ID, ""), 200); one.Job.ID != first.Job.ID {
		t.Errorf("found %+v", one)
	}
	s.requeued(t, first.Job.ID)
	if n := len(ids); n != 3 {
		t.Errorf("%d jobs", n)
	}
}

// requeued requeues a dead letter and checks that its job is done once there is a worker.
func (s *service) requeued(t *testing.T, id string) {
	t.Helper()
	if j := as[api.Job](t, s.ask(t, "POST", "/v1/dead/"+id+"/requeue", ""), 202); j.State != cluster.Queued || j.Faults != nil {
		t.Errorf("after requeue: %+v", j)
	}
	refused(t, s.ask(t, "GET", "/v1/dead/"+id, ""), 404, "not_found")
	refused(t, s.ask(t, "POST", "/v1/dead/"+id+"/requeue", ""), 404, "not_found")
	defer s.work(t)()
	until(t, "the job is done", func() bool {
		return as[api.Job](t, s.ask(t, "GET", "/v1/jobs/"+id, ""), 200).State == cluster.Done
	})
}

// Ids that would be wildcards of a subject, and jobs that have no dead letter, are not found.
func TestDeadLettersOfWrongIDs(t *testing.T) {
	s := start(t, 0, server.Options{})
	s.makeDeadLetters(t, small)
	for _, id := range []string{">", "*", "a.b", "A", "nosuch"} {
		refused(t, s.ask(t, "GET", "/v1/dead/"+url.PathEscape(id), ""), 404, "not_found")
		refused(t, s.ask(t, "DELETE", "/v1/dead/"+url.PathEscape(id), ""), 404, "not_found")
		refused(t, s.ask(t, "POST", "/v1/dead/"+url.PathEscape(id)+"/requeue", ""), 404, "not_found")
	}
	if n := len(as[api.DeadLetters](t, s.ask(t, "GET", "/v1/dead", ""), 200).Letters); n != 1 {
		t.Errorf("%d letters are left", n)
	}
}

// A job that is no longer failed cannot be requeued.
func TestRequeueOfAnotherState(t *testing.T) {
	s := start(t, 0, server.Options{})
	id := s.makeDeadLetters(t, small)[0]
	s.rewrite(t, id, map[string]string{"state": `"running"`})
	refused(t, s.ask(t, "POST", "/v1/dead/"+id+"/requeue", ""), 409, "wrong_state")
}

// A tenant sees its own dead letters; an administrator sees those of all tenants.
func TestDeadLettersOfTenants(t *testing.T) {
	y := newTenancy(t)
	admin, reader := y.grant(t, "root", 0, access.Admin), y.grant(t, "acme", 0, access.JobsRead)
	open := start(t, 0, server.Options{})
	id := open.makeDeadLetters(t, small)[0] // of the tenant default
	open.listen(t, server.Options{Access: y.book})
	for path, want := range map[string]int{"/v1/dead": 0, "/v1/dead?tenant=*": 1, "/v1/dead?tenant=default": 1, "/v1/dead?tenant=acme": 0} {
		if got := as[api.DeadLetters](t, open.ask(t, "GET", path, "", bearer(admin)...), 200); len(got.Letters) != want {
			t.Errorf("%s: %d letters, expected %d", path, len(got.Letters), want)
		}
	}
	for _, path := range []string{"/v1/dead?tenant=*", "/v1/dead?tenant=default", "/v1/dead/" + id + "?tenant=default"} {
		refused(t, open.ask(t, "GET", path, "", bearer(reader)...), 403, "forbidden")
	}
	refused(t, open.ask(t, "GET", "/v1/dead/"+id, "", bearer(reader)...), 404, "not_found")
	refused(t, open.ask(t, "DELETE", "/v1/dead/"+id, "", bearer(reader)...), 403, "forbidden")
	refused(t, open.ask(t, "GET", "/v1/dead/"+id+"?tenant=a.*", "", bearer(admin)...), 422, "bad_field")
	if a := open.ask(t, "DELETE", "/v1/dead/"+id+"?tenant=default", "", bearer(admin)...); a.StatusCode != 204 {
		t.Errorf("drop: %s", a.Status)
	}
}
