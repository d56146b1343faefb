package cluster

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

// A busy service has ended jobs, queued jobs, and running jobs whose workers replace large
// checkpoints until stop is called.
type busy struct {
	service
	ended, queued, running []*Record
	stop                   func()
}

// manyBytes returns bytes that are not stored inside a record.
func manyBytes(n int) []byte { return bytes.Repeat([]byte{byte(n)}, 4*inlineSize) }

func startBusy(t *testing.T, s service) *busy {
	t.Helper()
	b := &busy{service: s}
	for i := range 6 {
		r := s.submit(t, "acme")
		h := s.hand(t, "pool", fmt.Sprint("done", i))
		task := h.next()
		result, err := h.Store(t.Context(), task.Claim, protocol.Result, 1, solved(t, r.Spec))
		must(t, err)
		frames, err := h.Store(t.Context(), task.Claim, protocol.Frames, 2, manyBytes(i))
		must(t, err)
		_, err = h.Finish(t.Context(), protocol.Outcome{Claim: task.Claim, State: Done, Result: result, Frames: frames})
		must(t, err)
		b.ended = append(b.ended, r)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for i := range 3 {
		b.running = append(b.running, s.submit(t, "acme"))
		h := s.hand(t, "pool", fmt.Sprint("busy", i))
		task := h.next()
		saved := make(chan error, 1)
		wg.Go(func() {
			for n := 1; ctx.Err() == nil; n++ {
				err := h.save(task, n)
				if n == 1 {
					saved <- err
				} else if err != nil {
					t.Error(err)
					return
				}
			}
		})
		must(t, <-saved)
	}
	b.stop = func() { cancel(); wg.Wait() }
	t.Cleanup(b.stop)
	for range 4 {
		b.queued = append(b.queued, s.submit(t, "acme"))
	}
	return b
}

// save replaces the checkpoint of a job.
func (h *hand) save(task *protocol.Task, n int) error {
	ctx := context.WithoutCancel(h.t.Context())
	c, err := h.Store(ctx, task.Claim, protocol.Checkpoint, n, manyBytes(n))
	if err != nil {
		return err
	}
	return h.Save(ctx, protocol.Save{Claim: task.Claim, Checkpoint: *c, At: Progress{Step: n, Seconds: 1, Cost: 40}})
}

// backedUp returns a backup of a busy service, and checks that it was busy until the end.
func (b *busy) backedUp(t *testing.T) []byte {
	t.Helper()
	before := b.get(t, b.running[0]).Kept.Step
	var file bytes.Buffer
	store, err := Open(t.Context(), b.nc)
	must(t, err)
	must(t, store.Backup(t.Context(), &file, "test"))
	if now := b.get(t, b.running[0]).Kept.Step; now <= before {
		t.Errorf("the checkpoint was not replaced during the backup: %d, then %d", before, now)
	}
	b.stop()
	return file.Bytes()
}

// checkRestored checks that a restored service has all jobs with their data, and that the open ones
// end as they should.
func (b *busy) checkRestored(t *testing.T, s service) {
	t.Helper()
	for _, r := range b.ended {
		now := s.get(t, r)
		result, err := s.ResultBytes(t.Context(), now)
		before, errBefore := b.ResultBytes(t.Context(), b.get(t, r))
		must(t, errBefore)
		if now.State != Done || err != nil || !bytes.Equal(result, before) {
			t.Errorf("ended job: %s, %v", now.State, err)
		}
		_, err = s.results.get(t.Context(), now.Frames)
		must(t, err)
	}
	steps := map[string]int{}
	for _, r := range b.running {
		now := s.get(t, r)
		data, err := s.states.get(t.Context(), now.Checkpoint)
		must(t, err)
		if !bytes.Equal(data, manyBytes(now.Kept.Step)) {
			t.Errorf("the checkpoint of step %d belongs to another step", now.Kept.Step)
		}
		steps[r.ID] = now.Kept.Step
		must(t, s.expire(t.Context(), now, true)) // as after the end of the lease, because the worker is gone
	}
	for i := range len(b.running) + len(b.queued) {
		h := s.hand(t, "pool", fmt.Sprint("next", i))
		task := h.next()
		if want := steps[task.ID]; want > 0 && (task.Checkpoint == nil || task.Kept.Step != want) {
			t.Errorf("job %s resumes from %+v, expected step %d", task.ID, task.Kept, want)
		}
		if end := h.finish(task, solved(t, task.Spec)); end.State != Done {
			t.Errorf("ended as %+v", end)
		}
	}
	s.hand(t, "pool", "last").none()
}

// A backup of a service that runs jobs has all of them, with results, checkpoints and instances. The
// restored service continues the open ones.
func TestABackupOfABusyService(t *testing.T) {
	b := startBusy(t, start(t, Options{}, DispatchOptions{}))
	file := b.backedUp(t)
	nc := connect(t, t.TempDir())
	empty, err := Create(t.Context(), nc, Options{Settings: Settings{Lease: longLease}})
	must(t, err)
	must(t, empty.checkEmpty(t.Context()))
	done := restored(t, empty, file)
	if done.Jobs != 13 || done.Open != 7 || done.Incomplete != 0 {
		t.Errorf("restored %+v", done)
	}
	b.checkRestored(t, serve(t, nc, Options{}, DispatchOptions{}))
	expect(t, empty.checkEmpty(t.Context()), ErrNotEmpty)
}

func restored(t *testing.T, into *Store, file []byte) Restored {
	t.Helper()
	b, err := openBackup(bytes.NewReader(file), int64(len(file)))
	must(t, err)
	done, err := into.restore(t.Context(), b)
	must(t, err)
	return done
}

// A backup of one node is restored into three, and a backup of three into one.
func TestABackupChangesTheReplicas(t *testing.T) {
	b := startBusy(t, start(t, Options{}, DispatchOptions{}))
	file := b.backedUp(t)
	nc := connectThree(t)
	three, err := Create(t.Context(), nc, Options{Settings: Settings{Lease: longLease, Replicas: 3}})
	must(t, err)
	restored(t, three, file)
	for _, name := range []string{keyValues(recordBucket).stream, objects(instanceBucket).stream} {
		stream, err := three.js.Stream(t.Context(), name)
		must(t, err)
		if n := stream.CachedInfo().Config.Replicas; n != 3 {
			t.Errorf("%s has %d replicas", name, n)
		}
	}
	var back bytes.Buffer
	must(t, three.Backup(t.Context(), &back, "test"))
	b.checkRestored(t, serve(t, nc, Options{}, DispatchOptions{}))

	single := connect(t, t.TempDir())
	one, err := Create(t.Context(), single, Options{Settings: Settings{Lease: longLease}})
	must(t, err)
	restored(t, one, back.Bytes())
	b.checkRestored(t, serve(t, single, Options{}, DispatchOptions{}))
}

// freeAddresses returns unused addresses of this machine. It opens all of them before it closes any,
// so that they differ.
func freeAddresses(t *testing.T, n int) []string {
	t.Helper()
	if n == 0 {
		return nil
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer l.Close()
	return append(freeAddresses(t, n-1), l.Addr().String())
}

// connectThree starts three nodes and returns a connection to the first.
func connectThree(t *testing.T) *nats.Conn {
	t.Helper()
	routes := freeAddresses(t, 3)
	dir := t.TempDir()
	keys := filepath.Join(dir, "engine.keys")
	e, err := broker.Start(t.Context(), broker.Options{Dir: filepath.Join(dir, "keys"), Keys: keys})
	must(t, err)
	e.Shutdown()
	var wg sync.WaitGroup
	nodes, faults := make([]*broker.Broker, 3), make([]error, 3)
	for i := range nodes {
		wg.Go(func() {
			name := fmt.Sprint("node", i)
			nodes[i], faults[i] = broker.Start(t.Context(), broker.Options{Dir: filepath.Join(dir, name), Name: name, Listen: "127.0.0.1:0", Cluster: routes[i], Routes: routes, Keys: keys})
		})
	}
	wg.Wait()
	must(t, errors.Join(faults...))
	for _, n := range nodes {
		t.Cleanup(n.Shutdown)
	}
	nc, err := nodes[0].Connect()
	must(t, err)
	return nc
}

// A damaged or cut backup is rejected before anything changes.
func TestDamagedBackups(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	s.submit(t, "acme")
	var file bytes.Buffer
	must(t, s.Backup(t.Context(), &file, "test"))
	good := file.Bytes()
	b, err := openBackup(bytes.NewReader(good), int64(len(good)))
	must(t, err)
	for name, data := range map[string][]byte{
		"empty":    nil,
		"a text":   []byte("hello"),
		"cut":      good[:len(good)/2],
		"no table": before(good, contentsFile),
		"data":     flipped(good, int(b.files["0"].offset)),
		"table":    flipped(good, bytes.Index(good, []byte(backupSchema))),
	} {
		if _, err := Restore(t.Context(), s.nc, bytes.NewReader(data), int64(len(data))); !errors.Is(err, ErrBackup) {
			t.Errorf("%s: %v, expected %v", name, err, ErrBackup)
		}
	}
	_, err = Restore(t.Context(), s.nc, bytes.NewReader(good), int64(len(good)))
	expect(t, err, ErrNotEmpty)
}

func flipped(data []byte, at int) []byte {
	c := bytes.Clone(data)
	c[at] ^= 1
	return c
}

// A backup is not restored while a worker is connected, nor into a service with other settings.
func TestRestoreNeedsAQuietService(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	var file bytes.Buffer
	must(t, s.Backup(t.Context(), &file, "test"))
	must(t, s.checkQuiet(t.Context(), time.Millisecond))
	h := s.hand(t, "pool", "s1")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		for retry.Sleep(ctx, 10*time.Millisecond) {
			_ = h.Beat(protocol.Beat{Worker: h.worker})
		}
	}()
	_, err := Restore(t.Context(), s.nc, bytes.NewReader(file.Bytes()), int64(file.Len()))
	expect(t, err, ErrWorkers)

	other := connect(t, t.TempDir())
	_, err = Create(t.Context(), other, Options{Settings: Settings{Lease: longLease, Retain: time.Hour}})
	must(t, err)
	_, err = Restore(t.Context(), other, bytes.NewReader(file.Bytes()), int64(file.Len()))
	var differ *SettingsError
	if !errors.As(err, &differ) || differ.Field != "Retain" {
		t.Errorf("%v, expected that Retain differs", err)
	}
	_, err = Open(t.Context(), connect(t, t.TempDir()))
	expect(t, err, ErrNoService)
}

// A job whose checkpoint or result was deleted during the backup is repaired.
func TestIncompleteJobsAreRepaired(t *testing.T) {
	b := startBusy(t, start(t, Options{}, DispatchOptions{}))
	b.stop()
	begin, gone := b.get(t, b.running[0]), b.get(t, b.ended[0])
	must(t, b.states.remove(t.Context(), begin.Checkpoint))
	var done Restored
	gone.Result = &Blob{Name: "acme.gone.1.1", Size: inlineSize + 1, Segment: segmentSize, SHA256: "x"}
	must(t, b.swap(t.Context(), gone))
	must(t, b.repairAll(t.Context(), &done))
	if now := b.get(t, begin); done.Incomplete != 2 || now.Checkpoint != nil || now.Kept != nil {
		t.Errorf("repaired %+v; the job has the checkpoint %+v", done, now.Checkpoint)
	}
	_, err := b.Get(t.Context(), gone.Tenant, gone.ID)
	expect(t, err, ErrNotFound)
}

// before returns the bytes before a text.
func before(data []byte, text string) []byte {
	first, _, _ := bytes.Cut(data, []byte(text))
	return first
}

// A section is split into parts of at most partSize bytes.
func TestSectionsAreSplit(t *testing.T) {
	a := &archive{tar: tar.NewWriter(io.Discard)}
	data := make([]byte, 2*partSize+1)
	parts, err := a.section(func(w io.Writer) error { _, err := w.Write(data); return err })
	must(t, err)
	var sizes []int64
	for _, p := range parts {
		sizes = append(sizes, p.Size)
	}
	if !slices.Equal(sizes, []int64{partSize, partSize, 1}) {
		t.Errorf("parts of %d bytes", sizes)
	}
}
