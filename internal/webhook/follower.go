package webhook

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"
)

// A follower sends the messages of one endpoint.
type follower struct {
	service *Service
	changed chan struct{} // signalled when latest changes

	latest  *Endpoint // nil if the endpoint was deleted; guarded by service.mu
	started bool      // guarded by service.mu

	// used only by run
	scanned uint64    // no change from the stored position to this one is for the endpoint
	pending time.Time // since when there are messages that another server should send
}

// start reports whether the caller must call run.
func (f *follower) start() bool {
	f.service.mu.Lock()
	defer f.service.mu.Unlock()
	first := !f.started
	f.started = true
	return first
}

func (f *follower) notify() {
	select {
	case f.changed <- struct{}{}:
	default:
	}
}

// endpoint returns the stored form of the endpoint, or nil if it was deleted.
func (f *follower) endpoint() *Endpoint {
	f.service.mu.Lock()
	defer f.service.mu.Unlock()
	if f.latest == nil {
		return nil
	}
	copied := *f.latest
	return &copied
}

// idle is the time after which a follower looks for messages even without a signal.
const idle = time.Minute

// run sends messages until the context is done or the endpoint is deleted.
func (f *follower) run(ctx context.Context) {
	e := f.endpoint()
	if e == nil {
		return
	}
	jobs, done := f.service.opt.Source.WatchTenant(e.Tenant)
	defer done()
	defer f.release()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		case <-jobs:
		case <-f.changed:
		}
		wait, err := f.step(ctx)
		switch {
		case ctx.Err() != nil || errors.Is(err, ErrNotFound):
			return
		case err != nil && !errors.Is(err, errTaken):
			f.service.opt.Log.Warn("cannot send the messages of a webhook", "tenant", e.Tenant, "webhook", e.ID, "error", err)
			wait = time.Second
		}
		timer.Reset(wait)
	}
}

// errTaken means that another server sends the messages of the endpoint.
var errTaken = errors.New("another server sends the messages")

// step sends the next messages, if it is time for that and no other server sends them. It returns
// the time after which the caller should call it again.
func (f *follower) step(ctx context.Context) (wait time.Duration, err error) {
	s, e := f.service, f.endpoint()
	if e == nil {
		return 0, ErrNotFound
	}
	now := s.opt.Now()
	switch {
	case !e.Disabled.IsZero():
		return idle, nil
	case e.Retry != nil && now.Before(e.Retry.Next):
		return min(e.Retry.Next.Sub(now), idle), nil
	}
	batch, through, err := f.batch(ctx, e)
	if err != nil {
		return 0, err
	}
	if len(batch) == 0 && e.Retry == nil {
		f.scanned, f.pending = through, time.Time{}
		return idle, nil
	}
	if wait := f.turn(e, now); wait > 0 {
		return wait, nil
	}
	if err := f.takeLease(ctx, e, now); err != nil {
		return s.opt.Timing.Grace, err
	}
	return 0, f.deliver(ctx, e, batch, through)
}

// turn returns the time after which this server may send messages, if another server does not send
// them until then. The previous holder of a lease comes first.
func (f *follower) turn(e *Endpoint, now time.Time) time.Duration {
	switch {
	case e.Holder == f.service.name || e.Holder == "":
		return 0
	case now.Before(e.Until):
		return min(e.Until.Sub(now), idle)
	case f.pending.IsZero():
		f.pending = now
	}
	grace := f.service.opt.Timing.Grace
	return max(f.pending.Add(grace).Sub(now)+rand.N(grace), 0)
}

// takeLease makes this server the holder of the lease for at least half of its duration.
func (f *follower) takeLease(ctx context.Context, e *Endpoint, now time.Time) error {
	s := f.service
	if e.Holder == s.name && e.Until.Sub(now) > s.opt.Timing.Lease/2 {
		return nil
	}
	stored, err := s.change(ctx, e.Tenant, e.ID, func(stored *Endpoint) error {
		if stored.Position != e.Position || !stored.Disabled.IsZero() || stored.Holder != s.name && now.Before(stored.Until) {
			return errTaken
		}
		stored.Holder, stored.Until = s.name, now.Add(s.opt.Timing.Lease)
		return nil
	})
	if err != nil {
		if stored != nil {
			s.learn(stored)
		}
		return err
	}
	*e = *stored
	f.pending = time.Time{}
	return nil
}

// release lets other servers send at once when this server stops.
func (f *follower) release() {
	s, e := f.service, f.endpoint()
	if e == nil || e.Holder != s.name {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_, _ = s.change(ctx, e.Tenant, e.ID, func(e *Endpoint) error { // otherwise the lease ends later
		if e.Holder != s.name {
			return errTaken
		}
		e.Holder, e.Until = "", time.Time{}
		return nil
	})
}

// deliver sends messages concurrently and records the outcome.
func (f *follower) deliver(ctx context.Context, e *Endpoint, batch []note, through uint64) error {
	s := f.service
	attempts := make([]attempt, len(batch))
	var wg sync.WaitGroup
	for i, n := range batch {
		wg.Go(func() {
			release, err := s.acquire(ctx, e.Tenant)
			if err != nil {
				return // the server stops
			}
			defer release()
			attempts[i] = s.sender.send(ctx, e, n.Message, s.opt.Now())
		})
	}
	wg.Wait()
	if ctx.Err() != nil {
		return ctx.Err() // the outcome is unknown: another server sends the messages again
	}
	var all []Delivery
	_, err := s.change(ctx, e.Tenant, e.ID, func(stored *Endpoint) error {
		if stored.Holder != s.name || stored.Position != e.Position {
			return errTaken
		}
		all = f.settle(stored, batch, attempts, through)
		return nil
	})
	for _, d := range all {
		s.counts[d.Outcome].Add(1)
	}
	return err
}
