package server_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/server"
)

// until waits for a condition that is about to become true.
func until(t testing.TB, what string, is func() bool) {
	t.Helper()
	deadline := time.After(20 * time.Second)
	for look := time.Tick(5 * time.Millisecond); !is(); {
		select {
		case <-deadline:
			t.Fatalf("it never came to it that %s", what)
		case <-look:
		}
	}
}

const stops = "name,x,y\na,0,0\nb,9,0\nc,9,9\nd,0,9\ne,5,4\n"

func TestInstances(t *testing.T) {
	s := start(t, 1, server.Options{})
	u := as[server.Uploaded](t, s.ask(t, "POST", "/v1/instances?file=stops.csv&unit=km", stops), 201)
	if u.N != 5 || u.Problem != "tsp" || u.Size != int64(len(stops)) || u.File != "stops.csv" {
		t.Errorf("uploaded as %+v", u)
	}
	again := as[server.Uploaded](t, s.ask(t, "POST", "/v1/instances?file=other.csv&columns=x=y&columns=y=x", stops), 200)
	if again.Hash != u.Hash || again.File != "stops.csv" {
		t.Errorf("uploaded again as %+v", again)
	}
	if list := as[server.Uploads](t, s.ask(t, "GET", "/v1/instances", ""), 200); len(list.Instances) != 1 || list.Instances[0].Hash != u.Hash {
		t.Errorf("listed as %+v", list)
	}
	as[cluster.Upload](t, s.ask(t, "GET", "/v1/instances/"+u.Hash, ""), 200)

	spec := `{"instance":"` + u.Hash + `","file":"stops.csv","settings":{"algorithm":"ils","time_limit":"1h"}}`
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", spec), 202)
	if p := as[api.Problem](t, s.ask(t, "DELETE", "/v1/instances/"+u.Hash, ""), 409); p.Code != "instance_in_use" {
		t.Errorf("%+v", p)
	}
	events := s.watch(t, j.ID)
	s.ask(t, "DELETE", "/v1/jobs/"+j.ID, "")
	for range events {
	}
	if a := s.ask(t, "DELETE", "/v1/instances/"+u.Hash, ""); a.StatusCode != 204 {
		t.Errorf("%s %s", a.Status, a.body)
	}
	as[api.Problem](t, s.ask(t, "GET", "/v1/instances/"+u.Hash, ""), 404)
	as[api.Problem](t, s.ask(t, "POST", "/v1/jobs", spec), 422)
}

func TestAKeyGivesTheSameJob(t *testing.T) {
	s := start(t, 0, server.Options{Limits: server.Limits{Quota: access.Quota{Queued: 1}}})
	first := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small, "Idempotency-Key", "k"), 202)
	again := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small, "Idempotency-Key", "k"), 202)
	if first.ID != again.ID {
		t.Errorf("%s, then %s", first.ID, again.ID)
	}
	a := s.ask(t, "POST", "/v1/jobs", small, "Idempotency-Key", "l")
	if p := as[api.Problem](t, a, 429); !strings.Contains(p.Detail, "queued") || a.Header.Get("Retry-After") == "" {
		t.Errorf("%+v %v", p, a.Header)
	}
}

// However many clients submit concurrently, exactly as many jobs are queued as the quota allows.
func TestTheQueueHoldsItsQuota(t *testing.T) {
	s := start(t, 0, server.Options{Limits: server.Limits{Quota: access.Quota{Queued: 5}}})
	var wg sync.WaitGroup
	status := make(chan int, 40)
	for range cap(status) {
		wg.Go(func() { status <- s.ask(t, "POST", "/v1/jobs", small).StatusCode })
	}
	wg.Wait()
	close(status)
	taken := 0
	for code := range status {
		if code == 202 {
			taken++
		}
	}
	if taken != 5 {
		t.Errorf("%d jobs were taken", taken)
	}
}

// Uploads in progress count towards the quota, even if the stored bytes are counted again
// meanwhile.
func TestStoredBytesHoldTheirQuota(t *testing.T) {
	file := func(i int) string { return fmt.Sprintf("x,y\n0,0\n9,0\n9,9\n0,%03d\n", i) }
	most := int64(5 * len(file(0)))
	s := start(t, 0, server.Options{Limits: server.Limits{Uploads: 40, Quota: access.Quota{Bytes: most}}})
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() { s.ask(t, "POST", "/v1/instances?file=stops.csv", file(i)) })
		wg.Go(func() { s.ask(t, "DELETE", "/v1/instances/"+job.Hash(nil), "") })
	}
	wg.Wait()
	all, err := s.store.Instances(t.Context(), "default")
	if err != nil {
		t.Fatal(err)
	}
	var stored int64
	for _, u := range all {
		stored += u.Size
	}
	if stored == 0 || stored > most {
		t.Errorf("%d bytes are stored, at most %d may be", stored, most)
	}
}

