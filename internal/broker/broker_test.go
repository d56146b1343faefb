package broker

import (
	"context"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// start starts a broker that stops when the test ends.
func start(t testing.TB, o Options) *Broker {
	t.Helper()
	e, err := Start(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Shutdown)
	return e
}

// connect returns an in-process connection to the broker.
func connect(t testing.TB, e *Broker) jetstream.JetStream {
	t.Helper()
	conn, err := e.Connect()
	if err != nil {
		t.Fatal(err)
	}
	return stream(t, conn)
}

func stream(t testing.TB, conn *nats.Conn) jetstream.JetStream {
	t.Helper()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

func bucket(t testing.TB, js jetstream.JetStream, name string) jetstream.KeyValue {
	t.Helper()
	kv, err := js.CreateOrUpdateKeyValue(t.Context(), jetstream.KeyValueConfig{Bucket: name})
	if err != nil {
		t.Fatal(err)
	}
	return kv
}

func TestReadyInUnderASecond(t *testing.T) {
	took := testkit.Quickest(time.Second, func() time.Duration {
		began := time.Now()
		kv := bucket(t, connect(t, start(t, Options{Dir: t.TempDir()})), "JOBSTATE")
		if _, err := kv.Put(t.Context(), "a.1", []byte("queued")); err != nil {
			t.Fatal(err)
		}
		return time.Since(began)
	})
	if took > time.Second {
		t.Errorf("the first record was written after %v, expected less than a second", took)
	}
}

func TestRestartFindsItsStreams(t *testing.T) {
	dir := t.TempDir()
	e := start(t, Options{Dir: dir})
	if _, err := bucket(t, connect(t, e), "JOBSTATE").Put(t.Context(), "a.1", []byte("queued")); err != nil {
		t.Fatal(err)
	}
	e.Shutdown()

	kv, err := connect(t, start(t, Options{Dir: dir})).KeyValue(t.Context(), "JOBSTATE")
	if err != nil {
		t.Fatal(err)
	}
	entry, err := kv.Get(t.Context(), "a.1")
	if err != nil || string(entry.Value()) != "queued" {
		t.Errorf("got %v, %v, expected what was written before the restart", entry, err)
	}
}

// Every write is synced. A server upgrade that renames or drops the setting fails this test or does
// not compile.
func TestEveryWriteIsSynced(t *testing.T) {
	e := start(t, Options{Dir: t.TempDir(), MaxStore: 1 << 30})
	info, err := e.server.Load().Jsz(nil)
	must(t, "jsz", err)
	status, err := e.server.Load().Varz(nil)
	must(t, "varz", err)
	if !info.Config.SyncAlways || !status.JetStream.Config.SyncAlways {
		t.Errorf("sync always: %v by jsz, %v by varz, expected true", info.Config.SyncAlways, status.JetStream.Config.SyncAlways)
	}
	if info.Config.MaxStore != 1<<30 || status.MaxPayload != 8<<20 {
		t.Errorf("store %d, payload %d bytes, expected 1 GiB and 8 MiB", info.Config.MaxStore, status.MaxPayload)
	}
}

func TestShutdownEndsItsConnections(t *testing.T) {
	e := start(t, Options{Dir: t.TempDir()})
	conn, err := e.Connect()
	if err != nil {
		t.Fatal(err)
	}
	if wait := conn.Opts.ReconnectWait; wait < 10*time.Millisecond || wait > time.Second || conn.Opts.MaxReconnect >= 0 {
		t.Errorf("reconnects %d times after %v, expected always and soon", conn.Opts.MaxReconnect, wait)
	}
	e.Shutdown()
	e.Shutdown()
	if !conn.IsClosed() {
		t.Error("a connection of this process is still open after the shutdown")
	}
}

func BenchmarkStart(b *testing.B) {
	for b.Loop() {
		e, err := Start(context.Background(), Options{Dir: b.TempDir()})
		if err != nil {
			b.Fatal(err)
		}
		e.Shutdown()
	}
}
