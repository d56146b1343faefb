package broker

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/internal/pools"
)

// poolEditor returns an editor of the pool file beside the key file in a folder.
func poolEditor(t testing.TB, dir string) pools.Editor {
	t.Helper()
	e, err := PoolEditor(filepath.Join(dir, "pools.json"), outfile.OS())
	must(t, "read the worker key", err)
	return e
}

// newPoolKey adds a key to a pool and returns its id and its key file.
func newPoolKey(t testing.TB, e pools.Editor, pool string) (id, file string) {
	t.Helper()
	seed, k, err := pools.New(pool, "", time.Now())
	must(t, "make a key", err)
	must(t, "add the key", e.Add(k))
	file = filepath.Join(t.TempDir(), pool+".key")
	must(t, "write the key", os.WriteFile(file, []byte(PoolKey(pool, seed)), 0o600))
	return k.ID, file
}

func reloaded(t testing.TB, b *Broker) {
	t.Helper()
	if changed, err := b.ReloadPools(); err != nil || !changed {
		t.Fatalf("changed %v, %v, expected new keys", changed, err)
	}
}

// Two keys of a pool work until one of them is revoked. Connections with other keys stay.
func TestRotation(t *testing.T) {
	dir := t.TempDir()
	b := start(t, withWorkers(dir))
	serve(t, b)
	e := poolEditor(t, dir)
	old := join(t, b.URL(), filepath.Join(dir, workerFile))
	first, firstFile := newPoolKey(t, e, "gpu")
	options, _, err := WorkerOptions(firstFile)
	must(t, "options", err)
	if _, err := nats.Connect(b.URL(), options...); !errors.Is(err, nats.ErrAuthorization) {
		t.Errorf("a key before the reload: %v, expected a refusal", err)
	}
	reloaded(t, b)
	closed := make(chan struct{}, 10)
	w := join(t, b.URL(), firstFile, nats.DisconnectErrHandler(func(*nats.Conn, error) { closed <- struct{}{} }))
	echo(t, w, "gpu", 1)

	_, secondFile := newPoolKey(t, e, "gpu")
	reloaded(t, b)
	again := join(t, b.URL(), secondFile)
	echo(t, again, "gpu", 1)
	echo(t, w, "gpu", 1)

	_, err = e.Revoke(first, time.Now())
	must(t, "revoke", err)
	reloaded(t, b)
	select {
	case <-closed:
	case <-soon(t).Done():
		t.Fatal("the connection of a revoked key is still open")
	}
	if _, err := nats.Connect(b.URL(), options...); !errors.Is(err, nats.ErrAuthorization) {
		t.Errorf("a revoked key: %v, expected a refusal", err)
	}
	echo(t, again, "gpu", 1)
	echo(t, old, "default", 1)
	for _, conn := range []*nats.Conn{again, old} {
		none(t, conn)
		if n := conn.Stats().Reconnects; n != 0 {
			t.Errorf("%d reconnections of a key that is valid, expected none", n)
		}
	}
	if changed, err := b.ReloadPools(); changed || err != nil {
		t.Errorf("changed %v, %v, expected that nothing has changed", changed, err)
	}
}

// A pool whose last key was revoked works again with a new key.
func TestANewKeyAfterTheLastWasRevoked(t *testing.T) {
	dir := t.TempDir()
	b := start(t, withWorkers(dir))
	serve(t, b)
	e := poolEditor(t, dir)
	id, file := newPoolKey(t, e, "gpu")
	reloaded(t, b)
	echo(t, join(t, b.URL(), file), "gpu", 1)
	_, err := e.Revoke(id, time.Now())
	must(t, "revoke", err)
	reloaded(t, b)
	_, file = newPoolKey(t, e, "gpu")
	reloaded(t, b)
	echo(t, join(t, b.URL(), file), "gpu", 1)
}

// The key in worker.key can be replaced: the default pool gets a second key, and the first is
// revoked. It stays revoked after a restart.
func TestRotationOfTheDefaultPool(t *testing.T) {
	dir := t.TempDir()
	b := start(t, withWorkers(dir))
	serve(t, b)
	e := poolEditor(t, dir)
	_, file := newPoolKey(t, e, pools.Default)
	_, err := e.Revoke(pools.ID(e.Worker), time.Now())
	must(t, "revoke", err)
	reloaded(t, b)
	refuse := func(b *Broker) {
		t.Helper()
		options, _, err := WorkerOptions(filepath.Join(dir, workerFile))
		must(t, "options", err)
		if _, err := nats.Connect(b.URL(), options...); !errors.Is(err, nats.ErrAuthorization) {
			t.Errorf("%v, expected a refusal", err)
		}
	}
	refuse(b)
	echo(t, join(t, b.URL(), file), "default", 1)
	b.Shutdown()
	b = start(t, withWorkers(dir))
	serve(t, b)
	refuse(b)
	echo(t, join(t, b.URL(), file), "default", 1)
}

