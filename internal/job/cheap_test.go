package job

import "testing"

// Every job is held against the table of algorithms several times: describing them each time
// took 2 ms and thousands of allocations, which halved the jobs that a server does.
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
