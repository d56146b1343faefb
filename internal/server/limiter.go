package server

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// A limiter limits the concurrent requests of one kind, in total and per tenant, so that no tenant
// blocks the others.
type limiter struct {
	kind      string // kind of requests, for error messages
	total     int
	perTenant int // limit for one tenant

	mu       sync.Mutex
	inUse    int
	byTenant map[string]int
	freed    chan struct{} // closed when a request ends
}

// newLimiter returns a limiter with the total limit most. If shared is true, each tenant may use
// half of the limit.
func newLimiter(kind string, most int, shared bool) *limiter {
	each := most
	if shared {
		each = (most + 1) / 2
	}
	return &limiter{kind: kind, total: most, perTenant: each, byTenant: map[string]int{}, freed: make(chan struct{})}
}

// acquireTimeout is the maximum time that a request waits for other requests to finish.
const acquireTimeout = 5 * time.Second

// acquire waits for permission to run. The caller must call release when it has finished.
func (r *limiter) acquire(ctx context.Context, tenant string, timeout time.Duration) (release func(), err error) {
	waiting, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	release, err = r.await(waiting, tenant, func() (bool, error) {
		return r.inUse < r.total && r.byTenant[tenant] < r.perTenant, nil
	})
	if err != nil && ctx.Err() == nil {
		return nil, problem(http.StatusServiceUnavailable, codeBusy, "too many concurrent %s: the limit is %d, and %d per tenant", r.kind, r.total, r.perTenant).Later(acquireTimeout)
	}
	return release, err
}

// await waits until the request may run according to admits, which it calls whenever another
// request has ended.
func (r *limiter) await(ctx context.Context, tenant string, admits func() (bool, error)) (release func(), err error) {
	for {
		freed, err := r.try(tenant, admits)
		switch {
		case err != nil:
			return nil, err
		case freed == nil:
			return func() { r.release(tenant) }, nil
		}
		select {
		case <-freed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// try returns nil if the request may run, or else a channel to wait on.
func (r *limiter) try(tenant string, admits func() (bool, error)) (<-chan struct{}, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if ok, err := admits(); err != nil || !ok {
		return r.freed, err
	}
	r.inUse++
	r.byTenant[tenant]++
	return nil, nil
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
