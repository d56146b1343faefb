package server

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
)

// quotaOf returns the effective quota of a tenant.
func (s *Server) quotaOf(tenant string) access.Quota {
	if s.opt.Access == nil {
		return s.limits.Quota
	}
	return s.limits.quota(s.opt.Access.Quota(tenant))
}

// quotaRetry is the time after which a client should retry when a quota was exceeded.
const quotaRetry = 5 * time.Second

func overQuota(name, format string, args ...any) *api.Problem {
	p := problem(http.StatusTooManyRequests, codeQuota, "quota "+name+": "+format, args...)
	return p.Later(quotaRetry)
}

// fullQuota returns the problem for an upload that exceeds the quota of stored bytes. It has no
// time to retry after, because only the client frees space.
func fullQuota(stored, added, limit int64) *api.Problem {
	const format = "quota bytes: %s stored and %s to be added, but the limit is %s: delete instances that you no longer need (GET /v1/instances lists them, DELETE /v1/instances/{hash} deletes one)"
	return problem(http.StatusTooManyRequests, codeQuota, format, humanize.Bytes(stored), humanize.Bytes(added), humanize.Bytes(limit))
}

// reserve counts a job that is being submitted, because the hub may not contain it yet, unless the
// quota of its tenant is exceeded. A job that is already in the hub counts twice until its
// reservation is released. Therefore a reservation never causes a rejection: a submission that
// would exceed the quota only because of reservations waits for them to be released.
func (s *Server) reserve(ctx context.Context, tenant string, limit int) (release func(), err error) {
	return s.queue.await(ctx, tenant, func() (bool, error) {
		n := s.opt.Hub.Count(tenant)[cluster.Queued]
		if n >= limit {
			return false, overQuota("queued", "this tenant has %d queued jobs, but the limit is %d", n, limit)
		}
		return n+s.queue.byTenant[tenant] < limit, nil
	})
}

// waitForHub waits until the hub contains a job, so that the client that submitted the job can find
// it.
func (s *Server) waitForHub(ctx context.Context, r *cluster.Record) {
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	changes, done := s.opt.Hub.Watch(r.Tenant, r.ID)
	defer done()
	for {
		if v, ok := s.opt.Hub.View(r.Tenant, r.ID, cluster.NoEvents); ok && v.Record.Created.Equal(r.Created) {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-changes:
		}
	}
}

// countAge is the time for which a count of stored bytes is valid. It is short because other
// servers store bytes too.
const countAge = 30 * time.Second

// A byteCounter counts the bytes of stored instances by tenant.
type byteCounter struct {
	store   *cluster.Store
	mu      sync.Mutex
	tenants map[string]*byteCount
}

// A byteCount holds the stored bytes of a tenant. A count may miss uploads in progress, so their
// bytes are added to it. Until the next count, the sum may be too large, but is never too small.
type byteCount struct {
	bytes          int64
	counted        time.Time // time of the count; zero if outdated
	added, settled int64     // bytes of all uploads, and of the finished ones
}

// entry returns the count of a tenant. The caller must hold k.mu.
func (k *byteCounter) entry(tenant string) *byteCount {
	if k.tenants[tenant] == nil {
		k.tenants[tenant] = &byteCount{}
	}
	return k.tenants[tenant]
}

func (k *byteCounter) bytes(ctx context.Context, tenant string) (int64, error) {
	k.mu.Lock()
	of := k.entry(tenant)
	bytes, as, settled := of.bytes, of.counted, of.settled
	k.mu.Unlock()
	if time.Since(as) < countAge {
		return bytes, nil
	}
	all, err := k.store.Instances(ctx, tenant)
	if err != nil {
		return 0, err
	}
	bytes = 0
	for _, u := range all {
		bytes += u.Size
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	of.bytes, of.counted = bytes+of.added-settled, time.Now()
	return of.bytes, nil
}

// reserve counts bytes that are about to be stored, unless they would exceed the limit; a limit of
// 0 means unlimited. The caller must call settle when the upload has finished.
func (k *byteCounter) reserve(ctx context.Context, tenant string, bytes, limit int64) (settle func(), err error) {
	if limit == 0 {
		return func() {}, nil
	}
	if _, err := k.bytes(ctx, tenant); err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	of := k.entry(tenant)
	if of.bytes+bytes > limit {
		return nil, fullQuota(of.bytes, bytes, limit)
	}
	of.bytes += bytes
	of.added += bytes
	return func() {
		k.mu.Lock()
		defer k.mu.Unlock()
		of.settled += bytes
	}, nil
}

// invalidate makes the next call to bytes count again.
func (k *byteCounter) invalidate(tenant string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.entry(tenant).counted = time.Time{}
}
