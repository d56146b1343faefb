package cluster

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/broker"
)

// restricted creates a store and returns a server connection and a worker connection.
func restricted(t *testing.T) (jetstream.JetStream, *nats.Conn) {
	t.Helper()
	dir := t.TempDir()
	b, err := broker.Start(t.Context(), broker.Options{Dir: dir, Listen: "127.0.0.1:0", Worker: broker.Permissions(WorkerPermissions())})
	must(t, "start", err)
	t.Cleanup(b.Shutdown)
	nc, err := b.Connect()
	must(t, "connect", err)
	_, err = Create(t.Context(), nc, Options{})
	must(t, "make the store", err)
	options, err := broker.WorkerOptions(filepath.Join(dir, "worker.key"))
	must(t, "read the keys", err)
	// The function refusal returns the errors.
	quiet := nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})
	w, err := nats.Connect(b.URL(), append(options, quiet)...)
	must(t, "connect a worker", err)
	t.Cleanup(w.Close)
	return stream(t, nc), w
}

func stream(t *testing.T, nc *nats.Conn) jetstream.JetStream {
	t.Helper()
	js, err := jetstream.New(nc)
	must(t, "JetStream", err)
	return js
}

// refusal returns the last refusal by the server. A refusal arrives before the reply to a flush.
func refusal(t *testing.T, w *nats.Conn) error {
	t.Helper()
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return w.LastError()
}

// none fails the test if the server refused any request of a worker.
func none(t *testing.T, w *nats.Conn) {
	t.Helper()
	if err := refusal(t, w); err != nil {
		t.Error(err)
	}
}

func expectRefusal(t *testing.T, w *nats.Conn, kind, subject string) {
	t.Helper()
	err := refusal(t, w)
	if !errors.Is(err, nats.ErrPermissionViolation) || !strings.Contains(err.Error(), kind+` to "`+subject+`"`) {
		t.Errorf("%s to %s: %v, expected a refusal", kind, subject, err)
	}
}

func soon(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// must fails the test if an operation returned an error.
func must(t *testing.T, act string, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%s: %v", act, err)
	}
}

func TestWorkersKeepRecords(t *testing.T) {
	_, w := restricted(t)
	defer none(t, w)
	ctx, js := soon(t), stream(t, w)
	for _, name := range []string{"JOBSTATE", "MEMBERS"} {
		kv, err := js.KeyValue(ctx, name)
		must(t, "open "+name, err)
		watch, err := kv.Watch(ctx, "a.*", jetstream.UpdatesOnly())
		must(t, "watch", err)
		first, err := kv.Create(ctx, "a.1", []byte("queued"))
		must(t, "create", err)
		_, err = kv.Update(ctx, "a.1", []byte("running"), first)
		must(t, "update", err)
		if _, err = kv.Update(ctx, "a.1", []byte("late"), first); !errors.Is(err, jetstream.ErrKeyExists) {
			t.Errorf("%s: an update of an old revision: %v, expected that it is refused", name, err)
		}
		entry, err := kv.Get(ctx, "a.1")
		must(t, "get", err)
		if string(entry.Value()) != "running" {
			t.Errorf("%s: got %q, expected the last value", name, entry.Value())
		}
		// If values change quickly, a watch may report only the last one.
		for seen := range watch.Updates() {
			if string(seen.Value()) == "running" {
				break
			}
		}
		must(t, "stop watching", watch.Stop())
		must(t, "delete", kv.Delete(ctx, "a.1"))
	}
}

func TestWorkersMoveBlobs(t *testing.T) {
	server, w := restricted(t)
	defer none(t, w)
	ctx, js := soon(t), stream(t, w)
	blob := bytes.Repeat([]byte("tourmaline"), 3<<20) // large enough to trigger flow control
	instances, err := server.ObjectStore(ctx, "INST")
	must(t, "open INST", err)
	_, err = instances.PutBytes(ctx, "x", blob)
	must(t, "put an instance", err)

	instances, err = js.ObjectStore(ctx, "INST")
	must(t, "open INST as a worker", err)
	if got, err := instances.GetBytes(ctx, "x"); err != nil || !bytes.Equal(got, blob) {
		t.Errorf("an instance came as %d bytes, %v; expected %d", len(got), err, len(blob))
	}
	for _, name := range []string{"CKPT", "RESULT"} {
		store, err := js.ObjectStore(ctx, name)
		must(t, "open "+name, err)
		_, err = store.PutBytes(ctx, "a.1", blob)
		must(t, "put to "+name, err)
		if got, err := store.GetBytes(ctx, "a.1"); err != nil || !bytes.Equal(got, blob) {
			t.Errorf("%s: %d bytes came back, %v; expected those that were put", name, len(got), err)
		}
	}
	checkpoints, err := js.ObjectStore(ctx, "CKPT")
	must(t, "open CKPT", err)
	_, err = checkpoints.PutBytes(ctx, "a.1", []byte("shorter"))
	must(t, "replace a checkpoint", err)
	must(t, "delete a checkpoint", checkpoints.Delete(ctx, "a.1"))
}

