package server

import (
	"cmp"
	"context"
	"log/slog"
	"slices"
	"sync"

	"github.com/tourmaline-opt/tourmaline/internal/cluster"
)

// admission limits the number of running jobs of each tenant by withholding wake-ups. It admits
// running jobs first and then the oldest jobs, so all servers admit the same jobs.
type admission struct {
	store *cluster.Store
	hub   *cluster.Hub
	log   *slog.Logger
	limit func(tenant string) int // maximum number of running jobs; 0 means unlimited

	mu       sync.Mutex
	admitted map[string]map[string]bool // admitted job IDs by tenant
}

// run admits queued jobs whenever running jobs end.
func (g *admission) run(ctx context.Context) {
	for tenants := range g.hub.Changes(ctx) {
		for _, tenant := range tenants {
			g.advance(ctx, tenant)
		}
	}
}

func (g *admission) advance(ctx context.Context, tenant string) {
	limit := g.limit(tenant)
	if limit == 0 {
		return
	}
	first := g.hub.Unfinished(tenant)
	// of the two states of unfinished jobs, running sorts after queued
	slices.SortStableFunc(first, func(a, b cluster.Record) int { return cmp.Compare(b.State, a.State) })
	first = first[:min(limit, len(first))]
	for _, r := range g.admit(tenant, first) {
		if err := g.store.Wake(ctx, tenant, r.ID); err != nil {
			g.log.Warn("cannot wake a job; the sweeper will try again", "job", r.ID, "error", err)
		}
	}
}

// admit records the admitted jobs and returns the ones that need a wake-up.
func (g *admission) admit(tenant string, first []cluster.Record) (wake []cluster.Record) {
	g.mu.Lock()
	defer g.mu.Unlock()
	admitted := map[string]bool{}
	for _, r := range first {
		admitted[r.ID] = true
		if r.State == cluster.Queued && !g.admitted[tenant][r.ID] {
			wake = append(wake, r)
		}
	}
	g.admitted[tenant] = admitted
	return wake
}

// isHeld reports whether the wake-up of a job must be withheld.
func (g *admission) isHeld(r cluster.Record) bool {
	if g.limit(r.Tenant) == 0 {
		return false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return !g.admitted[r.Tenant][r.ID]
}
