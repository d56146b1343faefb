package broker

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// permitted contains the permissions of workers in these tests.
var permitted = Permissions{
	Publish:   []string{"$JS.API.INFO", "$JS.API.STREAM.INFO.KV_JOBSTATE", "$JS.API.STREAM.MSG.GET.KV_JOBSTATE", "$KV.JOBSTATE.>", "events.>"},
	Subscribe: []string{"_INBOX.>", "tour.>"},
	Replies:   2,
}

// join connects a worker with the key file keys.
func join(t testing.TB, url, keys string, more ...nats.Option) *nats.Conn {
	t.Helper()
	options, err := WorkerOptions(keys)
	if err != nil {
		t.Fatal(err)
	}
	// The function refusal returns the errors.
	quiet := nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})
	w, err := nats.Connect(url, append(append(options, quiet), more...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.Close)
	return w
}

// createStreams creates a bucket and a stream that workers may use.
func createStreams(t testing.TB, js jetstream.JetStream, replicas int) {
	t.Helper()
	for _, c := range []jetstream.StreamConfig{
		{Name: "EVENTS", Subjects: []string{"events.>"}, Storage: jetstream.MemoryStorage},
		{Name: "KV_JOBSTATE", Subjects: []string{"$KV.JOBSTATE.>"}, MaxMsgsPerSubject: 1, AllowRollup: true, DenyDelete: true, Discard: jetstream.DiscardNew},
	} {
		c.Replicas = replicas
		_, err := js.CreateStream(t.Context(), c)
		must(t, "create "+c.Name, err)
	}
}

// refusal returns the last refusal by the server. A refusal arrives before the reply to a flush.
func refusal(t testing.TB, w *nats.Conn) error {
	t.Helper()
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return w.LastError()
}

// none fails the test if the server refused any request of a worker.
func none(t testing.TB, w *nats.Conn) {
	t.Helper()
	if err := refusal(t, w); err != nil {
		t.Error(err)
	}
}

func soon(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// must fails the test if an operation returned an error.
func must(t testing.TB, act string, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", act, err)
	}
}

func TestWorkersMayUseTheirSubjectsOnly(t *testing.T) {
	dir := t.TempDir()
	b := start(t, Options{Dir: dir, Listen: "127.0.0.1:0", Worker: permitted})
	js := connect(t, b)
	createStreams(t, js, 1)
	w := join(t, b.URL(), filepath.Join(dir, workerFile))
	kv, err := stream(t, w).KeyValue(soon(t), "JOBSTATE")
	must(t, "open JOBSTATE", err)
	_, err = kv.Put(soon(t), "a.1", nil)
	must(t, "put", err)
	_, err = w.Subscribe("tour.a.1", func(m *nats.Msg) { _, _ = m.Respond(nil), m.Respond([]byte("more")) })
	must(t, "subscribe", err)
	none(t, w)
	_, err = js.Conn().RequestWithContext(soon(t), "tour.a.1", nil)
	must(t, "request", err)
	none(t, w)
	must(t, "publish", w.Publish("jobs.a.1", nil))
	if err := refusal(t, w); !errors.Is(err, nats.ErrPermissionViolation) {
		t.Errorf("%v, expected a refusal", err)
	}
}

func TestWorkersWithoutPermissionsMayDoNothing(t *testing.T) {
	dir := t.TempDir()
	b := start(t, Options{Dir: dir, Listen: "127.0.0.1:0"})
	w := join(t, b.URL(), filepath.Join(dir, workerFile))
	must(t, "publish", w.Publish("events.a.1", nil))
	if err := refusal(t, w); !errors.Is(err, nats.ErrPermissionViolation) {
		t.Errorf("publish: %v, expected a refusal", err)
	}
	_, err := w.SubscribeSync("events.a.1")
	must(t, "subscribe", err)
	if err := refusal(t, w); !errors.Is(err, nats.ErrPermissionViolation) || !strings.Contains(err.Error(), "Subscription") {
		t.Errorf("subscribe: %v, expected a refusal", err)
	}
}

func TestStrangersAreRefused(t *testing.T) {
	e := start(t, Options{Dir: t.TempDir(), Listen: "127.0.0.1:0"})
	if _, err := nats.Connect(e.URL()); !errors.Is(err, nats.ErrAuthorization) {
		t.Errorf("without a key: %v, expected %v", err, nats.ErrAuthorization)
	}
	other := t.TempDir()
	start(t, Options{Dir: other})
	options, err := WorkerOptions(filepath.Join(other, workerFile))
	must(t, "the keys of another broker", err)
	if _, err := nats.Connect(e.URL(), options...); !errors.Is(err, nats.ErrAuthorization) {
		t.Errorf("with the key of another broker: %v, expected %v", err, nats.ErrAuthorization)
	}
}

func TestWorkersSurviveARestart(t *testing.T) {
	dir := t.TempDir()
	o := Options{Dir: dir, Listen: "127.0.0.1:0", Worker: permitted}
	e := start(t, o)
	createStreams(t, connect(t, e), 1)
	back := make(chan struct{}, 1)
	w := join(t, e.URL(), filepath.Join(dir, workerFile), nats.ReconnectHandler(func(*nats.Conn) { back <- struct{}{} }))
	o.Listen = strings.TrimPrefix(e.URL(), "nats://")
	e.Shutdown()
	start(t, o)
	select {
	case <-back:
	case <-soon(t).Done():
		t.Fatal("the worker did not come back")
	}
	kv, err := stream(t, w).KeyValue(soon(t), "JOBSTATE")
	must(t, "open JOBSTATE", err)
	_, err = kv.Put(soon(t), "a.1", nil)
	must(t, "put", err)
}

func TestTheFileOfWorkersHasNoOtherKey(t *testing.T) {
	dir := t.TempDir()
	start(t, Options{Dir: dir})
	text, err := os.ReadFile(filepath.Join(dir, workerFile))
	must(t, "read", err)
	k, err := parseKeys(text)
	must(t, "parse", err)
	if k.worker.seed == "" || k.server.seed != "" || k.routes != "" {
		t.Error("expected the key of workers and no other")
	}
}
