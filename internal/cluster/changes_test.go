package cluster

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

// changes returns all changes of a tenant after a position, page by page.
func changes(t *testing.T, h *Hub, tenant string, position uint64, page int) (all []Change, next uint64) {
	t.Helper()
	for {
		found, next, err := h.ChangesAfter(t.Context(), tenant, position, page)
		must(t, err)
		all = append(all, found...)
		for i, c := range found {
			if c.Revision <= position || c.Revision > next || i > 0 && c.Revision <= found[i-1].Revision {
				t.Fatalf("after position %d: %d changes up to %d are out of order: %+v", position, len(found), next, c)
			}
		}
		if next == position || len(found) == 0 && next >= h.Position() {
			return all, next
		}
		position = next
	}
}

// follow starts another hub, as a server that starts later does.
func (s service) follow(t *testing.T, most int) *Hub {
	t.Helper()
	h := s.Follow(t.Context(), slog.New(slog.DiscardHandler))
	h.mu.Lock()
	h.history.most = most
	h.mu.Unlock()
	<-h.Ready()
	return h
}

func untilPosition(t *testing.T, h *Hub, position uint64) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for h.Position() < position {
		if !retry.Sleep(ctx, time.Millisecond) {
			t.Fatalf("the hub is at %d, expected %d", h.Position(), position)
		}
	}
}

// A client that changes the server after every few events learns the final state of every job, and
// only changes of its tenant, whether the servers have them in memory or not.
func TestEveryFinalStateIsDelivered(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	hubs := []*Hub{s.hub, s.follow(t, 3), s.follow(t, 1)}
	random := rand.New(rand.NewPCG(1, 2))
	states, position := map[string]State{}, uint64(0)
	read := func(h *Hub, limit int) {
		found, next, err := h.ChangesAfter(t.Context(), "acme", position, limit)
		must(t, err)
		for _, c := range found {
			if states[c.ID] = c.State; c.Tenant != "acme" {
				t.Errorf("received a change of %s", c.Tenant)
			}
		}
		position = next
	}
	var jobs []*Record
	for i := range 40 {
		r := s.submit(t, []string{"acme", "globex"}[i%2])
		jobs = append(jobs, r)
		if i%3 > 0 {
			_, err := s.Cancel(t.Context(), r.Tenant, r.ID)
			must(t, err)
		}
		if i == 20 {
			hubs = append(hubs, s.follow(t, 2))
		}
		read(hubs[random.IntN(len(hubs))], 1+random.IntN(3))
	}
	last, err := s.LastRevision(t.Context())
	must(t, err)
	for _, h := range hubs {
		untilPosition(t, h, last)
	}
	for position < last {
		read(hubs[random.IntN(len(hubs))], 1+random.IntN(3))
	}
	for _, r := range jobs {
		if want := s.get(t, r).State; r.Tenant == "acme" && states[r.ID] != want {
			t.Errorf("job %s is %s for the client, but %s", r.ID, states[r.ID], want)
		}
		if r.Tenant != "acme" && states[r.ID] != "" {
			t.Errorf("received job %s of %s", r.ID, r.Tenant)
		}
	}
}

// A change contains what the feed reports, whether it is in memory or read from the store, and a
// checkpoint is not a change.
func TestChangesAreComplete(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	worker := s.hand(t, "a", "s1")
	r := s.submit(t, "acme", func(spec *job.Spec) { spec.Label, spec.Labels = "Monday", map[string]string{"team": "north"} })
	task := worker.next()
	must(t, worker.Save(t.Context(), protocol.Save{Claim: task.Claim, Checkpoint: small("x")}))
	if end := worker.finish(task, solved(t, r.Spec)); end.State != Done {
		t.Fatalf("%+v", end)
	}
	last, err := s.LastRevision(t.Context())
	must(t, err)
	untilPosition(t, s.hub, last)
	all, _ := changes(t, s.hub, "acme", 0, 1)
	var states []State
	for _, c := range all {
		states = append(states, c.State)
	}
	if !slices.Equal(states, []State{Queued, Running, Done}) {
		t.Fatalf("changes to %v", states)
	}
	later := s.follow(t, 1)
	later.mu.Lock()
	later.history = changeLog{most: 1, floor: last, last: last} // no change is in memory
	later.mu.Unlock()
	for _, dropped := range []bool{false, true} {
		if dropped {
			later.index.find("acme", r.ID).live = nil
		}
		again, next := changes(t, later, "acme", 0, 10)
		if len(again) != 1 || next != last {
			t.Fatalf("%+v up to %d, expected %d", again, next, last)
		}
		c, want := again[0], all[2]
		if c.State != Done || c.Digest == nil || c.Digest.Cost != want.Digest.Cost || !c.HasLabel("team=north") || c.HasLabel("team=south") ||
			c.Label != "Monday" || !c.Time.Equal(want.Time) || c.Epoch != 1 || c.Revision != want.Revision {
			t.Errorf("%+v, expected %+v", c, want)
		}
	}
}

// The changes in memory are bounded.
func TestChangeLogIsBounded(t *testing.T) {
	l := changeLog{most: 10}
	for i := range uint64(1000) {
		l.add(Change{Revision: i + 1, Tenant: "acme"})
		if len(l.latest) >= 20 || len(l.latest) > 0 && l.latest[0].Revision != l.floor+1 {
			t.Fatalf("%d changes after %d", len(l.latest), l.floor)
		}
	}
}

// All changes whose records are not in memory are read, however many there are and wherever they
// stand.
func TestManyChangesAreRead(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	var refs []Change
	for i := range 40 {
		r := s.submit(t, "acme")
		c := Change{ID: r.ID, Revision: r.revision}
		if i%20 == 0 {
			c.State = Queued // in memory
		}
		refs = append(refs, c)
	}
	found, err := s.hub.readChanges(t.Context(), "acme", refs)
	if err != nil || len(found) != len(refs) {
		t.Fatalf("%d changes, %v, expected %d", len(found), err, len(refs))
	}
	for _, c := range found {
		if c.State != Queued {
			t.Errorf("the change of job %s was not read", c.ID)
		}
	}
}
