package cluster

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/job"
)

func ids(all []Record) (names []string) {
	for _, r := range all {
		names = append(names, r.ID)
	}
	return names
}

// The index orders, counts and removes the jobs of a tenant.
func TestIndex(t *testing.T) {
	s := start(t, 0)
	var order []string
	for range 4 {
		order = append(order, s.submit(t, "square.csv", square, job.Settings{}).ID)
	}
	known := func(n int, state State) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		for range s.hub.Changes(ctx) {
			if s.hub.Count("acme")[state] == n {
				return
			}
		}
		t.Fatalf("counted %v, expected %d %s", s.hub.Count("acme"), n, state)
	}
	known(4, Queued)
	if open := ids(s.hub.Unfinished("acme")); !slices.Equal(open, order) {
		t.Errorf("open are %v, expected %v", open, order)
	}
	ended, err := s.Cancel(t.Context(), "acme", order[1])
	if err != nil {
		t.Fatal(err)
	}
	known(1, Cancelled)
	if open := ids(s.hub.Unfinished("acme")); !slices.Equal(open, []string{order[0], order[2], order[3]}) {
		t.Errorf("open are %v of %v", open, order)
	}
	var back []string
	if !s.hub.Scan("acme", order[3], func(r Record) bool { back = append(back, r.ID); return len(back) < 2 }) ||
		!slices.Equal(back, []string{order[2], order[1]}) {
		t.Errorf("backwards: %v of %v", back, order)
	}
	if s.hub.Scan("acme", "nobody", func(Record) bool { return true }) {
		t.Error("found a job that is not there")
	}
	if err := s.Delete(t.Context(), ended); err != nil {
		t.Fatal(err)
	}
	known(0, Cancelled)
	slices.Reverse(order)
	if all := ids(s.hub.Jobs("acme")); !slices.Equal(all, slices.Delete(order, 2, 3)) {
		t.Errorf("all are %v, expected %v", all, order)
	}
	if n := s.hub.Count("")[Queued]; n != 3 || s.hub.Count("other")[Queued] != 0 {
		t.Errorf("%d wait", n)
	}
}
