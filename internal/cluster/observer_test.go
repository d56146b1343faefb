package cluster

import (
	"sync"
	"testing"
	"time"
)

// A notebook is an observer that remembers what it was told.
type notebook struct {
	mu       sync.Mutex
	told     map[string]int
	claimed  []Claimed
	verdicts []Verification
	ended    []Record
}

func (n *notebook) note(what string, also func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.told == nil {
		n.told = map[string]int{}
	}
	n.told[what]++
	if also != nil {
		also()
	}
}

func (n *notebook) count(what string) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.told[what]
}

func (n *notebook) Submitted(*Record)           { n.note("submitted", nil) }
func (n *notebook) Expired(*Record)             { n.note("expired", nil) }
func (n *notebook) Finished(*Record, time.Time) { n.note("finished", nil) }
func (n *notebook) Ended(r *Record)             { n.note("ended", func() { n.ended = append(n.ended, *r) }) }
func (n *notebook) Claimed(c Claimed)           { n.note("claimed", func() { n.claimed = append(n.claimed, c) }) }
func (n *notebook) Verified(v Verification) {
	n.note("verified", func() { n.verdicts = append(n.verdicts, v) })
}

// An observer is told once about everything that happens to a job.
func TestObserver(t *testing.T) {
	n := &notebook{}
	s := start(t, Options{}, DispatchOptions{Observer: n})
	r := s.submit(t, "acme")
	h := s.hand(t, "pool", "s1")
	task := h.next()
	must(t, h.Release(t.Context(), task.Claim))
	h.finish(h.next(), solved(t, r.Spec))
	s.await(t, r, is(Done))
	for what, times := range map[string]int{"submitted": 1, "claimed": 2, "verified": 1, "ended": 1, "finished": 1, "expired": 0} {
		if n.count(what) != times {
			t.Errorf("%s %d times, expected %d", what, n.count(what), times)
		}
	}
	if first, second := n.claimed[0], n.claimed[1]; !first.First || second.First ||
		!first.Since.Equal(first.Record.Created) || !second.Since.After(first.Since) || second.Record.Pool != "pool" {
		t.Errorf("claims %+v, %+v", first, second)
	}
	if v := n.verdicts[0]; v.Err != nil || v.Wrong || v.Began.IsZero() {
		t.Errorf("verification %+v", v)
	}
	if run, ok := n.ended[0].RunTime(); n.ended[0].State != Done || !ok || run <= 0 || n.ended[0].Idle <= 0 || !n.ended[0].Returned.IsZero() {
		t.Errorf("ended as %+v after %v", n.ended[0], run)
	}
}

// A job that ends in the queue has ended, and has not run.
func TestObserverOfCancelledJobs(t *testing.T) {
	n := &notebook{}
	s := start(t, Options{}, DispatchOptions{Observer: n})
	r := s.submit(t, "acme")
	for range 2 {
		_, err := s.Cancel(t.Context(), r.Tenant, r.ID)
		must(t, err)
	}
	if n.count("ended") != 1 || n.ended[0].State != Cancelled {
		t.Fatalf("ended: %+v", n.ended)
	}
	if _, ok := n.ended[0].RunTime(); ok {
		t.Error("the job has a run time")
	}
}

// Several servers notice that a worker is silent, but one of them takes its job.
func TestOneServerCountsAnExpiredLease(t *testing.T) {
	settings := Options{Settings: Settings{Lease: shortLease}}
	n := &notebook{}
	nc := connect(t, t.TempDir())
	s := serve(t, nc, settings, DispatchOptions{Observer: n})
	serve(t, nc, settings, DispatchOptions{Observer: n})
	r := s.submit(t, "acme")
	for i := range uint64(3) {
		s.hand(t, "pool", "s1").next()
		s.await(t, r, func(r Record) bool { return r.State == Queued && r.Epoch == i+1 })
	}
	for n.count("expired") < 3 { // the record is written before the observer is told
		time.Sleep(time.Millisecond)
	}
	if n.count("expired") != 3 {
		t.Errorf("%d leases expired, expected 3", n.count("expired"))
	}
}

// The time of a job in the queue after its first claim does not count as run time.
func TestRunTime(t *testing.T) {
	at := func(s int64) time.Time { return time.Unix(s, 0) }
	r := Record{State: Queued, Created: at(100)}
	r.claim(owner{}, "s", at(110))
	r.requeue(at(120))
	r.claim(owner{}, "s", at(150))
	r.requeue(at(151))
	r.end(Failed, at(171))
	if run, ok := r.RunTime(); !ok || run != 11*time.Second {
		t.Errorf("%v %v", run, ok)
	}
	r.reset(at(200))
	r.claim(owner{}, "s", at(210))
	r.end(Done, at(215))
	if run, _ := r.RunTime(); run != 16*time.Second {
		t.Errorf("requeued by an operator: %v", run)
	}
}
