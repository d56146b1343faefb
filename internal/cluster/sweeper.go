package cluster

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// SweepOptions configure a sweeper.
type SweepOptions struct {
	Every  time.Duration // interval; 0 means 10 s
	Retain time.Duration // how long ended jobs are retained; 0 means a week
	Unused time.Duration // how long instances that no job refers to are retained; 0 means 30 days
	// Held reports whether the wake-up of a queued job must wait because its tenant has reached its
	// quota of running jobs. If Held is nil, no wake-up waits.
	Held func(Record) bool
	Log  *slog.Logger
}

// Sweep resends lost wake-ups, deletes jobs that ended long ago and removes orphaned blobs, until
// the context is done. Several sweepers may run concurrently.
func (h *Hub) Sweep(ctx context.Context, o SweepOptions) {
	o.Every, o.Retain = cmp.Or(o.Every, 10*time.Second), cmp.Or(o.Retain, 7*24*time.Hour)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	tick, tidy := time.NewTicker(o.Every), time.NewTicker(orphanAge)
	defer tick.Stop()
	defer tidy.Stop()
	ready := h.ready
	for {
		select {
		case <-ctx.Done():
			return
		case <-tidy.C:
			if err := h.store.removeOrphans(ctx, orphanAge); err != nil {
				o.Log.Warn("cannot remove orphaned blobs", "error", err)
			}
			if err := h.removeUnusedInstances(ctx, cmp.Or(o.Unused, unusedAge)); err != nil {
				o.Log.Warn("cannot remove unused instances", "error", err)
			}
			continue
		// resend wake-ups of jobs that were returned to the queue when the last server stopped
		case <-ready:
			ready = nil
		case <-h.released:
		case <-tick.C:
		}
		h.sweep(ctx, o)
	}
}

func (o SweepOptions) held(r Record) bool {
	return r.State == Queued && !r.Cancel && o.Held != nil && o.Held(r)
}

func (h *Hub) sweep(ctx context.Context, o SweepOptions) {
	var open, old []Record
	for _, r := range h.Jobs("") {
		switch {
		case !r.State.Ended() && !o.held(r):
			open = append(open, r)
		case r.State.Ended() && time.Since(r.Ended) > o.Retain:
			old = append(old, r)
		}
	}
	if err := h.store.resendWakeUps(ctx, open); err != nil {
		o.Log.Warn("cannot resend lost wake-ups", "error", err)
	}
	for _, r := range old {
		if err := h.deleteOld(ctx, r); err != nil {
			o.Log.Warn("cannot delete an old job", "job", r.ID, "error", err)
			return
		}
	}
}

// resendWakeUps sends a wake-up for every open job that has none. Comparing the numbers of jobs and
// wake-ups is not enough, because ended and held jobs may also have wake-ups.
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
		if err == nil && info.State.Subjects[wakeSubject+r.Key()] == 0 {
			err = s.Wake(ctx, r.Tenant, r.ID)
		}
	}
	return err
}

// deleteOld deletes a job with its result unless another sweeper has already deleted it.
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
