package server_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/server"
)

// labelled returns a long job with labels, such as "team":"north".
func labelled(labels string) string {
	return strings.Replace(long, `{"file"`, `{"labels":{`+labels+`},"file"`, 1)
}

// batch returns a batch of jobs with the keys k0, k1 and so on.
func batch(jobs ...string) string {
	var items []string
	for i, j := range jobs {
		items = append(items, fmt.Sprintf(`{"key":"k%d","job":%s}`, i, j))
	}
	return `{"jobs":[` + strings.Join(items, ",") + `]}`
}

func (s *service) postJSON(t *testing.T, path, body string, headers ...string) answer {
	t.Helper()
	return s.ask(t, "POST", path, body, append(headers, "Content-Type", "application/json")...)
}

// Every job of a batch has its own outcome. A batch that is sent again submits no job twice.
func TestBatch(t *testing.T) {
	s := start(t, 0, server.Options{})
	body := batch(small, `{"file":"square.csv"}`, labelled(`"team":"north"`), `{"file":"x.csv","content":"no stops"}`, `{"magic":1}`)
	got := as[api.Batch](t, s.postJSON(t, "/v1/batches", body), 200).Results
	if len(got) != 5 {
		t.Fatalf("%d results", len(got))
	}
	for i, code := range []string{"", "bad_field", "", "bad_instance", "unknown_field"} {
		switch r := got[i]; {
		case code == "" && (r.Problem != nil || r.Job.State != cluster.Queued || r.ID != r.Job.ID):
			t.Errorf("job %d: %+v", i, r)
		case code != "" && (r.Problem == nil || r.Problem.Code != code || r.Job != nil):
			t.Errorf("job %d: expected %s, found %+v", i, code, r.Problem)
		}
	}
	again := as[api.Batch](t, s.postJSON(t, "/v1/batches", body), 200).Results
	if again[0].ID != got[0].ID || again[2].ID != got[2].ID {
		t.Error("the same batch submitted other jobs")
	}
	other := as[api.Batch](t, s.postJSON(t, "/v1/batches", batch(long)), 200).Results
	if other[0].Problem == nil || other[0].Problem.Code != "idempotency_key_reused" {
		t.Errorf("another job with the same key: %+v", other[0])
	}
	if n := s.hub.Count("default")[cluster.Queued]; n != 2 {
		t.Errorf("%d jobs are queued", n)
	}
}

func TestBatchOfThousand(t *testing.T) {
	s := start(t, 0, server.Options{})
	jobs := make([]string, api.MaxBatch)
	for i := range jobs {
		jobs[i] = small
	}
	for _, r := range as[api.Batch](t, s.postJSON(t, "/v1/batches", batch(jobs...)), 200).Results {
		if r.Problem != nil {
			t.Fatal(r.Problem)
		}
	}
	refused(t, s.postJSON(t, "/v1/batches", batch(append(jobs, small)...)), 422, "bad_field")
	if n := s.hub.Count("default")[cluster.Queued]; n != api.MaxBatch {
		t.Errorf("%d jobs are queued", n)
	}
}

// The quota of queued jobs applies to every job of a batch.
func TestBatchAndQuota(t *testing.T) {
	y := newTenancy(t)
	token := y.grant(t, "acme", 0, access.JobsWrite)
	y.limit(t, "acme", func(q *access.Quota) { q.Queued = 3 })
	s := start(t, 0, server.Options{Access: y.book})
	accepted := 0
	for _, r := range as[api.Batch](t, s.postJSON(t, "/v1/batches", batch(long, long, long, long, long), bearer(token)...), 200).Results {
		switch {
		case r.Problem == nil:
			accepted++
		case r.Problem.Status != 429 || r.Problem.Code != "quota_exceeded":
			t.Errorf("found %+v", r.Problem)
		}
	}
	if accepted != 3 {
		t.Errorf("%d of 5 jobs accepted, the quota is 3", accepted)
	}
}

