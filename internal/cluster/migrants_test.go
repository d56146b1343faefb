package cluster

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// ring submits islands, and gives each to a worker of its own. They are sorted by id.
func (s service) ring(t *testing.T, name string, sessions ...string) (tasks []*protocol.Task, hands map[string]*hand) {
	t.Helper()
	return s.ringOf(t, func(spec *job.Spec) { spec.Archipelago = name }, sessions...)
}

func (s service) ringOf(t *testing.T, set func(*job.Spec), sessions ...string) (tasks []*protocol.Task, hands map[string]*hand) {
	t.Helper()
	hands = map[string]*hand{}
	for _, session := range sessions {
		r := s.submit(t, "acme", set)
		h := s.hand(t, "pool", session)
		task := h.next()
		hands[task.ID] = h
		tasks = append(tasks, task)
		s.await(t, r, is(Running))
	}
	slices.SortFunc(tasks, func(a, b *protocol.Task) int { return bytes.Compare([]byte(a.ID), []byte(b.ID)) })
	return tasks, hands
}

// The tour of an island goes to the running job with the next id, and from the last to the first.
func TestMigrantsGoAround(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	tasks, hands := s.ring(t, "pacific", "s1", "s2", "s3")
	s.ring(t, "atlantic", "s4")
	s.ring(t, "", "s5")
	other, err := s.PutInstance(t.Context(), "acme", "line.csv", []byte("name,x,y\na,0,0\nb,1,0\nc,2,0\n"))
	must(t, err)
	s.ringOf(t, func(spec *job.Spec) { spec.Archipelago, spec.Instance, spec.File = "pacific", other.Hash, "line.csv" }, "s6")
	for i, from := range tasks {
		to := tasks[(i+1)%len(tasks)]
		heard := hands[to.ID].messages()
		must(t, hands[from.ID].SendMigrant(protocol.Migrant{Claim: from.Claim, Tour: []byte{1, 2, byte(i)}}))
		if m := <-heard; m.Command != protocol.Immigrate || m.ID != to.ID || m.Tenant != "acme" || m.Epoch != 1 || !bytes.Equal(m.Tour, []byte{1, 2, byte(i)}) {
			t.Errorf("island %d heard %+v", i, m)
		}
	}
}

// When a job ends, the ring closes without it. A single island has no neighbour.
func TestTheRingCloses(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	tasks, hands := s.ring(t, "pacific", "s1", "s2", "s3")
	next := func(of *protocol.Task) *Record {
		v, _ := s.hub.View("acme", of.ID, NoEvents)
		return s.hub.nextIsland(&v.Record)
	}
	for len(tasks) > 1 {
		last := tasks[len(tasks)-1]
		if to := next(tasks[0]); to == nil || to.ID != tasks[1].ID {
			t.Errorf("%d islands: the next one is %+v, expected %s", len(tasks), to, tasks[1].ID)
		}
		hands[last.ID].finish(last, solved(t, last.Spec))
		s.await(t, &Record{Tenant: "acme", ID: last.ID}, is(Done))
		tasks = tasks[:len(tasks)-1]
	}
	if to := next(tasks[0]); to != nil {
		t.Errorf("a single island has the neighbour %+v", to)
	}
}

// The tour of a worker without the job is dropped, and a tour that is too large is not sent.
func TestForeignMigrantsAreDropped(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	tasks, hands := s.ring(t, "pacific", "s1", "s2")
	forged := tasks[0].Claim
	forged.Secret = "guess"
	heard := hands[tasks[1].ID].messages()
	sender := hands[tasks[0].ID]
	must(t, sender.SendMigrant(protocol.Migrant{Claim: forged, Tour: []byte("forged")}))
	must(t, sender.SendMigrant(protocol.Migrant{Claim: tasks[0].Claim, Tour: []byte("true")}))
	if m := <-heard; string(m.Tour) != "true" {
		t.Errorf("heard %+v", m)
	}
	if err := sender.SendMigrant(protocol.Migrant{Claim: tasks[0].Claim, Tour: make([]byte, protocol.MaxMigrant+1)}); !errors.Is(err, protocol.ErrTooLarge) {
		t.Errorf("a large tour: %v, expected %v", err, protocol.ErrTooLarge)
	}
}
