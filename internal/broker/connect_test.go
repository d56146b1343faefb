package broker

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// withWorkers returns the options of a broker with a port for workers.
func withWorkers(dir string) Options {
	return Options{Dir: dir, Listen: "127.0.0.1:0", Requests: "work.", Control: "control."}
}

// serve answers the requests of workers with the subject and the size of the request. It returns
// the connection of the server.
func serve(t testing.TB, b *Broker) *nats.Conn {
	t.Helper()
	conn, err := b.Connect()
	must(t, "connect", err)
	serveOn(t, conn)
	return conn
}

func serveOn(t testing.TB, conn *nats.Conn) {
	t.Helper()
	_, err := conn.QueueSubscribe("work.*.echo", "servers", func(m *nats.Msg) {
		_ = m.Respond(fmt.Appendf(nil, "%s %d", m.Subject, len(m.Data)))
	})
	must(t, "serve", err)
	must(t, "flush", conn.Flush())
}

// echo sends a request as a worker of a pool and checks the answer.
func echo(t testing.TB, w *nats.Conn, pool string, size int) {
	t.Helper()
	subject := "work." + pool + ".echo"
	m, err := w.RequestWithContext(soon(t), subject, make([]byte, size))
	must(t, "request "+subject, err)
	if want := fmt.Sprintf("%s %d", subject, size); string(m.Data) != want {
		t.Errorf("answer %q, expected %q", m.Data, want)
	}
}

