package cluster

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// A queue holds the jobs of a tenant that wait for a worker, ordered by rank. Jobs with different
// needs wait separately, so that a job which fits no worker delays no other job.
type queue map[job.Needs][]*hubEntry

func (q queue) add(e *hubEntry) {
	needs := e.live.record.Spec.Placement.Needs()
	i, _ := slices.BinarySearchFunc(q[needs], e, rank)
	q[needs] = slices.Insert(q[needs], i, e)
}

func (q queue) remove(e *hubEntry) {
	needs := e.live.record.Spec.Placement.Needs()
	if i, ok := slices.BinarySearchFunc(q[needs], e, rank); ok {
		q[needs] = without(q[needs], i)
	}
	if len(q[needs]) == 0 {
		delete(q, needs)
	}
}

// without removes the job at index i. It moves the jobs before it if they are fewer than those
// after it, because most jobs leave at the front of a long queue.
func without(jobs []*hubEntry, i int) []*hubEntry {
	if i > len(jobs)/2 {
		return slices.Delete(jobs, i, i+1)
	}
	copy(jobs[1:], jobs[:i])
	jobs[0] = nil
	return jobs[1:]
}

// rank orders the jobs of a tenant: cancelled jobs first, because they end at once, then by
// priority, then jobs that a worker has returned, then by deadline, then by creation time.
func rank(a, b *hubEntry) int {
	x, y := &a.live.record, &b.live.record
	return cmp.Or(
		first(x.Cancel, y.Cancel),
		cmp.Compare(y.Spec.Placement.Priority, x.Spec.Placement.Priority),
		first(x.Epoch > 0, y.Epoch > 0),
		compareDeadlines(x, y),
		cmp.Compare(a.created, b.created),
		strings.Compare(a.id, b.id),
	)
}

// first orders true before false.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// compareDeadlines orders jobs by deadline. Jobs without a deadline come last.
func compareDeadlines(a, b *Record) int {
	x, y := a.Deadline(), b.Deadline()
	if x.IsZero() || y.IsZero() {
		return first(!x.IsZero(), !y.IsZero())
	}
	return x.Compare(y)
}

// A Share is a tenant's share of the workers.
type Share struct {
	Weight  float64 // relative to other tenants; 0 means 1
	Running int     // maximum number of running jobs; 0 means unlimited
}

// queued returns the tenants that have jobs in the queue.
func (x index) queued() (all []*tenantJobs) {
	for _, of := range x {
		if len(of.queue) > 0 {
			all = append(all, of)
		}
	}
	return all
}

// next returns the job that a worker should run next, or nil. It belongs to the tenant that uses
// the smallest part of its share, and among equals to the tenant whose job has waited longest.
func next(tenants []*tenantJobs, w *protocol.Worker, share func(tenant string) Share, mine func(id string) bool) *hubEntry {
	var best *hubEntry
	var least float64
	for _, of := range tenants {
		s := share(of.name)
		if s.Running > 0 && of.active >= s.Running {
			continue
		}
		e := of.queue.next(w, mine)
		if e == nil {
			continue
		}
		used := float64(of.active) / cmp.Or(s.Weight, 1)
		if best == nil || used < least || used == least && e.created < best.created {
			best, least = e, used
		}
	}
	return best
}

// spread is the number of jobs at the front of a queue among which a server prefers its own, so
// that several servers rarely try to claim the same job.
const spread = 512

// next returns the first job that fits a worker, or nil.
func (q queue) next(w *protocol.Worker, mine func(id string) bool) *hubEntry {
	var best *hubEntry
	for needs, jobs := range q {
		if !needs.Fit(w.Cores, w.Memory, w.Device != "") {
			continue
		}
		if best == nil || rank(jobs[0], best) < 0 {
			best = jobs[0]
		}
	}
	if best == nil || mine(best.id) {
		return best
	}
	jobs := q[best.live.record.Spec.Placement.Needs()]
	for _, e := range jobs[:min(len(jobs), spread)] {
		if mine(e.id) && sameUrgency(&e.live.record, &best.live.record) {
			return e
		}
	}
	return best
}

// sameUrgency reports whether two jobs differ only in their creation time.
func sameUrgency(a, b *Record) bool {
	return a.Cancel == b.Cancel && a.Spec.Placement.Priority == b.Spec.Placement.Priority &&
		(a.Epoch > 0) == (b.Epoch > 0) && compareDeadlines(a, b) == 0
}
