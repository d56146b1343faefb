package server_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/server"
)

// Pages of instances contain every instance once, latest first, even if the last instance of a page
// is deleted before the next page is read.
func TestInstancesAreListedInPages(t *testing.T) {
	s := start(t, 0, server.Options{})
	const all = 5
	var want []string
	for i := range all {
		u := as[server.Uploaded](t, s.ask(t, "POST", "/v1/instances?file=stops.csv", fmt.Sprintf("x,y\n0,0\n9,%d\n", i)), 201)
		want = append([]string{u.Hash}, want...)
	}
	var found []string
	path := "/v1/instances?limit=2"
	for {
		page := as[server.Uploads](t, s.ask(t, "GET", path, ""), 200)
		if len(page.Instances) > 2 {
			t.Fatalf("a page of %d instances", len(page.Instances))
		}
		for _, u := range page.Instances {
			found = append(found, u.Hash)
		}
		if page.Next == "" {
			break
		}
		if a := s.ask(t, "DELETE", "/v1/instances/"+page.Instances[1].Hash, ""); a.StatusCode != 204 {
			t.Fatalf("%s %s", a.Status, a.body)
		}
		path = "/v1/instances?limit=2&after=" + page.Next
	}
	if strings.Join(found, " ") != strings.Join(want, " ") {
		t.Errorf("listed\n%s, expected\n%s", strings.Join(found, "\n"), strings.Join(want, "\n"))
	}
	for _, after := range []string{"x", "1", ".", "1.", strings.Repeat("9", 30) + ".x"} {
		if p := as[api.Problem](t, s.ask(t, "GET", "/v1/instances?after="+after, ""), 422); !strings.Contains(p.Detail, "after") {
			t.Errorf("%s: %+v", after, p)
		}
	}
}

// Waiting does not free stored bytes, so the answer to a full quota does not ask the client to
// retry later. It says what to delete.
func TestAFullQuotaSaysWhatToDelete(t *testing.T) {
	s := start(t, 0, server.Options{Limits: server.Limits{Quota: access.Quota{Bytes: 10}}})
	a := s.ask(t, "POST", "/v1/instances?file=stops.csv", stops)
	p := as[api.Problem](t, a, 429)
	if p.Code != "quota_exceeded" || !strings.Contains(p.Detail, "delete instances") {
		t.Errorf("%+v", p)
	}
	if after := a.Header.Get("Retry-After"); after != "" {
		t.Errorf("Retry-After: %s, expected none", after)
	}
}

// An instance that is larger than the memory cache is read from the store neither for a submission
// nor for a drawing: the last one is in memory, and the others are on the disk.
func TestLargeInstancesAreCached(t *testing.T) {
	s := start(t, 0, server.Options{Limits: server.Limits{Cache: 4}})
	var hashes []string
	for i := range 3 {
		file := fmt.Sprintf("x,y\n%d,0\n", i) + strings.Repeat("1,2\n3,4\n", 10_000)
		hashes = append(hashes, as[server.Uploaded](t, s.ask(t, "POST", "/v1/instances?file=stops.csv", file), 201).Hash)
	}
	js, err := jetstream.New(s.conn)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := js.Stream(t.Context(), "OBJ_INST")
	if err == nil {
		err = stream.Purge(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, hash := range hashes {
		j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", `{"instance":"`+hash+`","file":"stops.csv"}`), 202)
		if d := as[server.Drawing](t, s.ask(t, "GET", "/v1/jobs/"+j.ID+"/drawing", ""), 200); d.N != 20_001 {
			t.Errorf("%d cities", d.N)
		}
	}
}

// When the instance of an ended job is deleted, the job stays, and its drawing answers 409.
func TestTheDrawingOfADeletedInstanceIsGone(t *testing.T) {
	s := start(t, 0, server.Options{})
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small), 202)
	as[api.Job](t, s.ask(t, "DELETE", "/v1/jobs/"+j.ID, ""), 200)
	until(t, "the job has ended", func() bool { return s.hub.Count("default")[cluster.Cancelled] == 1 })
	if a := s.ask(t, "DELETE", "/v1/instances/"+j.Instance.Hash, ""); a.StatusCode != 204 {
		t.Fatalf("%s %s", a.Status, a.body)
	}
	as[api.Job](t, s.ask(t, "GET", "/v1/jobs/"+j.ID, ""), 200)
	if p := as[api.Problem](t, s.ask(t, "GET", "/v1/jobs/"+j.ID+"/drawing", ""), 409); p.Code != "instance_gone" {
		t.Errorf("%+v", p)
	}
}

