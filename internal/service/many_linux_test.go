//go:build figures

package service_test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const manyJobs = 10_000

// TestManyJobsFigures measures a server with 10,000 finished jobs: its memory, the time to list the
// jobs, and the time to be ready after a restart. The jobs are created in a memory file system,
// because that is faster, and then copied to disk.
func TestManyJobsFigures(t *testing.T) {
	binary := command(t)
	shm, err := os.MkdirTemp("/dev/shm", "many") //nolint:usetesting // in memory
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(shm) })
	s := serve(t, binary, filepath.Join(shm, "data"))
	body, began := spec(s.upload(t, 5), ``), time.Now()
	var next atomic.Int64
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			for next.Add(1) <= manyJobs {
				if a, err := s.submit(body, true); err != nil || a.State != "done" {
					t.Error(a, err)
					return
				}
			}
		})
	}
	wg.Wait()
	t.Logf("%d jobs over HTTP, 16 at a time, in memory: %.0f/s; then %.1f MB resident", manyJobs, manyJobs/time.Since(began).Seconds(), s.memory(t))
	s.end()
	disk := t.TempDir()
	if out, err := exec.CommandContext(t.Context(), "cp", "-a", filepath.Join(shm, "data"), disk).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out) // -a keeps permissions; keys that others can read are rejected
	}
	var ready []time.Duration
	for range 5 {
		s = serve(t, binary, filepath.Join(disk, "data"))
		ready = append(ready, s.ready)
		if len(ready) < 5 {
			s.end()
		}
	}
	t.Logf("start to /readyz with %d jobs: %s; then %.1f MB resident", manyJobs, milliseconds(ready), s.memory(t))
	for _, path := range []string{"/v1/jobs", "/v1/jobs?limit=1000", "/v1/jobs?state=failed", "/v1/server", "/metrics", "/healthz"} {
		var took []time.Duration
		for range 100 {
			began := time.Now()
			if _, err := s.ask("GET", path, "", nil, http.StatusOK); err != nil {
				t.Fatal(err)
			}
			took = append(took, time.Since(began))
		}
		t.Logf("GET %-22s %s", path, milliseconds(took))
	}
}
