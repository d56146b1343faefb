package worker

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// noise returns random bytes.
func noise(size int) []byte {
	data := make([]byte, size)
	_, _ = rand.NewChaCha8([32]byte{}).Read(data) // never fails
	return data
}

// An instance is read completely, whatever its size: a short segment is the last one.
func TestInstancesAreReadInSegments(t *testing.T) {
	const segment = protocol.SegmentSize
	for size, segments := range map[int]int{1: 1, segment - 1: 1, segment: 2, segment + 1: 2, 2 * segment: 3, 2*segment + 1: 3} {
		q := start(t)
		file := noise(size)
		q.submit(file, job.Settings{})
		a := q.claim(New(q.nc, pool, Options{}))
		before := a.moves.Load()
		got, err := a.instanceFile()
		if err != nil || !bytes.Equal(got.Bytes(), file) || q.gets != segments {
			t.Errorf("%d bytes: read %d bytes with %d requests, expected %d requests: %v", size, len(got.Bytes()), q.gets, segments, err)
		}
		if a.moves.Load() < before+uint64(segments) {
			t.Errorf("%d bytes: reading is not a move", size)
		}
	}
}

// Stored data with a wrong hash or size is rejected.
func TestDamagedDataIsRejected(t *testing.T) {
	q := start(t)
	file := noise(protocol.SegmentSize + 10)
	r := q.submit(file, job.Settings{})
	a := q.claim(New(q.nc, pool, Options{}))
	q.change(func() { q.instances[r.task.Spec.Instance] = file[1:] })
	if _, err := a.instanceFile(); !errors.Is(err, protocol.ErrCorrupt) {
		t.Errorf("a damaged instance: %v", err)
	}
	for name, b := range map[string]protocol.Blob{
		"as stored":  {Name: "c", Size: int64(len(file)), SHA256: protocol.Sum(file)},
		"too short":  {Name: "c", Size: int64(len(file)) - 1, SHA256: protocol.Sum(file[:len(file)-1])},
		"too long":   {Name: "c", Size: int64(len(file)) + 1, SHA256: protocol.Sum(file)},
		"another":    {Name: "c", Size: int64(len(file)), SHA256: protocol.Sum(nil)},
		"wrong hash": {Inline: []byte("state"), Size: 5, SHA256: protocol.Sum(nil)},
	} {
		q.change(func() { q.blobs["c"], r.task.Checkpoint = file, &b })
		a.task.Checkpoint = &b
		if _, err := a.readCheckpoint(t.Context()); errors.Is(err, protocol.ErrCorrupt) != (name != "as stored") {
			t.Errorf("a checkpoint %s: %v", name, err)
		}
	}
}

// If the job for which an instance is being read is lost, another job that needs it goes on.
func TestAnInstanceIsReadForAnyJob(t *testing.T) {
	q := start(t)
	file := cities(10)
	w := New(q.nc, pool, Options{})
	var all []*attempt
	for range 2 {
		q.submit(file, stepping(1))
		all = append(all, q.claim(w))
	}
	q.change(func() { q.jobs[0].task.Secret = "another" })
	for range 20 { // attempts have no order
		if got, err := w.loadInstance(t.Context(), tenant, job.Hash(file)); err != nil || !bytes.Equal(got.Bytes(), file) {
			t.Fatalf("read %+v: %v", got, err)
		}
	}
	if !all[0].isFenced() || all[1].isFenced() {
		t.Errorf("the first job is fenced: %v, the second: %v; expected only the first", all[0].isFenced(), all[1].isFenced())
	}
	q.change(func() { q.jobs[1].task.Secret = "another" })
	if _, err := w.loadInstance(t.Context(), tenant, job.Hash(file)); !errors.Is(err, protocol.ErrFenced) {
		t.Errorf("read for no job: %v", err)
	}
}

// A worker that restarts finds its instances in the cache folder. A folder that cannot be written
// costs only speed.
func TestInstancesAreKeptOnDisk(t *testing.T) {
	q := start(t)
	dir := t.TempDir()
	file := noise(protocol.SegmentSize + 1)
	q.submit(file, job.Settings{})
	for _, gets := range []int{2, 2, 4} {
		w := New(q.nc, pool, Options{CacheDir: dir})
		closeDisk, err := w.openDisk()
		if err != nil {
			t.Fatal(err)
		}
		if gets == 4 {
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
		}
		q.change(func() { q.jobs[0].state = job.Queued })
		got, err := q.claim(w).instanceFile()
		if err != nil || !bytes.Equal(got.Bytes(), file) || q.gets != gets {
			t.Fatalf("read %+v after %d requests, expected %d: %v", got, q.gets, gets, err)
		}
		if err := got.Close(); err != nil {
			t.Error(err)
		}
		closeDisk()
	}
	notFolder := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(notFolder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := New(q.nc, pool, Options{CacheDir: notFolder}).Run(t.Context()); err == nil {
		t.Error("a file was used as a cache folder")
	}
}