// When the request to cancel a queued job returns, the job has ended.
func TestCancelEndsWhatWaits(t *testing.T) {
	s := start(t, 0, server.Options{})
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small), 202)
	if j = as[api.Job](t, s.ask(t, "DELETE", "/v1/jobs/"+j.ID, ""), 200); j.State != cluster.Cancelled {
		t.Errorf("it is %s", j.State)
	}
}

// The limit on running jobs holds, and when one job ends, the next starts immediately.
func TestRunningJobsHaveAQuota(t *testing.T) {
	y := newTenancy(t)
	token := y.grant(t, "acme", 0, access.JobsRead, access.JobsWrite)
	y.limit(t, "acme", func(q *access.Quota) { q.Running = 1 })
	s := start(t, 3, server.Options{Access: y.book})
	var ids []string
	for range 3 {
		ids = append(ids, as[api.Job](t, s.ask(t, "POST", "/v1/jobs", long, bearer(token)...), 202).ID)
	}
	for i, id := range ids {
		state := func() cluster.State {
			return as[api.Job](t, s.ask(t, "GET", "/v1/jobs/"+id, "", bearer(token)...), 200).State
		}
		began := time.Now()
		until(t, "the next job runs", func() bool { return state() == cluster.Running })
		if took := time.Since(began); took > 5*time.Second { // the sweeper would take longer
			t.Errorf("job %d began after %v", i, took)
		}
		if n := s.hub.Count("acme")[cluster.Running]; n != 1 {
			t.Errorf("%d jobs run", n)
		}
		s.ask(t, "DELETE", "/v1/jobs/"+id, "", bearer(token)...)
		until(t, "the job ends", func() bool { return state() == cluster.Cancelled })
	}
}

func TestATenantsSecondsBoundItsJobs(t *testing.T) {
	s := start(t, 1, server.Options{Limits: server.Limits{Quota: access.Quota{Seconds: 0.2}}})
	endless := `{"file":"square.csv","content":"` + square + `","settings":{"algorithm":"ils","max_steps":1000000000000}}`
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", endless, "Prefer", "wait=20"), 200)
	if j.State != cluster.Done || j.Digest.Termination != "time" {
		t.Errorf("ended as %s: %+v", j.State, j.Digest)
	}
}

func TestEventsComeAgain(t *testing.T) {
	s := start(t, 1, server.Options{})
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", long), 202)
	var seen []event
	for e := range s.watch(t, j.ID) {
		if seen = append(seen, e); len(seen) == 6 {
			break
		}
	}
	if seen[0].kind != "job" {
		t.Errorf("the first event is %+v", seen[0])
	}
	var first uint64
	for _, e := range seen {
		if e.kind == "progress" {
			first, _ = strconv.ParseUint(e.id, 10, 64)
			break
		}
	}
	var again []event
	for e := range s.watch(t, j.ID, "Last-Event-ID", fmt.Sprint(first-1)) {
		if again = append(again, e); len(again) == 3 {
			break
		}
	}
	if again[0].kind != "job" || again[1].kind != "progress" || again[1].id != fmt.Sprint(first) {
		t.Errorf("after %d came %+v", first-1, again)
	}
	// The client's last event is from an earlier stream.
	for e := range s.watch(t, j.ID, "Last-Event-ID", "1000000") {
		if e.kind == "progress" {
			if e.id == "" || e.id > "1000000" && len(e.id) > 6 {
				t.Errorf("%+v", e)
			}
			break
		}
	}
	s.ask(t, "DELETE", "/v1/jobs/"+j.ID, "")
	var last event
	for last = range s.watch(t, j.ID) {
	}
	var ended api.Job
	if err := json.Unmarshal([]byte(last.data), &ended); err != nil || ended.State != cluster.Cancelled {
		t.Errorf("the last event is %+v", last)
	}
}

func TestOnlySoManyWatch(t *testing.T) {
	s := start(t, 0, server.Options{Limits: server.Limits{Watchers: 1}})
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small), 202)
	<-s.watch(t, j.ID)
	a := s.ask(t, "GET", "/v1/jobs/"+j.ID+"/events", "")
	if p := as[api.Problem](t, a, 503); p.Code != "busy" || a.Header.Get("Retry-After") == "" {
		t.Errorf("%+v", p)
	}
}

