package job

import "testing"

// TestCheckingAJobIsCheap bounds the allocations of the checks. Every job is checked against the
// table of algorithms several times. Describing the algorithms each time took 2 ms and thousands of
// allocations, and halved the throughput of a server.
func TestCheckingAJobIsCheap(t *testing.T) {
	s := others(t)["maxcut"]
	s.spec.Settings.Algorithm = "tabu"
	in, err := s.spec.Open(s.data, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	checks := func() {
		if err := s.spec.Validate(Limits{}); err != nil {
			t.Fatal(err)
		}
		if _, err := in.With(s.spec, Limits{}); err != nil {
			t.Fatal(err)
		}
	}
	checks()
	if n := testing.AllocsPerRun(20, checks); n > 100 {
		t.Errorf("%v allocations", n)
	}
}