// A pool file that cannot be used leaves the keys as they are.
func TestBrokenPoolFile(t *testing.T) {
	dir := t.TempDir()
	b := start(t, withWorkers(dir))
	serve(t, b)
	e := poolEditor(t, dir)
	_, file := newPoolKey(t, e, "gpu")
	reloaded(t, b)
	w := join(t, b.URL(), file)
	for _, text := range []string{"", "{}", `{"schema":"tourmaline/pools/v1","keys":[{"pool":"local"}]}`} {
		must(t, "write", os.WriteFile(e.Path, []byte(text), 0o600))
		if changed, err := b.ReloadPools(); changed || err == nil {
			t.Errorf("%q: changed %v, %v, expected an error", text, changed, err)
		}
	}
	must(t, "remove", os.Remove(e.Path))
	if changed, err := b.ReloadPools(); changed || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: changed %v, %v, expected an error", changed, err)
	}
	echo(t, w, "gpu", 1)
	must(t, "write", os.WriteFile(e.Path, []byte("{}"), 0o600))
	refused(t, Options{Dir: t.TempDir(), Pools: e.Path}, e.Path, "schema")
}

// Keys that the server could not use are used by a later reload, although the file has not changed
// since.
func TestAFailedReloadIsRepeated(t *testing.T) {
	dir := t.TempDir()
	b := start(t, withWorkers(dir))
	serve(t, b)
	_, file := newPoolKey(t, poolEditor(t, dir), "gpu")
	b.options.Dir = t.TempDir() // the server refuses to change its folder
	for range 2 {
		if changed, err := b.ReloadPools(); changed || err == nil {
			t.Fatalf("changed %v, %v, expected an error", changed, err)
		}
	}
	b.options.Dir = dir
	reloaded(t, b)
	echo(t, join(t, b.URL(), file), "gpu", 1)

	b.stopRestarter()
	b.restarter.Wait()
	newPoolKey(t, poolEditor(t, dir), "gpu")
	must(t, "disable", b.server.Load().DisableJetStream())
	if changed, err := b.ReloadPools(); changed || err == nil {
		t.Errorf("without JetStream: changed %v, %v, expected an error", changed, err)
	}
}

// While keys change, a request is answered or fails immediately with ErrNoResponders, so that a
// worker can send it again. No reply is lost, and no write is interrupted.
func TestRequestsDuringReloads(t *testing.T) {
	dir := t.TempDir()
	b := start(t, withWorkers(dir))
	serve(t, b)
	kv := bucket(t, connect(t, b), "JOBSTATE")
	w := join(t, b.URL(), filepath.Join(dir, workerFile))
	ctx, stop := context.WithCancel(t.Context())
	var answered, lost, unwritten atomic.Int64
	finished := make(chan struct{}, 2)
	go func() {
		defer func() { finished <- struct{}{} }()
		for ctx.Err() == nil {
			once, cancel := context.WithTimeout(t.Context(), 5*time.Second)
			if _, err := w.RequestWithContext(once, "work.default.echo", nil); err != nil && !errors.Is(err, nats.ErrNoResponders) {
				t.Log(err)
				lost.Add(1)
			}
			cancel()
			answered.Add(1)
		}
	}()
	go func() {
		defer func() { finished <- struct{}{} }()
		for ctx.Err() == nil {
			if _, err := kv.Put(t.Context(), "a.1", nil); err != nil {
				t.Log(err)
				unwritten.Add(1)
			}
		}
	}()
	e := poolEditor(t, dir)
	for range 20 {
		newPoolKey(t, e, "gpu")
		reloaded(t, b)
		for seen := answered.Load(); answered.Load() < seen+20; {
			time.Sleep(time.Millisecond)
		}
	}
	stop()
	<-finished
	<-finished
	if lost.Load() > 0 || unwritten.Load() > 0 {
		t.Errorf("%d of %d requests and %d writes failed, expected none", lost.Load(), answered.Load(), unwritten.Load())
	}
}
