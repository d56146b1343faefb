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

// quotaOf is what a tenant may use.
func (s *Server) quotaOf(tenant string) access.Quota {
	if s.opt.Access == nil {
		return s.limits.Quota
	}
	return s.limits.quota(s.opt.Access.Quota(tenant))
}

// retryTime is when to ask again after a quota was exceeded: jobs end all the time.
const quotaRetry = 5 * time.Second

// overQuota names the quota that is exceeded.
func overQuota(name, format string, args ...any) *api.Problem {
	p := problem(http.StatusTooManyRequests, codeQuota, "quota "+name+": "+format, args...)
	return p.Later(quotaRetry)
}

// Reservations are places in the queues for jobs that the hub may not know yet. One that it
// knows already counts twice until its place is left, so nobody is refused for a reservation:
// whoever finds no place beside them waits until one of them is left.
type reservations struct {
	mu      sync.Mutex
	tenants map[string]*reserved
}

type reserved struct {
	count int
	freed chan struct{} // closed when the next place is left
}

// reserve takes a place in the queue of a tenant, if there is one.
func (q *reservations) reserve(ctx context.Context, hub *cluster.Hub, tenant string, most int) (leave func(), err error) {
	for {
		left, err := q.try(hub, tenant, most)
		if err != nil {
			return nil, err
		}
		if left == nil {
			return func() { q.release(tenant) }, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-left:
		}
	}
}

// try takes a place, or says what to wait for.
func (q *reservations) try(hub *cluster.Hub, tenant string, most int) (left <-chan struct{}, err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := hub.Count(tenant)[cluster.Queued]
	if n >= most {
		return nil, overQuota("queued", "%d jobs of this tenant wait, at most %d may", n, most)
	}
	of := q.tenants[tenant]
	if of == nil {
		of = &reserved{freed: make(chan struct{})}
		if q.tenants == nil {
			q.tenants = map[string]*reserved{}
		}
		q.tenants[tenant] = of
	}
	if n+of.count >= most {
		return of.freed, nil
	}
	of.count++
	return nil, nil
}

func (q *reservations) release(tenant string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	of := q.tenants[tenant]
	close(of.freed)
	if of.count--; of.count == 0 {
		delete(q.tenants, tenant)
		return
	}
	of.freed = make(chan struct{})
}

// settle waits until the hub knows a job, so that whoever submitted it finds it.
func (s *Server) waitForHub(ctx context.Context, r *cluster.Record) {
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	news, done := s.opt.Hub.Watch(r.Tenant, r.ID)
	defer done()
	for {
		if _, ok := s.opt.Hub.View(r.Tenant, r.ID, cluster.NoEvents); ok {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-news:
		}
	}
}

// stockAge is how long a server believes what it knows of stored bytes: others store, too.
const countAge = 30 * time.Second

// A stock knows how many bytes of instances tenants have stored.
type byteCounter struct {
	store   *cluster.Store
	mu      sync.Mutex
	tenants map[string]*byteCount
}

// stored are the bytes of a tenant. Those that come while others are counted may be missed by
// the count, and are added to it: rather too many than too few, until the next count.
type byteCount struct {
	bytes          int64
	counted        time.Time // when they were counted; zero: they have to be
	added, settled int64     // all that ever came, and those of them whose upload is over
}

// at is what is known of a tenant. The stock must be locked.
func (k *byteCounter) entry(tenant string) *byteCount {
	if k.tenants == nil {
		k.tenants = map[string]*byteCount{}
	}
	if k.tenants[tenant] == nil {
		k.tenants[tenant] = &byteCount{}
	}
	return k.tenants[tenant]
}

// of is how many bytes a tenant has stored.
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

// add counts bytes that are about to be stored, unless they are too many; 0 is any number.
// Whoever adds them says when that is over.
func (k *byteCounter) reserve(ctx context.Context, tenant string, bytes, most int64) (over func(), err error) {
	if most == 0 {
		return func() {}, nil
	}
	if _, err := k.bytes(ctx, tenant); err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	of := k.entry(tenant)
	if of.bytes+bytes > most {
		return nil, overQuota("bytes", "%s are stored and %s would be added, at most %s may be", humanize.Bytes(of.bytes), humanize.Bytes(bytes), humanize.Bytes(most))
	}
	of.bytes += bytes
	of.added += bytes
	return func() {
		k.mu.Lock()
		defer k.mu.Unlock()
		of.settled += bytes
	}, nil
}

// forget makes the next who asks count again.
func (k *byteCounter) invalidate(tenant string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.entry(tenant).counted = time.Time{}
}
