package server

import (
	"context"
	"log/slog"
	"slices"
	"sync"

	"github.com/tourmaline-opt/tourmaline/internal/cluster"
)

// A gate lets only so many jobs of a tenant run at a time: it holds back the wake-ups of
// others. Those that run come first, then the oldest, so that all servers of a service let
// the same ones through.
type admission struct {
	store *cluster.Store
	hub   *cluster.Hub
	log   *slog.Logger
	limit func(tenant string) int // 0: any number

	mu       sync.Mutex
	admitted map[string]map[string]bool // the jobs of each tenant that were let through
}

// run lets jobs through whenever others have ended.
func (g *admission) run(ctx context.Context) {
	for tenants := range g.hub.Changes(ctx) {
		for _, tenant := range tenants {
			g.advance(ctx, tenant)
		}
	}
}

// advance lets the next jobs of a tenant through.
func (g *admission) advance(ctx context.Context, tenant string) {
	most := g.limit(tenant)
	if most == 0 {
		return
	}
	first := g.hub.Unfinished(tenant)
	slices.SortStableFunc(first, func(a, b cluster.Record) int { return rank(a) - rank(b) })
	first = first[:min(most, len(first))]
	for _, r := range g.admit(tenant, first) {
		if err := g.store.Wake(ctx, tenant, r.ID); err != nil {
			g.log.Warn("a job could not be woken: it is tried again", "job", r.ID, "error", err)
		}
	}
}

func rank(r cluster.Record) int {
	if r.State == cluster.Running {
		return 0
	}
	return 1
}

// admit notes which jobs are through, and returns those that have to be woken.
func (g *admission) admit(tenant string, first []cluster.Record) (wake []cluster.Record) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.admitted == nil {
		g.admitted = map[string]map[string]bool{}
	}
	through := map[string]bool{}
	for _, r := range first {
		through[r.ID] = true
		if r.State == cluster.Queued && !g.admitted[tenant][r.ID] {
			wake = append(wake, r)
		}
	}
	g.admitted[tenant] = through
	return wake
}

// holds tells whether the wake-up of a job has to wait.
func (g *admission) isHeld(r cluster.Record) bool {
	if g.limit(r.Tenant) == 0 {
		return false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return !g.admitted[r.Tenant][r.ID]
}