func TestWorkersTakeWakeUps(t *testing.T) {
	server, w := restricted(t)
	defer none(t, w)
	ctx, js := soon(t), stream(t, w)
	for _, subject := range []string{"jobs.a.1", "jobs.a.2"} {
		_, err := server.Publish(ctx, subject, nil)
		must(t, "publish a wake-up", err)
	}
	consumer, err := js.Consumer(ctx, "JOBS", "workers")
	must(t, "find the consumer", err)
	for range 2 {
		batch, err := consumer.Fetch(1)
		must(t, "fetch", err)
		msg := <-batch.Messages()
		for range 3 {
			must(t, "heartbeat", msg.InProgress())
		}
		must(t, "ack", msg.DoubleAck(ctx))
	}
	_, err = js.AccountInfo(ctx)
	must(t, "account", err)
	for _, subject := range []string{"events.a.1", "dead.a.1"} {
		_, err := js.Publish(ctx, subject, []byte("{}"))
		must(t, "tell", err)
	}
}

func TestWorkersAnswer(t *testing.T) {
	server, w := restricted(t)
	for _, subject := range []string{"tour.a.1", "trails.a.1", "cancel.a.1"} {
		_, err := w.Subscribe(subject, func(m *nats.Msg) { _ = m.Respond([]byte("best")) })
		must(t, "subscribe", err)
		must(t, "flush", w.Flush())
		answer, err := server.Conn().RequestWithContext(soon(t), subject, nil)
		must(t, "request", err)
		if string(answer.Data) != "best" {
			t.Errorf("%s: got %q, expected the worker's answer", subject, answer.Data)
		}
	}
}

func TestWorkersAreRefusedTheRest(t *testing.T) {
	server, w := restricted(t)
	for _, subject := range []string{
		"jobs.a.1", "$O.INST.C.x", "$O.INST.M.x", "cancel.a.1", "tour.a.1", "trails.a.1", "anything",
		"$JS.API.STREAM.CREATE.MINE", "$JS.API.STREAM.UPDATE.JOBS", "$JS.API.STREAM.DELETE.JOBS", "$JS.API.STREAM.PURGE.JOBS",
		"$JS.API.STREAM.PURGE.KV_JOBSTATE", "$JS.API.STREAM.PURGE.OBJ_INST", "$JS.API.STREAM.PURGE.OBJ_RESULT", "$JS.API.DIRECT.GET.KV_JOBSTATE.$KV.JOBSTATE.a.1", "$JS.API.STREAM.MSG.DELETE.KV_JOBSTATE",
		"$JS.API.STREAM.NAMES", "$JS.API.STREAM.LIST", "$JS.API.STREAM.MSG.GET.JOBS", "$JS.API.STREAM.SNAPSHOT.KV_JOBSTATE",
		"$JS.API.CONSUMER.CREATE.JOBS.mine", "$JS.API.CONSUMER.DELETE.JOBS.workers", "$JS.API.CONSUMER.CREATE.EVENTS.mine",
		"$JS.API.SERVER.REMOVE", "$JS.API.META.LEADER.STEPDOWN", "$SYS.REQ.SERVER.PING", "$SYS.REQ.ACCOUNT.PING",
	} {
		must(t, "publish", w.Publish(subject, []byte("{}")))
		expectRefusal(t, w, "Publish", subject)
	}
	for _, subject := range []string{">", "*", "jobs.>", "events.>", "$KV.>", "$O.>", "$JS.>", "$SYS.>", "cancel", "*.a.1"} {
		_, err := w.SubscribeSync(subject)
		must(t, "subscribe", err)
		expectRefusal(t, w, "Subscription", subject)
	}
	jobs, err := server.Stream(t.Context(), "JOBS")
	must(t, "the stream is still there", err)
	if n := jobs.CachedInfo().State.Msgs; n != 0 {
		t.Errorf("%d wake-ups of a worker arrived, expected none", n)
	}
}
