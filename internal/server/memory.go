package server

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// A memoryBudget limits the bytes that all requests hold, in total and per tenant. A request that
// alone exceeds a limit is admitted when no other request counts towards that limit, so every
// request is admitted eventually.
type memoryBudget struct {
	total     int64
	perTenant int64

	mu       sync.Mutex
	inUse    int64
	byTenant map[string]int64
	freed    chan struct{} // closed when bytes are released
}

// newMemoryBudget returns a budget of total bytes. If shared is true, each tenant may use half.
func newMemoryBudget(total int64, shared bool) *memoryBudget {
	each := total
	if shared {
		each = (total + 1) / 2
	}
	return &memoryBudget{total: total, perTenant: each, byTenant: map[string]int64{}, freed: make(chan struct{})}
}

// acquire waits until a request that holds some bytes already may hold more. The caller must call
// release once.
func (m *memoryBudget) acquire(ctx context.Context, tenant string, held, bytes int64, timeout time.Duration) (release func(), err error) {
	expired := time.NewTimer(timeout)
	defer expired.Stop()
	for {
		freed := m.try(tenant, held, bytes)
		if freed == nil {
			return func() { m.release(tenant, bytes) }, nil
		}
		select {
		case <-freed:
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-expired.C:
			return nil, problem(http.StatusServiceUnavailable, codeBusy, "this request needs %s of memory: the limit for concurrent requests is %s, and %s per tenant",
				humanize.Bytes(bytes), humanize.Bytes(m.total), humanize.Bytes(m.perTenant)).Later(acquireTimeout)
		}
	}
}

// try returns nil if the request may hold the bytes, or else a channel to wait on.
func (m *memoryBudget) try(tenant string, held, bytes int64) <-chan struct{} {
	m.mu.Lock()
	defer m.mu.Unlock()
	own := m.byTenant[tenant]
	if m.inUse > held && m.inUse+bytes > m.total || own > held && own+bytes > m.perTenant {
		return m.freed
	}
	m.inUse += bytes
	m.byTenant[tenant] += bytes
	return nil
}

func (m *memoryBudget) release(tenant string, bytes int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.inUse -= bytes
	if m.byTenant[tenant] -= bytes; m.byTenant[tenant] <= 0 {
		delete(m.byTenant, tenant)
	}
	close(m.freed)
	m.freed = make(chan struct{})
}

func (m *memoryBudget) size() int64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.inUse
}

// hold waits until the request may hold the given number of bytes. It holds them until the request
// has been handled, or until the caller calls release.
func (c *call) hold(ctx context.Context, bytes int64) (release func(), err error) {
	free, err := c.memory.acquire(ctx, c.identity.Tenant, c.held, bytes, acquireTimeout)
	if err != nil {
		return nil, err
	}
	c.held += bytes
	release = sync.OnceFunc(func() {
		c.held -= bytes
		free()
	})
	c.releases = append(c.releases, release)
	return release, nil
}

// releaseMemory releases everything that the request holds.
func (c *call) releaseMemory() {
	for _, release := range c.releases {
		release()
	}
}
