package cluster

import (
	"context"
	"iter"
	"maps"
	"slices"
	"strings"
)

// An index finds the jobs of a tenant in their order, and counts them.
type index map[string]*tenantJobs

// A register has the jobs of a tenant.
type tenantJobs struct {
	jobs   []*hubEntry // by the time of their creation
	counts map[State]int
}

// note takes up that a job was another one before, or none.
func (x index) update(f *hubEntry, before Record) {
	of := x[f.record.Tenant]
	if of == nil {
		of = &tenantJobs{counts: map[State]int{}}
		x[f.record.Tenant] = of
	}
	if before.ID == "" {
		i, _ := of.find(&f.record)
		of.jobs = slices.Insert(of.jobs, i, f)
	} else {
		of.counts[before.State]--
	}
	of.counts[f.record.State]++
}

// drop takes up that a job was forgotten.
func (x index) remove(f *hubEntry) {
	of := x[f.record.Tenant]
	if of == nil {
		return
	}
	if i, ok := of.find(&f.record); ok {
		of.jobs = slices.Delete(of.jobs, i, i+1)
		of.counts[f.record.State]--
	}
}

// find is where a job is, or would be.
func (r *tenantJobs) find(of *Record) (int, bool) {
	return slices.BinarySearchFunc(r.jobs, of, func(f *hubEntry, of *Record) int { return older(&f.record, of) })
}

// older orders jobs by their creation.
func older(a, b *Record) int {
	if c := a.Created.Compare(b.Created); c != 0 {
		return c
	}
	return strings.Compare(a.ID, b.ID)
}

// Count is how many jobs of a tenant are in each state; "" counts all.
func (h *Hub) Count(tenant string) map[State]int {
	h.mu.Lock()
	defer h.mu.Unlock()
	counts := map[State]int{}
	for name, of := range h.index {
		if tenant == "" || tenant == name {
			for state, n := range of.counts {
				counts[state] += n
			}
		}
	}
	return counts
}

// Tenants are those that have jobs.
func (h *Hub) Tenants() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Sorted(maps.Keys(h.index))
}

// Backwards visits the jobs of a tenant, the latest first, from the one before some job on;
// "" begins with the latest. The visit must be short. found tells whether there is that job.
func (h *Hub) Scan(tenant, after string, visit func(Record) bool) (found bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	of := h.index[tenant]
	if of == nil {
		return after == ""
	}
	from := len(of.jobs)
	if after != "" {
		f := h.jobs[key(tenant, after)]
		if f == nil || f.record.ID == "" {
			return false
		}
		from, _ = of.find(&f.record)
	}
	for _, f := range slices.Backward(of.jobs[:from]) {
		if !visit(f.record) {
			break
		}
	}
	return true
}

// Open are the jobs of a tenant that have not ended, the oldest first.
func (h *Hub) Unfinished(tenant string) (open []Record) {
	h.mu.Lock()
	defer h.mu.Unlock()
	of := h.index[tenant]
	if of == nil {
		return nil
	}
	left := of.counts[Queued] + of.counts[Running]
	for i := len(of.jobs) - 1; i >= 0 && left > 0; i-- { // they are mostly among the latest
		if r := of.jobs[i].record; !r.State.Ended() {
			open = append(open, r)
			left--
		}
	}
	slices.Reverse(open)
	return open
}

// changes are the tenants of whose jobs one came, changed its state or went, since somebody
// last looked.
type changeFeed struct {
	tenants map[string]bool
	news    chan struct{}
}

// Changes yields the tenants whose jobs have changed, until the context ends: first all.
func (h *Hub) Changes(ctx context.Context) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		c := &changeFeed{map[string]bool{}, make(chan struct{}, 1)}
		h.mu.Lock()
		h.changes[c] = true
		h.mu.Unlock()
		defer func() {
			h.mu.Lock()
			defer h.mu.Unlock()
			delete(h.changes, c)
		}()
		for tenants := h.Tenants(); yield(tenants); {
			select {
			case <-ctx.Done():
				return
			case <-c.news:
			}
			h.mu.Lock()
			tenants = slices.Sorted(maps.Keys(c.tenants))
			clear(c.tenants)
			h.mu.Unlock()
		}
	}
}

// changed tells those who want to know that jobs of a tenant have changed.
func (h *Hub) markChanged(tenant string) {
	for c := range h.changes {
		c.tenants[tenant] = true
		notify(c.news)
	}
}
