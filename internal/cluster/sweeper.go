package cluster

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// SweepOptions configure a sweeper.
type SweepOptions struct {
	Every time.Duration // interval; 0 means 10 s
	Log   *slog.Logger
}

// Sweep deletes jobs that ended long ago and removes orphaned blobs, until the context is done.
// Several sweepers may run concurrently.
func (h *Hub) Sweep(ctx context.Context, o SweepOptions) {
	o.Every = cmp.Or(o.Every, 10*time.Second)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	tick, tidy := time.NewTicker(o.Every), time.NewTicker(orphanAge)
	defer tick.Stop()
	defer tidy.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tidy.C:
			if err := h.store.removeOrphans(ctx, orphanAge); err != nil {
				o.Log.Warn("cannot remove orphaned blobs", "error", err)
			}
			err := h.store.clock.ask(ctx, h.store.nc)
			if err == nil {
				err = h.removeUnusedInstances(ctx, h.store.options.KeepInstances)
			}
			if err != nil && ctx.Err() == nil {
				o.Log.Warn("cannot remove unused instances", "error", err)
			}
		case <-tick.C:
			if err := h.deleteExpired(ctx); err != nil && ctx.Err() == nil {
				o.Log.Warn("cannot delete old jobs", "error", err)
			}
		}
	}
}

// deleteExpired deletes the jobs that ended longer ago than jobs are retained.
func (h *Hub) deleteExpired(ctx context.Context) error {
	retain := h.store.options.Retain
	if len(h.oldest(h.store.Now().Add(-retain), 1)) == 0 {
		return nil
	}
	if err := h.store.clock.ask(ctx, h.store.nc); err != nil {
		return err
	}
	return h.deleteOld(ctx, h.store.Now().Add(-retain))
}

// deleteOld deletes the jobs that ended before the given time. A job that cannot be deleted does
// not keep the others.
func (h *Hub) deleteOld(ctx context.Context, before time.Time) error {
	var faults []error
	deleted := 0
	for _, r := range h.oldest(before, maxDeleted) {
		if ctx.Err() != nil {
			break
		}
		full, err := h.store.Get(ctx, r.Tenant, r.ID)
		if err == nil && full.State.Ended() && full.endedAt().Before(before) {
			if err = h.store.Delete(ctx, full); err == nil {
				deleted++
			}
		}
		if err != nil && !errors.Is(err, ErrNotFound) && !isConflict(err) {
			faults = append(faults, err)
		}
	}
	if deleted > 0 {
		h.log.Info("deleted jobs whose time of retention is over", "jobs", deleted, "ended_before", before)
	}
	return errors.Join(faults[:min(len(faults), 10)]...)
}

// maxDeleted is the maximum number of jobs that a sweep deletes.
const maxDeleted = 10_000

// oldest returns up to most jobs that ended before the given time.
func (h *Hub) oldest(before time.Time, most int) (old []Record) {
	h.mu.Lock()
	defer h.mu.Unlock()
	gone := func(d endedJob) bool { return d.owner == nil || d.ended != d.at } // deleted or queued again
	for len(h.ended) > 0 && gone(h.ended[0]) {
		h.ended[0], h.ended = endedJob{}, h.ended[1:]
	}
	for _, d := range h.ended {
		if d.at >= before.UnixNano() || len(old) == most {
			break
		}
		if !gone(d) {
			old = append(old, Record{Tenant: d.owner.name, ID: d.id})
		}
	}
	return old
}

// running returns the running jobs.
func (h *Hub) running() (all []Record) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, of := range h.index {
		for e := range of.running {
			all = append(all, e.live.record)
		}
	}
	return all
}

// late returns up to most queued jobs whose deadline is before now.
func (h *Hub) late(now time.Time, most int) (all []Record) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, of := range h.index {
		for e := range of.withDeadline {
			if r := &e.live.record; len(all) < most && !r.Cancel && r.Deadline().Before(now) {
				all = append(all, e.live.record)
			}
		}
	}
	return all
}

// failLate ends a queued job after its deadline. A job with a checkpoint ends with the best
// solution of the checkpoint instead, as if it had been cancelled.
func (s *Store) failLate(ctx context.Context, known *Record) error {
	r, err := s.change(ctx, known.Tenant, known.ID, func(r *Record) error {
		switch {
		case r.State != Queued || r.Cancel:
			return errUnchanged
		case r.Checkpoint != nil:
			r.Cancel = true
		default:
			r.fail(s.Now(), job.Fault{Code: codeDeadline, Detail: errTooLate.Error()})
		}
		return nil
	})
	if errors.Is(err, errUnchanged) || errors.Is(err, ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.announceState(r)
}
