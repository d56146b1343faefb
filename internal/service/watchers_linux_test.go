//go:build figures

package service_test

import (
	"bufio"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const (
	watchedJobs = 20
	watchersOf  = 50 // per job
)

// A thousand watchers of twenty running jobs see a cancellation within 100 ms (median). The jobs
// run in a separate process, so that the measured memory and processor time belong to the server.
func TestWatcherFigures(t *testing.T) {
	binary, data := command(t), t.TempDir()
	ready := filepath.Join(t.TempDir(), "ready")
	s := serve(t, binary, data, "--slots", "0", "--engine-listen", "127.0.0.1:0", "--ready-file", ready)
	lines, err := os.ReadFile(ready)
	if err != nil {
		t.Fatal(err)
	}
	_, broker, _ := strings.Cut(strings.TrimSpace(string(lines)), "\n")
	launch(t, binary, "worker", "--server", broker, "--keys", filepath.Join(data, "worker.key"), "--slots", fmt.Sprint(watchedJobs), "-j", "1", "--log-level", "error")
	idle := s.memory(t)
	body := spec(s.upload(t, 50), `"time_limit":"10m"`)
	var jobs []string
	var watchers []*watcher
	for range watchedJobs {
		a, err := s.submit(body, false)
		if err != nil {
			t.Fatal(err)
		}
		jobs = append(jobs, a.ID)
		for range watchersOf {
			watchers = append(watchers, s.watch(t, a.ID))
		}
	}
	for _, w := range watchers {
		<-w.running
	}
	used, heard, began := s.processor(t), events(watchers), time.Now()
	<-time.After(5 * time.Second) // measure while the watchers receive events
	share := (s.processor(t) - used) / time.Since(began).Seconds()
	rate := float64(events(watchers)-heard) / time.Since(began).Seconds()
	t.Logf("%d watchers of %d running jobs receive %.0f events per second: server %.1f MB resident (%.1f MB before), %.3f of a core", len(watchers), len(jobs), rate, s.memory(t), idle, share)
	asked, answered := map[string]time.Time{}, []time.Duration(nil)
	for _, id := range jobs {
		asked[id] = time.Now()
		if _, err := s.ask("DELETE", "/v1/jobs/"+id, "", nil, http.StatusAccepted); err != nil {
			t.Fatal(err)
		}
		answered = append(answered, time.Since(asked[id]))
	}
	var seen, over []time.Duration
	for _, w := range watchers {
		seen = append(seen, (<-w.cancelled).Sub(asked[w.id]))
		over = append(over, (<-w.ended).Sub(asked[w.id]))
	}
	t.Logf("DELETE answered:                 %s", milliseconds(answered))
	t.Logf("cancel visible to a watcher:     %s", milliseconds(seen))
	t.Logf("end of the job visible:          %s", milliseconds(over))
	if m := p50(seen); m >= 100*time.Millisecond {
		t.Errorf("half of the watchers see a cancellation after %v, expected less than 100ms", m)
	}
}

// A watcher reads the events of a job and records when it saw certain events.
type watcher struct {
	id               string
	running          chan struct{}
	cancelled, ended chan time.Time
	events           atomic.Int64
}

// events returns the total number of events that the watchers have received.
func events(of []*watcher) (n int64) {
	for _, w := range of {
		n += w.events.Load()
	}
	return n
}

func (s served) watch(t *testing.T, id string) *watcher {
	t.Helper()
	w := &watcher{id: id, running: make(chan struct{}), cancelled: make(chan time.Time, 1), ended: make(chan time.Time, 1)}
	a, err := http.Get(s.url + "/v1/jobs/" + id + "/events")
	if err != nil || a.StatusCode != http.StatusOK {
		t.Fatal(a, err)
	}
	t.Cleanup(func() { _ = a.Body.Close() })
	go w.read(bufio.NewReader(a.Body))
	return w
}

func (w *watcher) read(from *bufio.Reader) {
	var running, cancelled sync.Once
	for {
		line, err := from.ReadString('\n')
		if err != nil {
			return
		}
		now := time.Now()
		if strings.HasPrefix(line, "event: ") {
			w.events.Add(1)
		}
		if strings.Contains(line, `"state":"running"`) {
			running.Do(func() { close(w.running) })
		}
		if strings.Contains(line, `"cancel":true`) {
			cancelled.Do(func() { w.cancelled <- now })
		}
		if strings.Contains(line, `"state":"cancelled"`) {
			w.ended <- now
			return
		}
	}
}