func TestMalformedBatches(t *testing.T) {
	s := start(t, 0, server.Options{})
	for body, code := range map[string]string{
		``: "bad_json", `[]`: "bad_field", `{}`: "bad_field", `{"jobs":null}`: "bad_field", `{"jobs":[]}`: "bad_field", `{"jobs":[5]}`: "bad_field",
		`{"jobs":[{}]}`: "bad_field", `{"jobs":[{"job":null}]}`: "bad_field", `{"jobs":[{"job":[]}]}`: "bad_field", `{"Jobs":[]}`: "unknown_field",
		`{"jobs":[{"job":{},"key":5}]}`: "bad_field", `{"jobs":[{"job":{},"key":"a b"}]}`: "bad_field", `{"jobs":[{"job":{},"lock":""}]}`: "unknown_field",
		`{"jobs":[{"job":{},"key":"` + strings.Repeat("x", 201) + `"}]}`: "bad_field", `{"jobs":[{"job":{}}],"jobs":[{"job":{}}]}`: "bad_field",
		`{"jobs":[{"job":{},"key?":"a"}]}`: "unknown_field",
	} {
		refused(t, s.postJSON(t, "/v1/batches", body), 422, code)
	}
	for body, code := range map[string]string{
		`{}`: "bad_field", `{"ids":["a"],"labels":["a=b"]}`: "bad_field", `{"ids":[]}`: "bad_field", `{"ids":"a"}`: "bad_field", `{"ids":[null]}`: "bad_field",
		`{"ids":[1]}`: "bad_field", `{"labels":["team"]}`: "bad_field", `{"labels":["a=1","b=1","c=1","d=1","e=1","f=1","g=1","h=1","i=1"]}`: "bad_field", `{"state":["queued"]}`: "unknown_field",
	} {
		refused(t, s.postJSON(t, "/v1/batches/cancel", body), 422, code)
	}
	refused(t, s.ask(t, "POST", "/v1/batches", batch(small)), 415, "unsupported_media_type")
}

func TestCancelBatch(t *testing.T) {
	s := start(t, 0, server.Options{})
	jobs := []string{labelled(`"team":"north","day":"monday"`), labelled(`"team":"north"`), labelled(`"team":"south"`), long}
	var ids []string
	for _, r := range as[api.Batch](t, s.postJSON(t, "/v1/batches", batch(jobs...)), 200).Results {
		ids = append(ids, r.ID)
	}
	got := as[api.Batch](t, s.postJSON(t, "/v1/batches/cancel", `{"labels":["team=north","day=monday"]}`), 200)
	if len(got.Results) != 1 || got.More || got.Results[0].ID != ids[0] || got.Results[0].Job.State != cluster.Cancelled {
		t.Errorf("by two labels: %+v", got)
	}
	until(t, "the first job has ended", func() bool { return s.hub.Count("default")[cluster.Queued] == 3 })
	if got = as[api.Batch](t, s.postJSON(t, "/v1/batches/cancel", `{"labels":["team=north"]}`), 200); len(got.Results) != 1 || got.Results[0].ID != ids[1] {
		t.Errorf("by one label: %+v", got)
	}
	got = as[api.Batch](t, s.postJSON(t, "/v1/batches/cancel", `{"ids":["`+ids[2]+`","nosuch","`+ids[0]+`"]}`), 200)
	switch {
	case len(got.Results) != 3 || got.Results[0].Job.State != cluster.Cancelled || got.Results[2].Job.State != cluster.Cancelled:
		t.Errorf("by ids: %+v", got)
	case got.Results[1].ID != "nosuch" || got.Results[1].Problem == nil || got.Results[1].Problem.Code != "not_found":
		t.Errorf("an unknown id: %+v", got.Results[1])
	}
	until(t, "one job is left", func() bool { return s.hub.Count("default")[cluster.Queued] == 1 })
}