// join connects a worker with the key file keys.
func join(t testing.TB, url, keys string, more ...nats.Option) *nats.Conn {
	t.Helper()
	options, _, err := WorkerOptions(keys)
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

// createStreams creates a bucket and a stream.
func createStreams(t testing.TB, js jetstream.JetStream, replicas int) {
	t.Helper()
	for _, c := range []jetstream.StreamConfig{
		{Name: "EVENTS", Subjects: []string{"events.>"}, Storage: jetstream.MemoryStorage},
		{Name: "KV_JOBSTATE", Subjects: []string{"$KV.JOBSTATE.>"}, MaxMsgsPerSubject: 1, AllowRollup: true, DenyDelete: true, Discard: jetstream.DiscardNew},
	} {
		c.Replicas = replicas
		patiently(t, "create "+c.Name, func(ctx context.Context) error {
			_, err := js.CreateStream(ctx, c)
			return err
		})
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
	b := start(t, withWorkers(dir))
	server := serve(t, b)
	w := join(t, b.URL(), filepath.Join(dir, workerFile))
	echo(t, w, "default", 0)
	orders, err := w.SubscribeSync("control.default.session")
	must(t, "subscribe", err)
	none(t, w)
	must(t, "control", server.Publish("control.default.session", []byte("cancel")))
	m, err := orders.NextMsgWithContext(soon(t))
	must(t, "receive", err)
	if string(m.Data) != "cancel" {
		t.Errorf("received %q, expected what the server sent", m.Data)
	}
	must(t, "publish", w.Publish("jobs.a.1", nil))
	if err := refusal(t, w); !errors.Is(err, nats.ErrPermissionViolation) {
		t.Errorf("%v, expected a refusal", err)
	}
}

// A message without a reply subject reaches all servers that subscribe without a queue group.
func TestMessagesWithoutAReply(t *testing.T) {
	dir := t.TempDir()
	b := start(t, withWorkers(dir))
	var beats []*nats.Subscription
	for range 2 {
		s, err := b.Connect()
		must(t, "connect", err)
		sub, err := s.SubscribeSync("work.*.beat")
		must(t, "subscribe", err)
		must(t, "flush", s.Flush())
		beats = append(beats, sub)
	}
	w := join(t, b.URL(), filepath.Join(dir, workerFile))
	must(t, "publish", w.Publish("work.default.beat", []byte("alive")))
	for _, sub := range beats {
		m, err := sub.NextMsgWithContext(soon(t))
		must(t, "receive", err)
		if m.Reply != "" || m.Subject != "work.default.beat" {
			t.Errorf("%s with reply %q, expected the subject of the worker and no reply", m.Subject, m.Reply)
		}
	}
	none(t, w)
}

// Requests and replies of the maximum size pass between the accounts.
func TestLargeRequests(t *testing.T) {
	dir := t.TempDir()
	b := start(t, withWorkers(dir))
	server := serve(t, b)
	_, err := server.Subscribe("work.*.big", func(m *nats.Msg) { _ = m.Respond(make([]byte, maxPayload)) })
	must(t, "serve", err)
	must(t, "flush", server.Flush())
	w := join(t, b.URL(), filepath.Join(dir, workerFile))
	echo(t, w, "default", maxPayload)
	m, err := w.RequestWithContext(soon(t), "work.default.big", nil)
	must(t, "request", err)
	if len(m.Data) != maxPayload {
		t.Errorf("a reply of %d bytes, expected %d", len(m.Data), maxPayload)
	}
}

func TestRepliesMayTakeLong(t *testing.T) {
	b := start(t, withWorkers(t.TempDir()))
	check := func() {
		t.Helper()
		limit, err := b.server.Load().GlobalAccount().ServiceExportResponseThreshold("work.>")
		must(t, "threshold", err)
		if limit < 90*time.Second { // workers repeat a request after a minute
			t.Errorf("replies are discarded after %v, expected 90 s or more", limit)
		}
	}
	check()
	must(t, "reload", b.reload())
	check()
}

// A request that no server serves fails immediately.
func TestNoServerAnswers(t *testing.T) {
	dir := t.TempDir()
	b := start(t, withWorkers(dir))
	w := join(t, b.URL(), filepath.Join(dir, workerFile))
	if _, err := w.RequestWithContext(soon(t), "work.default.echo", nil); !errors.Is(err, nats.ErrNoResponders) {
		t.Errorf("%v, expected %v", err, nats.ErrNoResponders)
	}
}

func TestWorkerInThisProcess(t *testing.T) {
	b := start(t, Options{Dir: t.TempDir(), Requests: "work.", Control: "control."})
	serve(t, b)
	w, err := b.ConnectWorker()
	must(t, "connect", err)
	echo(t, w, "local", 10)
	none(t, w)
	if err := w.Publish("work.default.echo", nil); err == nil {
		err = refusal(t, w)
		if !errors.Is(err, nats.ErrPermissionViolation) {
			t.Errorf("%v, expected that the worker may use its own pool only", err)
		}
	}
	other := start(t, Options{Dir: t.TempDir()})
	if other.local == b.local {
		t.Error("two brokers have the same key for their own workers")
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
	options, _, err := WorkerOptions(filepath.Join(other, workerFile))
	must(t, "the keys of another broker", err)
	if _, err := nats.Connect(e.URL(), options...); !errors.Is(err, nats.ErrAuthorization) {
		t.Errorf("with the key of another broker: %v, expected %v", err, nats.ErrAuthorization)
	}
}

func TestWorkersSurviveARestart(t *testing.T) {
	dir := t.TempDir()
	o := withWorkers(dir)
	e := start(t, o)
	back := make(chan struct{}, 1)
	w := join(t, e.URL(), filepath.Join(dir, workerFile), nats.ReconnectHandler(func(*nats.Conn) { back <- struct{}{} }))
	o.Listen = strings.TrimPrefix(e.URL(), "nats://")
	e.Shutdown()
	serve(t, start(t, o))
	select {
	case <-back:
	case <-soon(t).Done():
		t.Fatal("the worker did not come back")
	}
	echo(t, w, "default", 1)
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

// Workers and servers refuse plain text unless all servers are on this machine.
func TestConnectionsToOtherMachinesNeedTLS(t *testing.T) {
	dir := t.TempDir()
	start(t, withWorkers(dir))
	worker, _, err := WorkerOptions(filepath.Join(dir, workerFile))
	must(t, "options of a worker", err)
	server, err := ServerOptions(keysIn(dir))
	must(t, "options of a server", err)
	for servers, want := range map[string]bool{
		"nats://127.0.0.1:4222": false, "localhost:4222": false, "nats://[::1]:4222, nats://u:p@127.0.0.2": false,
		"nats://192.0.2.1:4222": true, "example.org": true, "nats://127.0.0.1:4222,nats://a:4222": true, "nats://%": true,
	} {
		for _, options := range [][]nats.Option{worker, server} {
			o := nats.Options{Servers: strings.Split(strings.ReplaceAll(servers, " ", ""), ",")}
			for _, option := range options {
				must(t, "option", option(&o))
			}
			if o.Secure != want {
				t.Errorf("%s: TLS is required: %v, expected %v", servers, o.Secure, want)
			}
		}
	}
}
