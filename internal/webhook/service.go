package webhook

import (
	"cmp"
	"context"
	"crypto/rand"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

// A Source provides the changes of jobs.
type Source interface {
	Position() uint64
	ChangesAfter(ctx context.Context, tenant string, position uint64, limit int) ([]cluster.Change, uint64, error)
	WatchTenant(tenant string) (changes <-chan struct{}, done func())
}

// Timing holds the durations of deliveries. A zero field means the default.
type Timing struct {
	FirstPause time.Duration // before the second attempt; doubles with every attempt; 0 = 5 s
	MaxPause   time.Duration // 0 = 1 hour
	GiveUp     time.Duration // time after which a message is dropped; 0 = 24 hours
	Refused    time.Duration // time after which a message that the receiver rejects with a status of 400 to 499 is dropped; 0 = 1 hour
	Disable    time.Duration // time without an accepted message after which an endpoint is disabled; 0 = 5 days
	Lease      time.Duration // time for which a server has the right to send; 0 = 1 minute
	Grace      time.Duration // time that other servers leave to the previous holder of an expired lease; 0 = 3 s
}

func (t Timing) withDefaults() Timing {
	const day = 24 * time.Hour
	return Timing{
		cmp.Or(t.FirstPause, 5*time.Second), cmp.Or(t.MaxPause, time.Hour), cmp.Or(t.GiveUp, day), cmp.Or(t.Refused, time.Hour),
		cmp.Or(t.Disable, 5*day), cmp.Or(t.Lease, time.Minute), cmp.Or(t.Grace, 3*time.Second),
	}
}

// Options configure a Service.
type Options struct {
	Bucket  jetstream.KeyValue
	Source  Source
	Policy  Policy
	Timing  Timing
	Version string           // of the server
	Now     func() time.Time // common clock of the servers; nil means time.Now
	Log     *slog.Logger     // nil discards the log
}

const (
	// maxPerTenant is the maximum number of concurrent messages of a tenant on one server.
	maxPerTenant = 8
	// maxSending is the maximum number of concurrent messages of one server.
	maxSending = 64
)

// A Service stores the endpoints of tenants. While Run is running, it sends messages to them.
// Several services may run concurrently.
type Service struct {
	opt    Options
	name   string // identifies this process in leases
	sender *sender
	room   chan struct{}

	mu        sync.Mutex
	followers map[string]*follower
	tenants   map[string]chan struct{} // limits the concurrent messages of a tenant

	counts map[string]*atomic.Uint64
}

// New returns a service.
func New(o Options) *Service {
	o.Timing = o.Timing.withDefaults()
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Service{
		opt: o, name: rand.Text(), sender: newSender(o.Policy, o.Version), room: make(chan struct{}, maxSending),
		followers: map[string]*follower{}, tenants: map[string]chan struct{}{},
		counts: map[string]*atomic.Uint64{Delivered: {}, Failed: {}, Dropped: {}},
	}
}

// Counts returns the number of attempts of this process by outcome: Delivered, Failed and Dropped.
func (s *Service) Counts() map[string]uint64 {
	all := map[string]uint64{}
	for outcome, n := range s.counts {
		all[outcome] = n.Load()
	}
	return all
}

// Run sends messages until the context is done.
func (s *Service) Run(ctx context.Context) {
	var running sync.WaitGroup
	defer s.sender.close()
	defer running.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for valid := ctx.Err() == nil; valid; valid = retry.Sleep(ctx, time.Second) {
		if err := s.watch(ctx, &running); err != nil && ctx.Err() == nil {
			s.opt.Log.Debug("cannot watch the webhooks", "error", err)
		}
	}
}

// watch follows the stored endpoints. Each of them has a goroutine.
func (s *Service) watch(ctx context.Context, running *sync.WaitGroup) error {
	w, err := s.opt.Bucket.WatchAll(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = w.Stop() }()
	for entry := range w.Updates() {
		switch {
		case entry == nil: // all stored endpoints have been read
		case entry.Operation() != jetstream.KeyValuePut:
			s.forget(entry.Key())
		default:
			e, err := decode(entry)
			if err != nil || key(e.Tenant, e.ID) != entry.Key() {
				s.opt.Log.Warn("unreadable webhook", "key", entry.Key(), "error", err)
				continue
			}
			if f := s.learn(e); f != nil && f.start() {
				running.Go(func() { f.run(ctx) })
			}
		}
	}
	return ctx.Err()
}

// learn records the stored form of an endpoint. It returns the follower of the endpoint.
func (s *Service) learn(e *Endpoint) *follower {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := key(e.Tenant, e.ID)
	f := s.followers[k]
	if f == nil {
		f = &follower{service: s, changed: make(chan struct{}, 1)}
		s.followers[k] = f
	}
	if f.latest == nil || e.revision > f.latest.revision {
		copied := *e
		f.latest = &copied
		f.notify()
	}
	return f
}

// forget ends the follower of a deleted endpoint.
func (s *Service) forget(k string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.followers[k]; f != nil {
		f.latest = nil
		f.notify()
		delete(s.followers, k)
	}
}

// acquire waits for permission to send a message of a tenant.
func (s *Service) acquire(ctx context.Context, tenant string) (release func(), err error) {
	s.mu.Lock()
	own := s.tenants[tenant]
	if own == nil {
		own = make(chan struct{}, maxPerTenant)
		s.tenants[tenant] = own
	}
	s.mu.Unlock()
	for i, room := range []chan struct{}{own, s.room} {
		select {
		case room <- struct{}{}:
		case <-ctx.Done():
			if i > 0 {
				<-own
			}
			return nil, ctx.Err()
		}
	}
	return func() { <-s.room; <-own }, nil
}
