package cluster

import (
	"slices"
	"strings"

	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// Migrant implements protocol.Handler. It passes a tour on to the next island of its archipelago,
// whose worker checks the tour. The loss of a tour is harmless, because islands repeat them.
func (d *Dispatcher) Migrant(pool string, m protocol.Migrant) {
	v, ok := d.hub.View(m.Tenant, m.ID, NoEvents)
	if !ok || !v.Record.owns(pool, m.Claim) {
		return
	}
	if to := d.hub.nextIsland(&v.Record); to != nil {
		_ = protocol.Send(d.store.nc, to.Pool, to.Session, protocol.Message{
			Command: protocol.Immigrate, Tenant: to.Tenant, ID: to.ID, Epoch: to.Epoch, Tour: m.Tour,
		})
	}
}

// nextIsland returns the next running job in the ring of an archipelago, or nil if no other one
// runs. The ring contains the running jobs in the order of their ids, so that it depends on nothing
// but these jobs.
func (h *Hub) nextIsland(of *Record) *Record {
	h.mu.Lock()
	defer h.mu.Unlock()
	tenant := h.index[of.Tenant]
	if tenant == nil || of.Spec.Archipelago == "" {
		return nil
	}
	var ring []*Record
	for e := range tenant.running {
		r := &e.live.record
		if r.Spec.Archipelago == of.Spec.Archipelago && r.Spec.Instance == of.Spec.Instance && r.ID != of.ID {
			ring = append(ring, r)
		}
	}
	if len(ring) == 0 {
		return nil
	}
	byID := func(r *Record, id string) int { return strings.Compare(r.ID, id) }
	slices.SortFunc(ring, func(a, b *Record) int { return byID(a, b.ID) })
	i, _ := slices.BinarySearchFunc(ring, of.ID, byID)
	next := *ring[i%len(ring)]
	return &next
}
