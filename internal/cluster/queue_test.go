package cluster

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// enqueue adds a queued job to an index.
func (x index) enqueue(tenant, id string, at int, change func(*Record)) *hubEntry {
	created := time.Unix(int64(at), 0)
	e := x.add(tenant, id, created)
	r := Record{Tenant: tenant, ID: id, State: Queued, Created: created}
	if change != nil {
		change(&r)
	}
	e.update(r)
	return e
}

func always(string) bool { return true }

// order claims all jobs and returns their ids.
func (x index) order(w protocol.Worker, share func(string) Share) (ids []string) {
	for e := next(x.queued(), &w, share, always); e != nil; e = next(x.queued(), &w, share, always) {
		ids = append(ids, e.id)
		e.setClaimed(true)
	}
	return ids
}

func equal(string) Share { return Share{} }

// Tenants take turns, however many jobs each of them has.
func TestTenantsTakeTurns(t *testing.T) {
	x := index{}
	for i := range 4 {
		x.enqueue("many", fmt.Sprint("m", i), i, nil)
	}
	x.enqueue("few", "f0", 100, nil)
	x.enqueue("few", "f1", 101, nil)
	if got := x.order(protocol.Worker{}, equal); !slices.Equal(got, []string{"m0", "f0", "m1", "f1", "m2", "m3"}) {
		t.Errorf("order %v", got)
	}
}

// A tenant with twice the weight has twice as many jobs running.
func TestWeights(t *testing.T) {
	x := index{}
	for i := range 30 {
		x.enqueue("heavy", fmt.Sprint("h", i), i, nil)
		x.enqueue("light", fmt.Sprint("l", i), i, nil)
	}
	share := func(tenant string) Share { return Share{Weight: map[string]float64{"heavy": 2}[tenant]} }
	heavy := 0
	for _, id := range x.order(protocol.Worker{}, share)[:30] {
		if id[0] == 'h' {
			heavy++
		}
	}
	if heavy != 20 {
		t.Errorf("%d of 30 jobs are of the tenant with twice the weight", heavy)
	}
}

// A quota of running jobs holds, and other tenants do not wait for it.
func TestRunningQuota(t *testing.T) {
	x := index{}
	for i := range 3 {
		x.enqueue("a", fmt.Sprint("a", i), i, nil)
		x.enqueue("b", fmt.Sprint("b", i), 10+i, nil)
	}
	share := func(tenant string) Share { return Share{Running: map[string]int{"a": 1}[tenant]} }
	if got := x.order(protocol.Worker{}, share); !slices.Equal(got, []string{"a0", "b0", "b1", "b2"}) {
		t.Errorf("order %v", got)
	}
	x.find("a", "a0").update(Record{Tenant: "a", ID: "a0", State: Done})
	if got := x.order(protocol.Worker{}, share); !slices.Equal(got, []string{"a1"}) {
		t.Errorf("after the end of a job: %v", got)
	}
}

// Within a tenant, cancelled jobs come first, then jobs by priority, returned jobs, deadlines and
// age.
func TestRank(t *testing.T) {
	x := index{}
	x.enqueue("a", "old", 1, nil)
	x.enqueue("a", "new", 2, nil)
	x.enqueue("a", "withDeadline", 9, func(r *Record) { r.Spec.Placement.Deadline = time.Hour })
	x.enqueue("a", "sooner", 9, func(r *Record) { r.Spec.Placement.Deadline = time.Minute })
	x.enqueue("a", "returned", 9, func(r *Record) { r.Epoch = 1 })
	x.enqueue("a", "urgent", 9, func(r *Record) { r.Spec.Placement.Priority = 9 })
	x.enqueue("a", "cancelled", 9, func(r *Record) { r.Cancel = true })
	want := []string{"cancelled", "urgent", "returned", "sooner", "withDeadline", "old", "new"}
	if got := x.order(protocol.Worker{}, equal); !slices.Equal(got, want) {
		t.Errorf("order %v, expected %v", got, want)
	}
}

// A worker gets only jobs for which it has the resources. Jobs that fit no worker delay no others.
func TestNeeds(t *testing.T) {
	x := index{}
	x.enqueue("a", "threads", 1, func(r *Record) { r.Spec.Placement.Threads = 8 })
	x.enqueue("a", "memory", 2, func(r *Record) { r.Spec.Placement.MemoryMB = 1000 })
	x.enqueue("a", "device", 3, func(r *Record) { r.Spec.Placement.Device = true })
	x.enqueue("a", "any", 4, nil)
	for _, c := range []struct {
		worker protocol.Worker
		want   []string
	}{
		{protocol.Worker{Cores: 4, Memory: 1e8}, []string{"any"}},
		{protocol.Worker{Cores: 8}, []string{"threads"}},
		{protocol.Worker{Cores: 1, Memory: 1e9}, []string{"memory"}},
		{protocol.Worker{Device: "card"}, []string{"device"}},
	} {
		if got := x.order(c.worker, equal); !slices.Equal(got, c.want) {
			t.Errorf("%+v: order %v, expected %v", c.worker, got, c.want)
		}
	}
}

