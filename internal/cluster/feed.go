package cluster

import (
	"context"
	"iter"
	"maps"
	"slices"
)

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
