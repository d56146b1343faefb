package cluster

import (
	"context"
	"log/slog"
	"testing"
	"time"
)

// A watcher never sees progress go backwards, even if the connection breaks.
func TestProgressOnlyGoesForward(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	r, other := s.submit(t, "acme"), s.submit(t, "acme")
	tell := func(of *Record, step int) {
		t.Helper()
		must(t, s.announce(Event{Tenant: of.Tenant, ID: of.ID, State: Running, Progress: &Progress{Step: step}}))
	}
	tell(r, 1)
	for i := range 4 * maxEvents {
		tell(other, i)
	}
	tell(r, 2)
	s.heard(t, r, 1, 2)
	must(t, s.nc.ForceReconnect())
	tell(r, 3)
	s.heard(t, r, 2, 3)
}

// heard waits until the progress of a job reaches step to. It fails the test if the progress goes
// backwards.
func (s service) heard(t *testing.T, r *Record, from, to int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	news, done := s.hub.Watch(r.Tenant, r.ID)
	defer done()
	for {
		v, _ := s.hub.View(r.Tenant, r.ID, NoEvents)
		if p := v.Latest.Progress; p != nil {
			if p.Step < from {
				t.Fatalf("step %d comes after step %d", p.Step, from)
			}
			if from = p.Step; from == to {
				return
			}
		}
		select {
		case <-news:
		case <-ctx.Done():
			t.Fatalf("step %d never arrived", to)
		}
	}
}

// A new hub retains no more events of ended jobs than a hub that has been running.
func TestOldEventsAreNotKept(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	var ended []*Record
	for range maxEnded + 10 {
		r := s.submit(t, "acme")
		_, err := s.Cancel(t.Context(), r.Tenant, r.ID)
		must(t, err)
		ended = append(ended, r)
	}
	last := s.submit(t, "acme")
	must(t, s.announce(Event{Tenant: last.Tenant, ID: last.ID, State: Running, Progress: &Progress{Step: 1}}))
	s.hub = s.Follow(t.Context(), slog.New(slog.DiscardHandler))
	s.heard(t, last, 0, 1)
	kept := 0
	for _, r := range ended {
		if v, _ := s.hub.View(r.Tenant, r.ID, 0); v.Last > 0 {
			kept++
		}
	}
	if kept == 0 || kept > maxEnded {
		t.Errorf("events of %d jobs are kept, expected at most %d", kept, maxEnded)
	}
}