// After its instance was deleted, a result is no longer converted, even if it is cached.
func TestTheDownloadOfADeletedInstanceIsGone(t *testing.T) {
	s := start(t, 1, server.Options{})
	j := s.ended(t, small)
	if a := s.of(t, j, "download?format=tour"); a.StatusCode != 200 {
		t.Fatalf("%s %s", a.Status, a.body)
	}
	if a := s.ask(t, "DELETE", "/v1/instances/"+j.Instance.Hash, ""); a.StatusCode != 204 {
		t.Fatalf("%s %s", a.Status, a.body)
	}
	refused(t, s.of(t, j, "download?format=tour"), 409, "instance_gone")
}

// An upload that has no space on the disk or in the quota is rejected before its body arrives, or as
// soon as the space is used up. A file that is already stored has its space.
func TestUploadsWithoutSpaceAreNotSpooled(t *testing.T) {
	s := start(t, 0, server.Options{})
	var checks atomic.Int64
	var err error
	if s.store, err = cluster.Create(t.Context(), s.conn, cluster.Options{Space: func(size int64) error {
		if size > 100<<20 || checks.Add(1) > 3 {
			return errors.New("the disk is full")
		}
		return nil
	}}); err != nil {
		t.Fatal(err)
	}
	s.listen(t, server.Options{Limits: server.Limits{Quota: access.Quota{Bytes: 64 << 20}}})
	send := func(size int64, most int64) (problem api.Problem, sent int64) {
		t.Helper()
		body := &countedBody{left: most}
		r, err := http.NewRequest("POST", s.url+"/v1/instances?file=a.csv", body)
		if err != nil {
			t.Fatal(err)
		}
		r.ContentLength = size
		r.Header.Set("Expect", "100-continue")
		client := &http.Client{Transport: &http.Transport{ExpectContinueTimeout: time.Minute}}
		a, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Body.Close()
		if err := json.NewDecoder(a.Body).Decode(&problem); err != nil {
			t.Error(err)
		}
		return problem, body.sent.Load()
	}
	if p, n := send(200<<20, 200<<20); p.Code != "storage_full" || n != 0 {
		t.Errorf("more than the disk: %+v after %d bytes", p, n)
	}
	if p, n := send(80<<20, 80<<20); p.Code != "quota_exceeded" || n != 0 {
		t.Errorf("more than the quota: %+v after %d bytes", p, n)
	}
	checks.Store(0)
	if p, n := send(-1, 200<<20); p.Code != "storage_full" || n > 32<<20 {
		t.Errorf("a disk that fills up: %+v after %d bytes", p, n)
	}
	checks.Store(-100)
	s.listen(t, server.Options{Limits: server.Limits{Quota: access.Quota{Bytes: int64(len(stops))}}})
	as[server.Uploaded](t, s.ask(t, "POST", "/v1/instances?file=stops.csv", stops), 201)
	as[server.Uploaded](t, s.ask(t, "POST", "/v1/instances?file=stops.csv", stops), 200)
}

// A countedBody is a body that counts the bytes that were read from it.
type countedBody struct {
	left int64
	sent atomic.Int64
}

func (b *countedBody) Read(to []byte) (int, error) {
	if b.left == 0 {
		return 0, io.EOF
	}
	n := min(int64(len(to)), b.left)
	b.left -= n
	b.sent.Add(n)
	return int(n), nil
}
