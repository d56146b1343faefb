//go:build figures

package cluster

import (
	"crypto/rand"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// TestCapacityFigures measures the input of the capacity estimates: the rates of disk syncs, and of
// heartbeats, events and checkpoints on the broker.
func TestCapacityFigures(t *testing.T) {
	t.Logf("syncs of a file, 1 KiB each, one after the other: %.0f/s", rate(t, syncs(t)))
	s := start(t, 0)
	r := s.submit(t, "square.csv", square, job.Settings{})
	mine, err := s.claim(t.Context(), r.Tenant, r.ID, claimRequest{worker: "w", first: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("heartbeats, each a read of the record: %.0f/s", rate(t, func() error { _, err := s.Get(t.Context(), r.Tenant, r.ID); return err }))
	t.Logf("heartbeats of members: %.0f/s", rate(t, func() error { return s.heartbeat(t.Context(), Member{Name: "w", Host: "h", Since: time.Now()}) }))
	t.Logf("events, until the broker has them: %.0f/s", rate(t, func() error {
		_, err := s.js.Publish(t.Context(), eventSubject+r.Key(), make([]byte, 200))
		return err
	}))
	number := 0
	for _, size := range []int{10 << 10, 100 << 10, 1 << 20, 10 << 20} {
		data := make([]byte, size)
		_, _ = rand.Read(data)
		n := rate(t, func() error {
			number++
			return s.checkpoint(t.Context(), mine, data, Progress{}, number)
		})
		t.Logf("checkpoints of %d KiB, one after the other: %.1f/s, %.1f MB/s", size>>10, n, n*float64(size)/1e6)
	}
}

// rate returns the number of sequential calls of do per second.
func rate(t *testing.T, do func() error) float64 {
	t.Helper()
	began, n := time.Now(), 0
	for time.Since(began) < 2*time.Second {
		if err := do(); err != nil {
			t.Fatal(err)
		}
		n++
	}
	return float64(n) / time.Since(began).Seconds()
}

func syncs(t *testing.T) func() error {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "syncs"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	piece := make([]byte, 1024)
	return func() error {
		if _, err := f.Write(piece); err != nil {
			return err
		}
		return f.Sync()
	}
}
