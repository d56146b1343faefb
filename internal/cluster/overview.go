package cluster

import (
	"maps"
	"time"
)

// An Overview describes the jobs of a tenant.
type Overview struct {
	Jobs   map[State]int
	Oldest time.Time // creation time of the oldest queued job, or zero
}

// Overview returns the number of jobs in each state, and the oldest queued job, of each of the
// given tenants.
func (h *Hub) Overview(tenants []string) map[string]Overview {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := make(map[string]Overview, len(tenants))
	for _, name := range tenants {
		of := h.index.of(name)
		all[name] = Overview{maps.Clone(of.counts), of.queue.oldest()}
	}
	return all
}

// oldest returns the creation time of the oldest job, or the zero time.
func (q queue) oldest() time.Time {
	var oldest *hubEntry
	for _, jobs := range q {
		for _, e := range jobs {
			if oldest == nil || e.created < oldest.created {
				oldest = e
			}
		}
	}
	if oldest == nil {
		return time.Time{}
	}
	return time.Unix(0, oldest.created)
}