// Several servers prefer different jobs, but never leave one out.
func TestServersPreferDifferentJobs(t *testing.T) {
	x := index{}
	for i := range 8 {
		x.enqueue("a", fmt.Sprint(i), i, nil)
	}
	odd := func(id string) bool { return id[0]%2 == 1 }
	w := protocol.Worker{}
	var got []string
	for e := next(x.queued(), &w, equal, odd); e != nil; e = next(x.queued(), &w, equal, odd) {
		got = append(got, e.id)
		e.setClaimed(true)
	}
	if !slices.Equal(got, []string{"1", "3", "5", "7", "0", "2", "4", "6"}) {
		t.Errorf("order %v", got)
	}
}

// The counts of a tenant follow every change of its jobs.
func TestCounts(t *testing.T) {
	x := index{}
	e := x.enqueue("a", "j", 1, nil)
	of := x.of("a")
	check := func(active int, counts map[State]int) {
		t.Helper()
		for _, state := range States() {
			if of.counts[state] != counts[state] {
				t.Errorf("%d jobs are %s, expected %d", of.counts[state], state, counts[state])
			}
		}
		if of.active != active {
			t.Errorf("%d are active, expected %d", of.active, active)
		}
	}
	check(0, map[State]int{Queued: 1})
	e.setClaimed(true)
	check(1, map[State]int{Queued: 1})
	e.update(Record{Tenant: "a", ID: "j", State: Running})
	check(1, map[State]int{Running: 1})
	e.setClaimed(false)
	check(1, map[State]int{Running: 1})
	e.update(Record{Tenant: "a", ID: "j", State: Done})
	check(0, map[State]int{Done: 1})
	x.remove(e)
	if len(x) != 0 {
		t.Errorf("left: %v", x)
	}
}

// A job that is still queued at its deadline fails.
func TestDeadlines(t *testing.T) {
	s := start(t, Options{Settings: Settings{Lease: shortLease}}, DispatchOptions{})
	r := s.submit(t, "acme", func(j *job.Spec) { j.Placement.Deadline = 10 * time.Millisecond })
	if now := s.await(t, r, is(Failed)); now.Faults[0].Code != codeDeadline {
		t.Errorf("failed with %+v", now.Faults)
	}
}

// A tenant with a single job does not wait behind the jobs of another tenant.
func TestASingleJobDoesNotWait(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	for range 20 {
		s.submit(t, "many")
	}
	h := s.hand(t, "pool", "s1")
	h.next()
	one := s.submit(t, "one")
	if task := h.next(); task.ID != one.ID {
		t.Errorf("got a job of %s", task.Tenant)
	}
}

// A job that a worker returns is the next one of its tenant.
func TestReturnedJobsComeFirst(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	h := s.hand(t, "pool", "s1")
	for range 3 {
		s.submit(t, "acme")
	}
	h.next()
	last := s.submit(t, "acme", func(j *job.Spec) { j.Placement.Priority = 1 })
	task := h.next()
	if task.ID != last.ID {
		t.Fatalf("got %s, expected the job with the highest priority", task.ID)
	}
	must(t, h.Release(t.Context(), task.Claim))
	s.await(t, last, is(Queued))
	if again := h.next(); again.ID != last.ID || again.Epoch != 2 {
		t.Errorf("got %+v", again)
	}
	if now := s.get(t, last); now.Claims != 1 {
		t.Errorf("%d claims are counted", now.Claims)
	}
}

// A search ends by the deadline of its job: the time until the checkpoint counts as search time.
func TestASearchEndsByTheDeadline(t *testing.T) {
	created := time.Unix(1000, 0)
	r := Record{Created: created, MaxSeconds: 50}
	if got := r.maxSeconds(created); got != 50 {
		t.Errorf("without a deadline: %v", got)
	}
	r.Spec.Placement.Deadline = 30 * time.Second
	for _, c := range []struct{ at, kept, want float64 }{{0, 0, 30}, {10, 0, 20}, {10, 5, 25}, {10, 40, 50}, {100, 0, minSeconds}} {
		if r.Checkpoint, r.Kept = nil, nil; c.kept > 0 {
			r.Checkpoint, r.Kept = &Blob{}, &Progress{Seconds: c.kept}
		}
		if got := r.maxSeconds(created.Add(time.Duration(c.at) * time.Second)); got != c.want {
			t.Errorf("after %v s, with a checkpoint of %v s: %v, expected %v", c.at, c.kept, got, c.want)
		}
	}
}

// The oldest job of a queue is found whatever its rank.
func TestTheOldestJobOfAQueue(t *testing.T) {
	q := queue{}
	if got := q.oldest(); !got.IsZero() {
		t.Errorf("an empty queue has a job of %v", got)
	}
	for i, created := range []int64{20, 10, 30} {
		q[job.Needs{Threads: i}] = []*hubEntry{{created: created}}
	}
	if got := q.oldest().UnixNano(); got != 10 {
		t.Errorf("the oldest job is of %d, expected 10", got)
	}
}
