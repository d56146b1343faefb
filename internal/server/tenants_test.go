package server_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/internal/server"
)

func idsOf(page api.Jobs) []string {
	return list.Map(page.Jobs, func(j api.Job) string { return j.ID })
}

// Labels select the jobs of a list that have all of them.
func TestListByLabels(t *testing.T) {
	s := start(t, 0, server.Options{})
	var ids []string
	for _, labels := range []string{`"team":"north","day":"monday"`, `"team":"north"`, `"team":"south","rank":1`} {
		ids = append(ids, as[api.Job](t, s.ask(t, "POST", "/v1/jobs", labelled(labels)), 202).ID)
	}
	for query, want := range map[string][]string{
		"label=team%3Dnorth":                    {ids[1], ids[0]},
		"label=team%3Dnorth&label=day%3Dmonday": {ids[0]},
		"label=team%3Dsouth&label=day%3Dmonday": {},
		"label=rank%3D1":                        {ids[2]},
		"label=team%3Dnort":                     {},
		"label=team%3Dnorth&state=done":         {},
		"label=team%3Dnorth&limit=1":            {ids[1]},
	} {
		if got := idsOf(as[api.Jobs](t, s.ask(t, "GET", "/v1/jobs?"+query, ""), 200)); !slices.Equal(got, want) {
			t.Errorf("%s: %v, expected %v", query, got, want)
		}
	}
	if j := as[api.Job](t, s.ask(t, "GET", "/v1/jobs/"+ids[0], ""), 200); j.Spec.Labels["day"] != "monday" {
		t.Errorf("its labels are %v", j.Spec.Labels)
	}
	refused(t, s.ask(t, "GET", "/v1/jobs?label=team", ""), 422, "bad_field")
	refused(t, s.ask(t, "POST", "/v1/jobs", labelled(`"Team":"north"`)), 422, "bad_field")
}

// A page token is valid after the deletion of its job.
func TestPagesSurviveDeletion(t *testing.T) {
	s := start(t, 0, server.Options{})
	var ids []string // latest first
	for range 5 {
		ids = slices.Insert(ids, 0, as[api.Job](t, s.ask(t, "POST", "/v1/jobs", long), 202).ID)
	}
	page := as[api.Jobs](t, s.ask(t, "GET", "/v1/jobs?limit=2", ""), 200)
	if got := idsOf(page); !slices.Equal(got, ids[:2]) {
		t.Fatalf("the first page: %v", got)
	}
	for _, id := range ids[1:3] { // the last job of the page, and the first of the next one
		as[api.Job](t, s.ask(t, "DELETE", "/v1/jobs/"+id, ""), 200)
		if a := s.ask(t, "POST", "/v1/jobs/"+id+"/erase", ""); a.StatusCode != 204 {
			t.Fatalf("erase: %s\n%s", a.Status, a.body)
		}
	}
	rest := as[api.Jobs](t, s.ask(t, "GET", "/v1/jobs?limit=2&after="+url.QueryEscape(page.Next), ""), 200)
	if got := idsOf(rest); !slices.Equal(got, ids[3:]) || rest.Next != "" {
		t.Errorf("the second page: %v, next %q", got, rest.Next)
	}
	for _, after := range []string{ids[0], "x", "*"} {
		refused(t, s.ask(t, "GET", "/v1/jobs?after="+url.QueryEscape(after), ""), 422, "bad_field")
	}
}

// Erasing deletes everything about a job that has ended, except for its instance.
func TestErase(t *testing.T) {
	s := start(t, 1, server.Options{})
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small, "Prefer", "wait=20"), 200)
	as[any](t, s.ask(t, "GET", "/v1/jobs/"+j.ID+"/result", ""), 200)
	if a := s.ask(t, "POST", "/v1/jobs/"+j.ID+"/erase", ""); a.StatusCode != 204 {
		t.Fatalf("%s\n%s", a.Status, a.body)
	}
	for _, path := range []string{"", "/result", "/frames", "/events", "/drawing", "/trace"} {
		refused(t, s.ask(t, "GET", "/v1/jobs/"+j.ID+path, ""), 404, "not_found")
	}
	refused(t, s.ask(t, "POST", "/v1/jobs/"+j.ID+"/erase", ""), 404, "not_found")
	refused(t, s.ask(t, "POST", "/v1/jobs/%3E/erase", ""), 404, "not_found")
	as[cluster.Upload](t, s.ask(t, "GET", "/v1/instances/"+j.Instance.Hash, ""), 200)

	running := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", long), 202)
	refused(t, s.ask(t, "POST", "/v1/jobs/"+running.ID+"/erase", ""), 409, "wrong_state")
	as[api.Job](t, s.ask(t, "GET", "/v1/jobs/"+running.ID, ""), 200)
}

