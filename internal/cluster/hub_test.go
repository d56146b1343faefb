package cluster

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// A watcher never sees progress go backwards, even if the connection breaks.
func TestProgressOnlyGoesForward(t *testing.T) {
	s := start(t, 0)
	r := s.submit(t, "square.csv", square, job.Settings{})
	other := s.submit(t, "square.csv", square, job.Settings{})
	for _, r := range []*Record{r, other} {
		s.await(t, r, func(Record) bool { return true })
	}
	tell := func(of *Record, step int) {
		t.Helper()
		if err := s.announce(Event{Tenant: of.Tenant, ID: of.ID, State: Running, Progress: &Progress{Step: step}}); err != nil {
			t.Fatal(err)
		}
	}
	tell(r, 1)
	for i := range 4 * maxEvents {
		tell(other, i)
	}
	tell(r, 2)
	s.heard(t, r, 1, 2)
	if err := s.nc.ForceReconnect(); err != nil {
		t.Fatal(err)
	}
	tell(r, 3)
	s.heard(t, r, 2, 3)
}

// heard waits until the progress of a job reaches step to. It fails the test if the progress goes
// backwards.
func (s service) heard(t *testing.T, r *Record, from, to int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for ctx.Err() == nil {
		v, _ := s.hub.View(r.Tenant, r.ID, NoEvents)
		switch p := v.Latest.Progress; {
		case p == nil:
		case p.Step < from:
			t.Fatalf("step %d comes after step %d", p.Step, from)
		case p.Step == to:
			return
		default:
			from = p.Step
		}
	}
	t.Fatalf("step %d never arrived", to)
}

// A new hub retains no more events of ended jobs than a hub that has been running.
func TestOldEventsAreNotKept(t *testing.T) {
	s := start(t, 0)
	for range maxEnded + 10 {
		r := s.submit(t, "square.csv", square, job.Settings{})
		if _, err := s.Cancel(t.Context(), r.Tenant, r.ID); err != nil {
			t.Fatal(err)
		}
	}
	last := s.submit(t, "square.csv", square, job.Settings{})
	if err := s.announce(Event{Tenant: last.Tenant, ID: last.ID, State: Running, Progress: &Progress{Step: 1}}); err != nil {
		t.Fatal(err)
	}
	s.hub = s.Follow(t.Context(), slog.New(slog.DiscardHandler))
	s.heard(t, last, 0, 1)
	kept := 0
	for _, r := range s.hub.Jobs("") {
		if v, _ := s.hub.View(r.Tenant, r.ID, 0); r.State.Ended() && v.Last > 0 {
			kept++
		}
	}
	if kept == 0 || kept > maxEnded {
		t.Errorf("events of %d jobs are kept, expected at most %d", kept, maxEnded)
	}
}
