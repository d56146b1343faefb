package cluster

import (
	"errors"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// If the record was written after the wake-up, a worker that claims the job reads the record again.
func TestAWakeUpIsAHint(t *testing.T) {
	s := start(t, 0)
	r := s.submit(t, "square.csv", square, job.Settings{})
	stale := *r
	if _, err := s.change(t.Context(), r.Tenant, r.ID, func(r *Record) error { r.N = 5; return nil }); err != nil {
		t.Fatal(err)
	}
	got, err := s.claim(t.Context(), r.Tenant, r.ID, claimRequest{worker: "w", first: true, known: &stale})
	if err != nil || got.N != 5 || got.Epoch != 1 || got.State != Running {
		t.Errorf("claimed %+v: %v", got, err)
	}
	if _, err := s.claim(t.Context(), r.Tenant, r.ID, claimRequest{worker: "w", first: true, known: &stale, epoch: 1}); !errors.Is(err, errMine) {
		t.Errorf("a stale wake-up of a job that is held: %v", err)
	}
}

// The wake-up of a submission carries the stored record.
func TestAWakeUpBringsTheRecord(t *testing.T) {
	s := start(t, 0)
	r := s.submit(t, "square.csv", square, job.Settings{})
	m, err := s.queue.Next()
	if err != nil {
		t.Fatal(err)
	}
	got := recordFrom(m, r.Tenant, r.ID)
	if got == nil || got.revision != r.revision || got.Spec.Instance != r.Spec.Instance {
		t.Fatalf("brought %+v, submitted %+v", got, r)
	}
	if recordFrom(m, r.Tenant, "another") != nil {
		t.Error("the record of one job was taken for that of another")
	}
}

// A job can end although its record was written after the claim, for example by a cancellation.
func TestAnEndIsWrittenOverWhatWasWrittenSince(t *testing.T) {
	s := start(t, 0)
	r := s.submit(t, "square.csv", square, job.Settings{})
	mine, err := s.claim(t.Context(), r.Tenant, r.ID, claimRequest{worker: "w", first: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Cancel(t.Context(), r.Tenant, r.ID); err != nil {
		t.Fatal(err)
	}
	if got, err := s.finish(t.Context(), mine, outcome{state: Cancelled}); err != nil || !got.Cancel || got.State != Cancelled {
		t.Errorf("ended as %+v: %v", got, err)
	}
}