// Erasing a job drops its dead letter.
func TestEraseDeadLetter(t *testing.T) {
	s := start(t, 0, server.Options{})
	id := s.makeDeadLetters(t, small)[0]
	if a := s.ask(t, "POST", "/v1/jobs/"+id+"/erase", ""); a.StatusCode != 204 {
		t.Fatalf("%s\n%s", a.Status, a.body)
	}
	refused(t, s.ask(t, "GET", "/v1/dead/"+id, ""), 404, "not_found")
}

// An administrator sees the tenants and their jobs.
func TestTenants(t *testing.T) {
	y := newTenancy(t)
	admin, acme := y.grant(t, "root", 0, access.Admin), y.grant(t, "acme", 0, access.JobsRead, access.JobsWrite)
	y.limit(t, "acme", func(q *access.Quota) { q.Weight, q.Queued = 2.5, 7 })
	s := start(t, 0, server.Options{Access: y.book})
	var ids []string
	for range 2 {
		ids = append(ids, as[api.Job](t, s.ask(t, "POST", "/v1/jobs", long, bearer(acme)...), 202).ID)
	}
	as[api.Job](t, s.ask(t, "DELETE", "/v1/jobs/"+ids[0], "", bearer(acme)...), 200)
	until(t, "a job is cancelled", func() bool { return s.hub.Count("acme")[cluster.Cancelled] == 1 })
	page := as[api.Tenants](t, s.ask(t, "GET", "/v1/tenants?limit=1", "", bearer(admin)...), 200)
	if len(page.Tenants) != 1 || page.Next != "acme" {
		t.Fatalf("found %+v", page)
	}
	a := page.Tenants[0]
	if a.Name != "acme" || a.Jobs[cluster.Queued] != 1 || a.Jobs[cluster.Cancelled] != 1 || a.Jobs[cluster.Running] != 0 || a.OldestQueuedSeconds <= 0 ||
		a.Bytes != int64(len(strings.ReplaceAll(square, `\n`, "\n"))) || a.Weight != 2.5 || a.Quota.Queued != 7 {
		t.Errorf("found %+v", a)
	}
	rest := as[api.Tenants](t, s.ask(t, "GET", "/v1/tenants?after="+page.Next, "", bearer(admin)...), 200)
	if len(rest.Tenants) != 1 || rest.Next != "" || rest.Tenants[0].Name != "root" || rest.Tenants[0].Weight != 1 || rest.Tenants[0].OldestQueuedSeconds != 0 {
		t.Errorf("the second page: %+v", rest)
	}
	refused(t, s.ask(t, "GET", "/v1/tenants", "", bearer(acme)...), 403, "forbidden")
}

func TestJobsOfAnotherTenant(t *testing.T) {
	y := newTenancy(t)
	admin, acme := y.grant(t, "root", 0, access.Admin), y.grant(t, "acme", 0, access.JobsRead, access.JobsWrite)
	s := start(t, 0, server.Options{Access: y.book})
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", long, bearer(acme)...), 202)
	for query, want := range map[string][]string{"": {}, "?tenant=acme": {j.ID}, "?tenant=nosuch": {}} {
		if got := idsOf(as[api.Jobs](t, s.ask(t, "GET", "/v1/jobs"+query, "", bearer(admin)...), 200)); !slices.Equal(got, want) {
			t.Errorf("%q: %v, expected %v", query, got, want)
		}
	}
	if got := idsOf(as[api.Jobs](t, s.ask(t, "GET", "/v1/jobs?tenant=acme", "", bearer(acme)...), 200)); len(got) != 1 {
		t.Errorf("its own tenant: %v", got)
	}
	refused(t, s.ask(t, "GET", "/v1/jobs?tenant=root", "", bearer(acme)...), 403, "forbidden")
	refused(t, s.ask(t, "GET", "/v1/jobs?tenant=%3E", "", bearer(admin)...), 422, "bad_field")
}