func TestTours(t *testing.T) {
	s := start(t, 1, server.Options{})
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", long), 202)
	path := "/v1/jobs/" + j.ID + "/tour"
	var a answer
	until(t, "there is a tour", func() bool { a = s.ask(t, "GET", path, ""); return a.StatusCode == 200 })
	check := func() {
		t.Helper()
		var cities []uint32
		for part := range slices.Chunk(a.body, 4) {
			cities = append(cities, binary.LittleEndian.Uint32(part))
		}
		slices.Sort(cities)
		if !slices.Equal(cities, []uint32{0, 1, 2, 3, 4}) || a.Header.Get("Content-Type") != "application/octet-stream" {
			t.Errorf("%s: %v", a.Header.Get("Content-Type"), cities)
		}
	}
	check()
	until(t, "the tour stays", func() bool {
		tag := a.Header.Get("ETag")
		a = s.ask(t, "GET", path, "", "If-None-Match", tag)
		return a.StatusCode == 304 && a.Header.Get("ETag") == tag && len(a.body) == 0
	})
	s.ask(t, "DELETE", "/v1/jobs/"+j.ID, "")
	for range s.watch(t, j.ID) {
	}
	a = s.ask(t, "GET", path, "")
	check()
	if a = s.ask(t, "GET", path, "", "If-None-Match", a.Header.Get("ETag")); a.StatusCode != 304 {
		t.Errorf("%s", a.Status)
	}
}

// A read never changes a job: a result of an older version that this version cannot verify, and a
// damaged one, are errors, and the job stays done.
func TestAReadNeverDestroysAResult(t *testing.T) {
	s := start(t, 1, server.Options{})
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small, "Prefer", "wait=20"), 200)
	right, err := s.store.Get(t.Context(), "default", j.ID)
	if err != nil {
		t.Fatal(err)
	}
	wrong := []byte(strings.Replace(string(right.Result.Inline), `"cost":`, `"cost":1`, 1))
	damaged := strings.Replace(blob(wrong), `"sha256":"`, `"sha256":"00`, 1)
	for _, c := range []struct {
		name    string
		members map[string]string
		status  int
		code    string
	}{
		{"unverified and wrong", map[string]string{"verdict": "null", "result": blob(wrong)}, 409, "bad_result"},
		{"verified and damaged", map[string]string{"verdict": `{"cost":1,"version":"x"}`, "result": damaged}, 500, "damaged"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s.rewrite(t, j.ID, c.members)
			for range 2 {
				refused(t, s.ask(t, "GET", "/v1/jobs/"+j.ID+"/result", ""), c.status, c.code)
			}
			if now := as[api.Job](t, s.ask(t, "GET", "/v1/jobs/"+j.ID, ""), 200); now.State != cluster.Done || now.Faults != nil {
				t.Errorf("the job is %s: %v", now.State, now.Faults)
			}
		})
	}
	s.rewrite(t, j.ID, map[string]string{"verdict": "null", "result": blob(right.Result.Inline)})
	if a := s.ask(t, "GET", "/v1/jobs/"+j.ID+"/result", ""); a.StatusCode != 200 || !bytes.Equal(a.body, right.Result.Inline) {
		t.Errorf("the right result: %s", a.Status)
	}
}

// An instance that was deleted can be uploaded again.
func TestADeletedInstanceIsUploadedAgain(t *testing.T) {
	s := start(t, 0, server.Options{})
	for range 2 {
		u := as[server.Uploaded](t, s.ask(t, "POST", "/v1/instances?file=stops.csv", stops), 201)
		if a := s.ask(t, "DELETE", "/v1/instances/"+u.Hash, ""); a.StatusCode != 204 {
			t.Fatalf("%s", a.Status)
		}
	}
}

// A result is readable after its instance was deleted, because its verdict is stored.
func TestAResultOutlivesItsInstance(t *testing.T) {
	s := start(t, 1, server.Options{})
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small, "Prefer", "wait=20"), 200)
	if a := s.ask(t, "DELETE", "/v1/instances/"+j.Instance.Hash, ""); a.StatusCode != 204 {
		t.Fatalf("%s", a.Status)
	}
	if a := s.ask(t, "GET", "/v1/jobs/"+j.ID+"/result", ""); a.StatusCode != 200 {
		t.Errorf("%s: %s", a.Status, a.body)
	}
	refused(t, s.ask(t, "GET", "/v1/jobs/"+j.ID+"/drawing", ""), 409, "instance_gone")
}

