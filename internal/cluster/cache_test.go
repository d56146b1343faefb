package cluster

import (
	"testing"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/inputs"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// Jobs with the same instance parse it once. Other tenants cannot read the cached instance.
func TestAWorkerReadsAnInstanceOnce(t *testing.T) {
	s := start(t, 0)
	u, err := s.PutInstance(t.Context(), "acme", "square.csv", []byte(square))
	if err != nil {
		t.Fatal(err)
	}
	shelf, spec := inputs.New(1<<20, 1, s.Loader(nil)), job.Spec{Instance: u.Hash, File: "square.csv"}
	if _, err := shelf.Open(t.Context(), "acme", spec, job.Limits{}); err != nil {
		t.Fatal(err)
	}
	if err := s.DeleteInstance(t.Context(), "acme", u.Hash); err != nil {
		t.Fatal(err)
	}
	if in, err := shelf.Open(t.Context(), "acme", spec, job.Limits{}); err != nil || in.Info.N != 5 {
		t.Errorf("it was not kept: %v", err)
	}
	if _, err := shelf.Open(t.Context(), "another", spec, job.Limits{}); err == nil {
		t.Error("another tenant has it")
	}
	if _, err := shelf.Open(t.Context(), "acme", spec, job.Limits{Cities: 4}); err == nil {
		t.Error("what is kept is not held against limits")
	}
}

// Concurrent jobs share a parsed instance. Each job gets the result that it would get alone, even
// if the other jobs use different routes or settings.
func TestJobsShareAnInstance(t *testing.T) {
	s := start(t, 4)
	u, err := s.PutInstance(t.Context(), "acme", "square.csv", []byte(square))
	if err != nil {
		t.Fatal(err)
	}
	costs := map[bool]float64{}
	var all []*Record
	for i := range 12 {
		spec := job.Spec{Instance: u.Hash, File: "square.csv", Route: job.Route{Open: i%2 == 1}, Settings: job.Settings{Algorithm: "ils", Limits: tourmaline.Limits{Steps: 3}, Seed: uint64(i)}}
		r, _, err := s.Submit(t.Context(), Submission{Tenant: "acme", Spec: spec})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	for _, r := range all {
		r = s.ended(t, r)
		if r.State != Done {
			t.Fatalf("ended as %s: %+v", r.State, r.Faults)
		}
		open := r.Spec.Route.Open
		if before, ok := costs[open]; ok && before != r.Digest.Cost {
			t.Errorf("open %v: cost %v, before %v", open, r.Digest.Cost, before)
		}
		costs[open] = r.Digest.Cost
	}
	if costs[true] >= costs[false] {
		t.Errorf("an open tour costs %v, a closed one %v", costs[true], costs[false])
	}
}
