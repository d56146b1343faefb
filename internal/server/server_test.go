package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/server"
	"github.com/tourmaline-opt/tourmaline/internal/worker"
)

// A service is a server with a separate broker and with workers in the same process.
type service struct {
	conn   *nats.Conn
	store  *cluster.Store
	hub    *cluster.Hub
	url    string
	cancel context.CancelFunc // tells the server to stop
	end    func()             // stops the server and waits until it has stopped
}

func start(t testing.TB, slots int, o server.Options) *service {
	t.Helper()
	e, err := broker.Start(t.Context(), broker.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Shutdown)
	nc, err := e.Connect()
	if err != nil {
		t.Fatal(err)
	}
	s := &service{conn: nc}
	if s.store, err = cluster.Create(t.Context(), nc, cluster.Options{Settings: cluster.Settings{Lease: 2 * time.Second}}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.hub = s.store.Follow(ctx, slog.New(slog.DiscardHandler))
	<-s.hub.Ready()
	t.Cleanup(cancel)
	s.listen(t, o)
	if slots > 0 {
		s.employ(t, slots)
	}
	return s
}

// employ starts a worker. It stops before the server, to which it returns its jobs.
func (s *service) employ(t testing.TB, slots int) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	over := make(chan error, 1)
	w := worker.New(s.conn, "test", worker.Options{Name: "test", Slots: slots, Cores: 1, Progress: 100 * time.Millisecond})
	go func() { over <- w.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		<-over
	})
}

// listen starts an HTTP server on this machine.
func (s *service) listen(t testing.TB, o server.Options) {
	t.Helper()
	s.serve(t, o, server.ServeOptions{HeaderTimeout: o.Limits.BodyTimeout})
}

// serve starts an HTTP server on this machine. Later requests go to it.
func (s *service) serve(t testing.TB, o server.Options, how server.ServeOptions) {
	t.Helper()
	o.Store, o.Hub = s.store, s.hub
	h, err := server.New(o)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := h.Run(ctx); err != nil && !s.conn.IsClosed() {
			t.Error(err)
		}
	})
	wg.Go(func() {
		if err := server.Serve(ctx, l, h, how); err != nil {
			t.Error(err)
		}
	})
	s.url = "http://" + l.Addr().String()
	s.cancel = cancel
	s.end = func() {
		cancel()
		if how.Drain > 0 {
			_ = l.Close() // ends the draining
		}
		wg.Wait()
	}
	t.Cleanup(s.end)
}

// lines is a log in memory.
type lines struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(p)
}

func (l *lines) text() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.String()
}

func (l *lines) last() string {
	all := strings.Split(strings.TrimSpace(l.text()), "\n")
	return all[len(all)-1]
}

// An answer is a response with its body.
type answer struct {
	*http.Response
	body []byte
}

// ask sends a request. headers contains pairs of names and values.
func (s *service) ask(t testing.TB, method, path, body string, headers ...string) answer {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if method == http.MethodPost && path == "/v1/jobs" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{resp, data}
}

// as decodes a response, which must have the given status.
func as[T any](t testing.TB, a answer, status int) T {
	t.Helper()
	var v T
	if a.StatusCode != status {
		t.Fatalf("%s: expected %d\n%s", a.Status, status, a.body)
	}
	d := json.NewDecoder(bytes.NewReader(a.body))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v in\n%s", err, a.body)
	}
	return v
}

const square = `name,x,y\na,0,0\nb,9,0\nc,9,9\nd,0,9\ne,5,4\n`

// small is a job that ends immediately.
const small = `{"file":"square.csv","content":"` + square + `","settings":{"seed":7}}`

// long is a job that runs until it is cancelled.
const long = `{"file":"square.csv","content":"` + square + `","settings":{"algorithm":"ils","time_limit":"1h"}}`

func TestAJobFromSubmitToResult(t *testing.T) {
	s := start(t, 1, server.Options{})
	submitted := s.ask(t, "POST", "/v1/jobs", small, "Prefer", "wait=20")
	j := as[api.Job](t, submitted, 200)
	if j.State != cluster.Done || j.Digest == nil || j.Instance.N != 5 || j.Problem != "tsp" || j.Started == nil || j.Ended == nil {
		t.Fatalf("ended as %s", submitted.body)
	}
	if where := submitted.Header.Get("Location"); where != "/v1/jobs/"+j.ID {
		t.Errorf("it is at %q", where)
	}
	again := as[api.Job](t, s.ask(t, "GET", "/v1/jobs/"+j.ID, ""), 200)
	if again.Digest.Cost != j.Digest.Cost {
		t.Errorf("cost %v, then %v", j.Digest.Cost, again.Digest.Cost)
	}
	var result struct {
		Schema string
		Cost   float64
	}
	a := s.ask(t, "GET", "/v1/jobs/"+j.ID+"/result", "")
	if err := json.Unmarshal(a.body, &result); err != nil || a.StatusCode != 200 || result.Schema != "tourmaline/result/v1" || result.Cost != j.Digest.Cost {
		t.Errorf("%s, %v: %s", a.Status, err, a.body)
	}
	if list := as[api.Jobs](t, s.ask(t, "GET", "/v1/jobs?state=done", ""), 200); len(list.Jobs) != 1 || list.Jobs[0].ID != j.ID {
		t.Errorf("listed as %+v", list)
	}
}

func TestCancelKeepsTheBest(t *testing.T) {
	s := start(t, 1, server.Options{})
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", long), 202)
	events := s.watch(t, j.ID)
	for e := range events {
		if e.kind == "progress" {
			break
		}
	}
	if c := as[api.Job](t, s.ask(t, "DELETE", "/v1/jobs/"+j.ID, ""), 202); !c.Cancel {
		t.Errorf("answered %+v", c)
	}
	var last api.Job
	for e := range events {
		if e.kind == "job" {
			last = api.Job{}
			if err := json.Unmarshal([]byte(e.data), &last); err != nil {
				t.Fatal(err)
			}
		}
	}
	if last.State != cluster.Cancelled || last.Digest == nil {
		t.Errorf("the stream ended with %+v", last)
	}
	as[api.Job](t, s.ask(t, "DELETE", "/v1/jobs/"+j.ID, ""), 200)
	if a := s.ask(t, "GET", "/v1/jobs/"+j.ID+"/result", ""); a.StatusCode != 200 {
		t.Errorf("%s: %s", a.Status, a.body)
	}
}