func TestPagesOfJobs(t *testing.T) {
	s := start(t, 0, server.Options{})
	var ids []string
	for range 5 {
		ids = append(ids, as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small), 202).ID)
	}
	slices.Reverse(ids)
	var listed []string
	for after := ""; ; {
		path := "/v1/jobs?limit=2"
		if after != "" {
			path += "&after=" + after
		}
		page := as[api.Jobs](t, s.ask(t, "GET", path, ""), 200)
		for _, j := range page.Jobs {
			listed = append(listed, j.ID)
		}
		if after = page.Next; after == "" {
			break
		}
	}
	if !slices.Equal(listed, ids) {
		t.Errorf("listed %v, expected %v", listed, ids)
	}
}

func TestWhatThereIs(t *testing.T) {
	s := start(t, 1, server.Options{Version: "v1.2.3", Limits: server.Limits{Quota: access.Quota{Running: 7}}})
	about := as[server.About](t, s.ask(t, "GET", "/v1/server", ""), 200)
	if about.Version != "v1.2.3" || about.Quota.Running != 7 || about.Limits.ContentBytes != 1<<20 || about.Tenant != "default" {
		t.Errorf("%+v", about)
	}
	list := as[server.Algorithms](t, s.ask(t, "GET", "/v1/algorithms", ""), 200)
	if i := slices.IndexFunc(list.Algorithms, func(a job.Algorithm) bool { return a.Name == "ils" && a.Problem == "tsp" }); i < 0 || len(list.Algorithms[i].Schema.Properties) == 0 {
		t.Errorf("%+v", list)
	}
	until(t, "the worker is there", func() bool {
		return len(as[server.Workers](t, s.ask(t, "GET", "/v1/workers", ""), 200).Workers) == 1
	})
	if nothing := as[api.Problem](t, s.ask(t, "GET", "/nothing", ""), 404); !strings.Contains(nothing.Detail, "unknown path") {
		t.Errorf("%+v", nothing)
	}
	as[server.Health](t, s.ask(t, "GET", "/healthz", ""), 200)
	as[server.Health](t, s.ask(t, "GET", "/readyz", ""), 200)
	a := s.ask(t, "GET", "/openapi.json", "")
	if !json.Valid(a.body) || a.Header.Get("Content-Security-Policy") == "" || a.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("%v", a.Header)
	}
}

// While its store does not respond, the server responds with an error and Retry-After.
func TestWithoutAnEngine(t *testing.T) {
	s := start(t, 0, server.Options{})
	known := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small), 202)
	s.conn.Close()
	for _, c := range [][3]string{
		{"POST", "/v1/jobs", small}, {"GET", "/v1/jobs/nobody", ""}, {"GET", "/readyz", ""},
		{"POST", "/v1/instances?file=stops.csv", stops}, {"GET", "/v1/instances", ""},
		{"GET", "/v1/jobs", ""}, {"GET", "/v1/jobs/" + known.ID, ""},
	} {
		a := s.ask(t, c[0], c[1], c[2])
		if p := as[api.Problem](t, a, http.StatusServiceUnavailable); p.Code != "unavailable" || a.Header.Get("Retry-After") == "" {
			t.Errorf("%v: %+v", c, p)
		}
	}
}

// When a server stops, requests that wait or watch end, and accepted jobs remain stored.
func TestEnd(t *testing.T) {
	s := start(t, 0, server.Options{})
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small), 202)
	events := s.watch(t, j.ID)
	<-events
	waited := make(chan answer, 1)
	go func() { waited <- s.ask(t, "POST", "/v1/jobs", small, "Prefer", "wait=50", "Idempotency-Key", "w") }()
	until(t, "the second job is taken", func() bool { return s.hub.Count("")[cluster.Queued] == 2 })
	s.end()
	for range events {
	}
	as[api.Job](t, <-waited, 202)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if _, err := s.store.Get(ctx, "default", j.ID); err != nil {
		t.Error(err)
	}
}

// Concurrent submissions are limited: a further submission waits until one of them has finished.
func TestOnlySoManySubmit(t *testing.T) {
	s := start(t, 0, server.Options{})
	storing, stored := make(chan struct{}, 100), make(chan struct{})
	space := func(int64) error { // the store waits in the middle of a submission
		storing <- struct{}{}
		<-stored
		return nil
	}
	var err error
	if s.store, err = cluster.Create(t.Context(), s.conn, cluster.Options{Space: space}); err != nil {
		t.Fatal(err)
	}
	s.listen(t, server.Options{Limits: server.Limits{Submissions: 1}})
	over := make(chan answer, 1)
	go func() { over <- s.ask(t, "POST", "/v1/jobs", small) }()
	<-storing
	if p := as[api.Problem](t, s.ask(t, "POST", "/v1/jobs", small), 503); p.Code != "busy" {
		t.Errorf("%+v", p)
	}
	close(stored)
	as[api.Job](t, <-over, 202)
	as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small), 202)
}
