package cluster

import (
	"context"
	"errors"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// A worker that misses the cancel message finds the cancellation in the record.
func TestHeartbeatsReadTheRecord(t *testing.T) {
	s := start(t, 1)
	r := s.slow(t)
	if _, err := s.change(t.Context(), r.Tenant, r.ID, func(r *Record) error { r.Cancel = true; return nil }); err != nil {
		t.Fatal(err)
	}
	if r := s.ended(t, r); r.State != Cancelled || r.Result == nil {
		t.Errorf("ended as %s with result %v", r.State, r.Result)
	}
}

// A worker that was fenced but is alive undoes its claim.
func TestASurvivorTakesItsClaimBack(t *testing.T) {
	s := start(t, 1)
	r := s.slow(t)
	now, err := s.claim(t.Context(), r.Tenant, r.ID, claimRequest{worker: "other"})
	if err != nil {
		t.Fatal(err)
	}
	s.await(t, r, func(r Record) bool { return r.Epoch == now.Epoch && r.Claims == now.Claims-1 })
	if _, err := s.Cancel(t.Context(), r.Tenant, r.ID); err != nil {
		t.Fatal(err)
	}
	s.ended(t, r) // the wake-up is redelivered to the worker
}

// A gate rejects writes of ended records until it is opened.
type gate struct {
	jetstream.KeyValue
	shut chan struct{} // closed to open the gate
	came chan struct{} // receives a value for each rejected write
}

func (g gate) Update(ctx context.Context, key string, value []byte, revision uint64) (uint64, error) {
	r, err := decodeRecord(value)
	if err != nil {
		return 0, err
	}
	select {
	case <-g.shut:
	default:
		if r.State.Ended() {
			g.came <- struct{}{}
			return 0, errors.New("unavailable")
		}
	}
	return g.KeyValue.Update(ctx, key, value, revision)
}

// The wake-up of a job is not acknowledged until the ended record is written, so a crash before
// that write loses nothing.
func TestTheWakeUpIsConfirmedLast(t *testing.T) {
	s := start(t, 0)
	g := gate{s.records, make(chan struct{}), make(chan struct{})}
	s.records = g
	s.run(t, "one", 1)
	r := s.submit(t, "square.csv", square, job.Settings{})
	for range 2 {
		<-g.came
		if n := s.wakeUps(t); len(n) != 1 {
			t.Errorf("there are wake-ups %v while the end is not written, expected one", n)
		}
	}
	close(g.shut)
	go func() {
		for range g.came { // a rejected write may still be pending
		}
	}()
	if r := s.ended(t, r); r.State != Done {
		t.Errorf("ended as %s", r.State)
	}
}

// The dead letter of a poison job is written even if the worker that detected it crashed.
func TestADeadLetterIsWrittenAgain(t *testing.T) {
	s := start(t, 0)
	r := s.submit(t, "square.csv", square, job.Settings{})
	var err error
	for _, worker := range []string{"a", "b", "c", "d"} {
		_, err = s.claim(t.Context(), r.Tenant, r.ID, claimRequest{worker: worker})
	}
	if !errors.Is(err, errPoison) {
		t.Fatal(err)
	}
	s.run(t, "one", 1)
	if in, err := decodeRecord(deadLetter(t, s.Store, r)); err != nil || in.ID != r.ID {
		t.Errorf("the dead letter is of %+v: %v", in, err)
	}
}

// The hub ignores events from a worker that has lost its job.
func TestFencedWorkersAreNotHeard(t *testing.T) {
	s := start(t, 0)
	r := s.submit(t, "square.csv", square, job.Settings{})
	for _, worker := range []string{"one", "two"} {
		if _, err := s.claim(t.Context(), r.Tenant, r.ID, claimRequest{worker: worker}); err != nil {
			t.Fatal(err)
		}
	}
	s.settle(t, r)
	for epoch := range uint64(2) {
		if err := s.announce(Event{Tenant: r.Tenant, ID: r.ID, State: Running, Epoch: epoch + 1}); err != nil {
			t.Fatal(err)
		}
	}
	s.await(t, r, func(Record) bool {
		v, _ := s.hub.View(r.Tenant, r.ID, 0)
		return len(v.Events) > 0
	})
	if v, _ := s.hub.View(r.Tenant, r.ID, 0); len(v.Events) != 1 || v.Events[0].Epoch != 2 {
		t.Errorf("received %+v, expected the second worker only", v.Events)
	}
}
