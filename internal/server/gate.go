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
type gate struct {
	store *cluster.Store
	hub   *cluster.Hub
	log   *slog.Logger
	most  func(tenant string) int // 0: any number

	mu   sync.Mutex
	open map[string]map[string]bool // the jobs of each tenant that were let through
}

// run lets jobs through whenever others have ended.
func (g *gate) run(ctx context.Context) {
	for tenants := range g.hub.Changes(ctx) {
		for _, tenant := range tenants {
			g.advance(ctx, tenant)
		}
	}
}

// advance lets the next jobs of a tenant through.
func (g *gate) advance(ctx context.Context, tenant string) {
	most := g.most(tenant)
	if most == 0 {
		return
	}
	first := g.hub.Open(tenant)
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
func (g *gate) admit(tenant string, first []cluster.Record) (wake []cluster.Record) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.open == nil {
		g.open = map[string]map[string]bool{}
	}
	through := map[string]bool{}
	for _, r := range first {
		through[r.ID] = true
		if r.State == cluster.Queued && !g.open[tenant][r.ID] {
			wake = append(wake, r)
		}
	}
	g.open[tenant] = through
	return wake
}

// holds tells whether the wake-up of a job has to wait.
func (g *gate) holds(r cluster.Record) bool {
	if g.most(r.Tenant) == 0 {
		return false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return !g.open[r.Tenant][r.ID]
}
