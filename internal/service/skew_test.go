package service

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/internal/worker"
)

// A workplace is a service with a port for workers and without a worker of its own.
type workplace struct {
	Addresses
	log *testkit.Log
	key string // worker key file
}

func runServer(t *testing.T) workplace {
	t.Helper()
	s := workplace{log: new(testkit.Log)}
	data, ready := t.TempDir(), make(chan Addresses, 1)
	s.key = filepath.Join(data, "worker.key")
	background(t, func(ctx context.Context) error {
		return Run(ctx, Options{
			Listen: "127.0.0.1:0", BrokerListen: "127.0.0.1:0", Data: data, Log: slog.New(slog.NewTextHandler(s.log, nil)),
			Ready: func(a Addresses) error { ready <- a; return nil },
		})
	})
	s.Addresses = <-ready
	return s
}

// connect connects a worker.
func (s workplace) connect(t *testing.T, more ...nats.Option) *nats.Conn {
	t.Helper()
	options, _, err := broker.WorkerOptions(s.key)
	if err != nil {
		t.Fatal(err)
	}
	silent := nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})
	nc, err := nats.Connect(s.Broker, append(append(options, silent), more...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return nc
}

// submit submits a job and returns its id.
func (s workplace) submit(t *testing.T) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.HTTP+"/v1/jobs", strings.NewReader(smallJob))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	var j api.Job
	if err := json.NewDecoder(a.Body).Decode(&j); err != nil || a.StatusCode != http.StatusAccepted {
		t.Fatalf("%s: %v", a.Status, err)
	}
	return j.ID
}

func jobOf(t *testing.T, url, id string) (j api.Job) {
	t.Helper()
	_, body := read(t, url+"/v1/jobs/"+id)
	if err := json.Unmarshal([]byte(body), &j); err != nil {
		t.Fatal(err)
	}
	return j
}

// isDoneBy checks that no worker has claimed a job so far, and that a worker of this version does it.
func (s workplace) isDoneBy(t *testing.T, w Worker, id string) {
	t.Helper()
	if j := jobOf(t, s.HTTP, id); j.State != cluster.Queued {
		t.Errorf("the job is %s, expected queued", j.State)
	}
	w.Server, w.Keys, w.Options = s.Broker, s.key, worker.Options{Slots: 1, Cores: 1, Log: slog.New(slog.DiscardHandler)}
	background(t, w.Run)
	if j := ended(t, s.HTTP, id); j.State != cluster.Done {
		t.Errorf("the job ended as %s: %+v", j.State, j.Faults)
	}
}

// ended waits for the end of a job.
func ended(t *testing.T, url, id string) (j api.Job) {
	t.Helper()
	await(t, "the end of job "+id, func() bool {
		j = jobOf(t, url, id)
		return j.State.Ended()
	})
	return j
}

// await waits until happened returns true, and fails the test after five minutes: the race detector
// and a busy machine slow searches down.
func await(t *testing.T, what string, happened func() bool) {
	t.Helper()
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for began := time.Now(); !happened(); <-look.C {
		if time.Since(began) > 5*time.Minute {
			t.Fatalf("waited five minutes for %s", what)
		}
	}
}

// A server gives no job to workers of an older and of a newer version, tells them and its operator
// why, and gives the job to a worker of its own version. Servers of several versions may answer the
// requests of one worker, so it is not enough to check the version when the worker introduces itself.
func TestWorkersOfOtherVersionsGetNoJobs(t *testing.T) {
	s := runServer(t)
	id, nc := s.submit(t), s.connect(t)
	for _, version := range []int{0, protocol.Version - 1, protocol.Version + 1} {
		for _, verb := range []string{"hello", "next"} {
			body := fmt.Sprintf(`{"protocol":%d,"worker":{"session":"s1","name":"skewed","version":"v9.9","cores":4,"slots":1},"wait":1000000}`, version)
			m, err := nc.Request(protocol.Requests+"default."+verb, []byte(body), 10*time.Second)
			if err != nil {
				t.Fatal(err)
			}
			if code := m.Header.Get("Error"); code != "version" || !strings.Contains(string(m.Data), "use the same release on servers and workers") {
				t.Errorf("%s of version %d: code %q, %s", verb, version, code, m.Data)
			}
		}
	}
	if line := s.log.String(); strings.Count(line, "rejected a worker") != 1 || !strings.Contains(line, "worker=skewed") || !strings.Contains(line, "worker_version=v9.9") {
		t.Errorf("the log of the server is\n%s", line)
	}
	s.isDoneBy(t, Worker{}, id)
}

// A worker of a version before the worker protocol opens the streams of the broker. The broker does
// not let it, the log says what to do, and the jobs stay queued.
func TestWorkersBeforeTheProtocolGetNoJobs(t *testing.T) {
	s := runServer(t)
	id, nc := s.submit(t), s.connect(t, nats.CustomInboxPrefix("_INBOX"))
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := js.KeyValue(ctx, "JOBSTATE"); err == nil {
		t.Error("a worker has opened the bucket of the jobs")
	}
	if text := s.log.String(); !strings.Contains(text, "rejected a worker of an older release") || !strings.Contains(text, "pool=default") {
		t.Errorf("the log of the server is\n%s", text)
	}
	s.isDoneBy(t, Worker{}, id)
}

// A worker that was started with --wait ends with a clear message if the server has a version before
// the worker protocol, whose broker forbids its requests.
func TestServersBeforeTheProtocol(t *testing.T) {
	dir := t.TempDir()
	old, err := broker.Start(t.Context(), broker.Options{Dir: dir, Listen: "127.0.0.1:0"}) // without subjects for workers
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(old.Shutdown)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	log := new(testkit.Log)
	err = Worker{
		Server: old.URL(), Keys: filepath.Join(dir, "worker.key"), Wait: true, Options: worker.Options{Log: slog.New(slog.NewTextHandler(log, nil))},
	}.Run(ctx)
	if !errors.Is(err, protocol.ErrForbidden) || !strings.Contains(err.Error(), "use the same release on servers and workers") {
		t.Errorf("ended with %v\n%s", err, log)
	}
}
