package cluster

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// queueOf returns a dispatcher that knows the jobs of an index and nothing else.
func queueOf(x index, share func(string) Share) *Dispatcher {
	s := &Store{clock: newClock("one", 1, func() time.Time { return time.Unix(1000, 0) })}
	return &Dispatcher{store: s, hub: &Hub{store: s, index: x}, opt: DispatchOptions{Share: share}}
}

// The queue contains the jobs that may start, and the oldest of them is found although jobs come
// and go in any order.
func TestQueueIsCounted(t *testing.T) {
	x := index{}
	d := queueOf(x, func(tenant string) Share { return Share{Running: map[string]int{"held": 2}[tenant]} })
	if q := d.Queue(); q != (Queue{}) {
		t.Errorf("empty: %+v", q)
	}
	for i := range 5 {
		x.enqueue("held", fmt.Sprint("h", i), 100+i, nil)
		x.enqueue("free", fmt.Sprint("f", i), 200+i, nil)
	}
	if q := d.Queue(); q.Jobs != 7 || q.Oldest != 900*time.Second {
		t.Errorf("two of five jobs of a tenant may start: %+v", q)
	}
	x.find("held", "h0").setClaimed(true)
	x.find("held", "h1").setClaimed(true)
	if q := d.Queue(); q.Jobs != 5 || q.Oldest != 800*time.Second {
		t.Errorf("a tenant that has its share is held: %+v", q)
	}
	x.find("held", "h0").setClaimed(false)
	if q := d.Queue(); q.Jobs != 6 || q.Oldest != 900*time.Second {
		t.Errorf("a claim failed: %+v", q)
	}
}

// A job that was returned to the queue has waited since then.
func TestAReturnedJobWaitsAgain(t *testing.T) {
	x := index{}
	e := x.enqueue("acme", "a", 100, nil)
	r := e.live.record
	r.State = Running
	e.update(r)
	d := queueOf(x, equal)
	if q := d.Queue(); q != (Queue{}) {
		t.Errorf("running: %+v", q)
	}
	r.requeue(time.Unix(990, 0))
	e.update(r)
	if q := d.Queue(); q.Jobs != 1 || q.Oldest != 10*time.Second {
		t.Errorf("returned: %+v", q)
	}
	r.Returned = time.Time{} // an older version returned it
	e.update(r)
	if q := d.Queue(); q.Oldest != 900*time.Second {
		t.Errorf("returned by an older version: %+v", q)
	}
}

// The oldest job is always the one that a scan finds, and the heap stays small.
func TestLongestWaitIsFound(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	x := index{}
	d := queueOf(x, equal)
	var open []*hubEntry
	for i := range 5000 {
		open = append(open, x.enqueue("acme", fmt.Sprint(i), 1+random.IntN(900), nil))
		if j := random.IntN(len(open)); len(open) > 20 {
			r := open[j].live.record
			r.State = Done
			open[j].update(r)
			open = append(open[:j], open[j+1:]...)
		}
		oldest := time.Duration(0)
		for _, e := range open {
			oldest = max(oldest, time.Unix(1000, 0).Sub(e.live.record.Created))
		}
		if i%7 == 0 && d.Queue().Oldest != oldest {
			t.Fatalf("after %d jobs: %v, expected %v", i, d.Queue().Oldest, oldest)
		}
	}
	if n := len(x.of("acme").waits); n > 2*minWaits {
		t.Errorf("%d waits for %d jobs", n, len(open))
	}
}

// BenchmarkQueue measures the state of a queue of 100,000 open jobs of 100 tenants.
func BenchmarkQueue(b *testing.B) {
	x := index{}
	for i := range 100_000 {
		x.enqueue(fmt.Sprint("tenant", i%100), fmt.Sprint(i), i, nil)
	}
	d := queueOf(x, equal)
	for b.Loop() {
		d.Queue()
	}
}
