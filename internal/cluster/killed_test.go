//go:build unix && !race

package cluster

import (
	"log/slog"
	"testing"
)

// After a worker is killed, the frames of its job start at the checkpoint from which another worker
// resumed it.
func TestFramesOfAKilledWorker(t *testing.T) {
	site := newSite(t)
	store := site.store()
	s := service{store, store.Follow(t.Context(), slog.New(slog.DiscardHandler))}
	<-s.hub.Ready()
	first := site.worker()
	r, in := s.shoot(t, 5000)
	s.developed(t, r, 1)
	s.await(t, r, func(r Record) bool { return r.Kept != nil })
	first.kill()
	left, err := s.Get(t.Context(), r.Tenant, r.ID)
	if err != nil {
		t.Fatal(err)
	}
	site.worker()
	s.await(t, r, func(r Record) bool { return r.Epoch > 1 })
	s.developed(t, r, 2)
	if r = s.cut(t, r); r.State != Cancelled || r.Epoch != 2 {
		t.Fatalf("ended as %s with epoch %d", r.State, r.Epoch)
	}
	s.mustBeginAt(t, r, in, left.Kept.Cost)
}
