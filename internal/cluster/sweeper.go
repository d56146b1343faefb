package cluster

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// SweepOptions are how a sweeper goes about.
type SweepOptions struct {
	Every  time.Duration // 0 = 10 s
	Retain time.Duration // how long jobs that have ended are kept; 0 = a week
	// Hold tells of a job that is queued whether its wake-up has to wait, because its
	// tenant has as many running as it may; nil = none has.
	Held func(Record) bool
	Log  *slog.Logger
}

// Sweep sends wake-ups again that were lost, forgets jobs that ended long ago and removes
// blobs that nobody refers to, until the context ends. Several may do so at once.
func (h *Hub) Sweep(ctx context.Context, o SweepOptions) {
	if o.Every == 0 {
		o.Every = 10 * time.Second
	}
	if o.Retain == 0 {
		o.Retain = 7 * 24 * time.Hour
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	tick, tidy := time.NewTicker(o.Every), time.NewTicker(orphanAge)
	defer tick.Stop()
	defer tidy.Stop()
	begin := h.ready
	for {
		select {
		case <-ctx.Done():
			return
		case <-begin: // what was given back when the last server ended
			begin = nil
			h.sweep(ctx, o)
		case <-h.released:
			h.sweep(ctx, o)
		case <-tick.C:
			h.sweep(ctx, o)
		case <-tidy.C:
			if err := h.store.removeOrphans(ctx, orphanAge); err != nil {
				o.Log.Warn("orphaned blobs could not be removed", "error", err)
			}
		}
	}
}

// sweep looks at all jobs once.
func (h *Hub) sweep(ctx context.Context, o SweepOptions) {
	var open, old []Record
	for _, r := range h.Jobs("") {
		switch {
		case !r.State.Ended():
			if r.State != Queued || r.Cancel || o.Held == nil || !o.Held(r) {
				open = append(open, r)
			}
		case time.Since(r.Ended) > o.Retain:
			old = append(old, r)
		}
	}
	if err := h.store.resendWakeUps(ctx, open); err != nil {
		o.Log.Warn("lost wake-ups could not be looked for", "error", err)
	}
	for _, r := range old {
		if err := h.deleteOld(ctx, r); err != nil {
			o.Log.Warn("a job could not be forgotten", "job", r.ID, "error", err)
			return
		}
	}
}

// wakeLost sends the wake-ups of jobs that have none. Their number alone says nothing: there
// are wake-ups of jobs that have ended or have to wait, too.
func (s *Store) resendWakeUps(ctx context.Context, open []Record) error {
	if len(open) == 0 {
		return nil
	}
	queue, err := s.js.Stream(ctx, queueStream)
	if err != nil {
		return err
	}
	info, err := queue.Info(ctx, jetstream.WithSubjectFilter(wakeSubject+">"))
	if err != nil {
		return err
	}
	for _, r := range open {
		if info.State.Subjects[wakeSubject+r.Key()] > 0 {
			continue
		}
		if err := s.Wake(ctx, r.Tenant, r.ID); err != nil {
			return err
		}
	}
	return nil
}

// forget deletes a job with its result, unless another sweeper was faster.
func (h *Hub) deleteOld(ctx context.Context, r Record) error {
	full, err := h.store.Get(ctx, r.Tenant, r.ID)
	if errors.Is(err, ErrNotFound) {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.removeJob(r.Key())
		return nil
	}
	if err != nil {
		return err
	}
	return h.store.Delete(ctx, full)
}
