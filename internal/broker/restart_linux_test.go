package broker

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// try writes a record with a short timeout.
func try(t *testing.T, kv jetstream.KeyValue, name string) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	_, err := kv.Put(ctx, name, make([]byte, 2000))
	return err
}

// After its disk was full, a server writes again once there is space. It keeps its connections and
// everything that it has acknowledged.
func TestAServerThatCouldNotWriteIsStartedAnew(t *testing.T) {
	if !testkit.Isolated(t) {
		return
	}
	disk := testkit.SmallDisk(t, "32m")
	e := start(t, Options{Dir: filepath.Join(disk, "data"), Listen: "127.0.0.1:0"})
	url := e.URL()
	kv := bucket(t, connect(t, e), "JOBSTATE")
	if _, err := kv.Put(t.Context(), "a.1", make([]byte, 2000)); err != nil {
		t.Fatal(err)
	}
	if err := e.Space(0); err != nil {
		t.Errorf("an empty disk has no room: %v", err)
	}
	if err := e.Space(31 << 20); err == nil {
		t.Error("there is room for what would take the reserve")
	}
	ballast := filepath.Join(disk, "ballast")
	testkit.Fill(t, ballast)
	if err := e.Space(0); err == nil || !strings.Contains(err.Error(), "server's disk has") {
		t.Errorf("got %v, expected that a full disk has no room", err)
	}
	for try(t, kv, "a.2") == nil { // succeeds while the file system has preallocated blocks
	}
	if e.failure() == "" {
		t.Fatal("the server wrote nothing, and does not say that it cannot")
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	for began := time.Now(); try(t, kv, "a.3") != nil; {
		if time.Since(began) > 20*time.Second {
			t.Fatal("the server does not write though the disk has room")
		}
	}
	if _, err := kv.Get(t.Context(), "a.1"); err != nil {
		t.Errorf("what was acknowledged is gone: %v", err)
	}
	if !e.server.Load().JetStreamConfig().SyncAlways {
		t.Error("the new server acknowledges what is not on the disk")
	}
	if e.URL() != url {
		t.Errorf("workers find the new server at %s, expected %s", e.URL(), url)
	}
}
