package server

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// A room has place for so many requests of a kind, and for so many of one tenant, so that no
// tenant keeps the others out.
type limiter struct {
	kind      string // of requests, for messages
	total     int
	perTenant int // of one tenant

	mu       sync.Mutex
	inUse    int
	byTenant map[string]int
	freed    chan struct{} // closed when somebody leaves
}

// newRoom divides a room among tenants: with tokens, each may have half of it.
func newLimiter(kind string, most int, shared bool) *limiter {
	each := most
	if shared {
		each = (most + 1) / 2
	}
	return &limiter{kind: kind, total: most, perTenant: each, byTenant: map[string]int{}, freed: make(chan struct{})}
}

// enterTime is how long a request waits for others.
const acquireTimeout = 5 * time.Second

// enter takes a place, which leave gives back, and waits for one if there is none.
func (r *limiter) acquire(ctx context.Context, tenant string, patience time.Duration) (leave func(), err error) {
	wait := time.NewTimer(patience)
	defer wait.Stop()
	for {
		left := r.tryAcquire(tenant)
		if left == nil {
			return func() { r.release(tenant) }, nil
		}
		select {
		case <-left:
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-wait.C:
			return nil, problem(http.StatusServiceUnavailable, codeBusy, "too many %s at a time: expected at most %d, of which %d of one tenant", r.kind, r.total, r.perTenant).Later(acquireTimeout)
		}
	}
}

// take takes a place, or returns what to wait for.
func (r *limiter) tryAcquire(tenant string) <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.inUse >= r.total || r.byTenant[tenant] >= r.perTenant {
		return r.freed
	}
	r.inUse++
	r.byTenant[tenant]++
	return nil
}

func (r *limiter) release(tenant string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.inUse--
	if r.byTenant[tenant]--; r.byTenant[tenant] == 0 {
		delete(r.byTenant, tenant)
	}
	close(r.freed)
	r.freed = make(chan struct{})
}

// size is how many are within.
func (r *limiter) size() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.inUse
}
