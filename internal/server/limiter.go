package server

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// A limiter limits the concurrent requests of one kind, in total and per tenant, so that no
// tenant blocks the others.
type limiter struct {
	kind      string // kind of requests, for error messages
	total     int
	perTenant int // limit for one tenant

	mu       sync.Mutex
	inUse    int
	byTenant map[string]int
	freed    chan struct{} // closed when a request ends
}

// newLimiter returns a limiter with the total limit most. If several tenants share it, each may use
// half of the limit.
func newLimiter(kind string, most int, shared bool) *limiter {
	each := most
	if shared {
		each = (most + 1) / 2
	}
	return &limiter{kind: kind, total: most, perTenant: each, byTenant: map[string]int{}, freed: make(chan struct{})}
}

// acquireTimeout is the time that a request waits for other requests to finish.
const acquireTimeout = 5 * time.Second

// acquire waits for permission to run. The caller must call release when it has finished.
func (r *limiter) acquire(ctx context.Context, tenant string, timeout time.Duration) (release func(), err error) {
	wait := time.NewTimer(timeout)
	defer wait.Stop()
	for {
		freed := r.tryAcquire(tenant)
		if freed == nil {
			return func() { r.release(tenant) }, nil
		}
		select {
		case <-freed:
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-wait.C:
			return nil, problem(http.StatusServiceUnavailable, codeBusy, "too many concurrent %s: the limit is %d, and %d per tenant", r.kind, r.total, r.perTenant).Later(acquireTimeout)
		}
	}
}

// tryAcquire returns nil if the request may run, or else a channel to wait on.
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

func (r *limiter) size() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.inUse
}
