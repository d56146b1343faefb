package cluster

import (
	"cmp"
	"container/heap"
	"slices"
	"time"
)

// A wait is a queued job with the time since which it has been in the queue, in nanoseconds.
type wait struct {
	entry *hubEntry
	since int64
}

// over reports whether the job has left the queue since. If so, the caller must forget the wait.
func (w wait) over() bool {
	e := w.entry
	if e.owner != nil && e.state == Queued && e.since == w.since {
		return false
	}
	if e.since == w.since {
		e.since = 0
	}
	return true
}

// waits finds the job of a tenant that has waited longest. It is a heap that may contain jobs which
// have left the queue, so that a job leaves the queue at no cost.
type waits []wait

func (w waits) Len() int           { return len(w) }
func (w waits) Less(i, j int) bool { return w[i].since < w[j].since }
func (w waits) Swap(i, j int)      { w[i], w[j] = w[j], w[i] }

// Push implements heap.Interface.
func (w *waits) Push(x any) { *w = append(*w, x.(wait)) }

// Pop implements heap.Interface.
func (w *waits) Pop() any {
	last := len(*w) - 1
	x := (*w)[last]
	(*w)[last] = wait{}
	*w = (*w)[:last]
	return x
}

// minWaits is the size below which waits is not compacted.
const minWaits = 64

// add adds a queued job. queued is the number of queued jobs: if waits has become much larger, add
// compacts it.
func (w *waits) add(e *hubEntry, queued int) {
	since := e.live.record.waitingSince().UnixNano()
	if e.since == since {
		return // the job left the queue only while this server tried to claim it
	}
	e.since = since
	heap.Push(w, wait{e, since})
	if len(*w) > max(2*queued, minWaits) {
		*w = slices.DeleteFunc(*w, wait.over)
		heap.Init(w)
	}
}

// longest returns the time since which the job that has waited longest is in the queue, or 0.
func (w *waits) longest() int64 {
	for len(*w) > 0 {
		if !(*w)[0].over() {
			return (*w)[0].since
		}
		heap.Pop(w)
	}
	return 0
}

// Queue describes the jobs that a worker may start now.
type Queue struct {
	Jobs   int           // without jobs held by the share of their tenant
	Oldest time.Duration // longest time that one of them has waited; 0 if no job is waiting
}

// Queue returns the state of the queue. It takes the same time for any number of jobs per tenant.
func (d *Dispatcher) Queue() (q Queue) {
	h := d.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	var since int64
	for name, of := range h.index {
		n := of.counts[Queued]
		if limit := d.opt.Share(name).Running; limit > 0 {
			n = min(n, max(limit-of.active, 0))
		}
		if n == 0 {
			continue
		}
		q.Jobs += n
		if first := of.waits.longest(); first != 0 {
			since = min(cmp.Or(since, first), first)
		}
	}
	if since != 0 {
		q.Oldest = max(d.store.Now().Sub(time.Unix(0, since)), 0)
	}
	return q
}
