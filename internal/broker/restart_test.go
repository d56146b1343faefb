package broker

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"
)

// A server that cannot write is replaced. Its address, its connections and its records stay. The
// time between restarts that do not help grows, up to a limit.
func TestAServerThatCannotWriteIsReplaced(t *testing.T) {
	var out bytes.Buffer
	o := withWorkers(t.TempDir())
	o.Log = slog.New(slog.NewTextHandler(&out, nil))
	b := start(t, o)
	b.stopRestarter() // the test calls restartIfFailed
	b.restarter.Wait()
	url, first := b.URL(), b.server.Load()
	kv := bucket(t, connect(t, b), "JOBSTATE")
	_, err := kv.Put(t.Context(), "a.1", nil)
	must(t, "put", err)
	if wait := b.restartIfFailed(9 * time.Second); wait != checkEvery || b.server.Load() != first {
		t.Errorf("waits %v and has a new server: %t, expected that a healthy server stays", wait, b.server.Load() != first)
	}
	for waited, want := range map[time.Duration]time.Duration{checkEvery: 2 * checkEvery, 50 * time.Second: maxBackoff} {
		old := b.server.Load()
		must(t, "disable", old.DisableJetStream())
		if wait := b.restartIfFailed(waited); wait != want || b.server.Load() == old || old.Running() {
			t.Errorf("after %v: waits %v, expected %v and a new server", waited, wait, want)
		}
		must(t, "wait", b.waitReady(soon(t), b.options))
		if b.URL() != url || b.failure() != "" || b.Space(0) != nil {
			t.Errorf("at %s: %q, %v, expected a healthy server at %s", b.URL(), b.failure(), b.Space(0), url)
		}
		patiently(t, "get", func(ctx context.Context) error { // the connection moves to the new server
			_, err := kv.Get(ctx, "a.1")
			return err
		})
	}
	must(t, "disable", b.server.Load().DisableJetStream())
	b.options.Name = "two words" // the server refuses this name
	b.restartIfFailed(checkEvery)
	if b.failure() == "" {
		t.Error("the server runs, expected that the restart failed")
	}
	b.options.Name = ""
	b.restartIfFailed(checkEvery)
	must(t, "wait", b.waitReady(soon(t), b.options))
	if b.failure() != "" {
		t.Errorf("%s, expected that the restart was repeated", b.failure())
	}
	b.log.Noticef("new leader")
	b.Shutdown()
	for text, want := range map[string]int{
		"restarting the server after a failed write: JetStream is disabled": 4, `level=ERROR msg="cannot start the broker: `: 1, `level=INFO msg="new leader"`: 1,
	} {
		if n := strings.Count(out.String(), text); n != want {
			t.Errorf("%d times %s, expected %d, in\n%s", n, text, want, &out)
		}
	}
}
