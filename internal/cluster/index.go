package cluster

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"slices"
	"strings"
)

// An index orders and counts the jobs of each tenant.
type index map[string]*tenantJobs

type tenantJobs struct {
	jobs   []*hubEntry // sorted by creation time
	counts map[State]int
}

// update adds a job or applies a change of its state.
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

// of returns the jobs of a tenant, which may have none.
func (x index) of(tenant string) *tenantJobs { return cmp.Or(x[tenant], &tenantJobs{}) }

func (x index) remove(f *hubEntry) {
	of := x.of(f.record.Tenant)
	if i, ok := of.find(&f.record); ok {
		of.jobs = slices.Delete(of.jobs, i, i+1)
		of.counts[f.record.State]--
	}
}

// find returns the index of a job, or the index at which it would be inserted.
func (r *tenantJobs) find(of *Record) (int, bool) {
	return slices.BinarySearchFunc(r.jobs, of, func(f *hubEntry, of *Record) int { return older(&f.record, of) })
}

func older(a, b *Record) int {
	return cmp.Or(a.Created.Compare(b.Created), strings.Compare(a.ID, b.ID))
}

// Count returns the number of jobs in each state for one tenant, or for all tenants if tenant is
// "".
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

// Tenants returns the tenants that have jobs.
func (h *Hub) Tenants() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Sorted(maps.Keys(h.index))
}

// Scan visits the jobs of a tenant, latest first. It starts after the job whose id is after, or
// with the latest job if after is "". The visit function must be fast. found reports whether the
// job whose id is after exists.
func (h *Hub) Scan(tenant, after string, visit func(Record) bool) (found bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	of := h.index.of(tenant)
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

// Unfinished returns the jobs of a tenant that have not ended, oldest first.
func (h *Hub) Unfinished(tenant string) (open []Record) {
	h.mu.Lock()
	defer h.mu.Unlock()
	of := h.index.of(tenant)
	left := of.counts[Queued] + of.counts[Running]
	// most unfinished jobs are among the latest
	for i := len(of.jobs) - 1; i >= 0 && left > 0; i-- {
		if r := of.jobs[i].record; !r.State.Ended() {
			open = append(open, r)
			left--
		}
	}
	slices.Reverse(open)
	return open
}

// A changeFeed collects the tenants whose jobs were added, removed or changed.
type changeFeed struct {
	tenants map[string]bool
	signal  chan struct{}
}

// Changes yields the tenants whose jobs have changed, until the context is done. The first
// iteration yields all tenants.
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
			case <-c.signal:
			}
			h.mu.Lock()
			tenants = slices.Sorted(maps.Keys(c.tenants))
			clear(c.tenants)
			h.mu.Unlock()
		}
	}
}

func (h *Hub) markChanged(tenant string) {
	for c := range h.changes {
		c.tenants[tenant] = true
		notify(c.signal)
	}
}
