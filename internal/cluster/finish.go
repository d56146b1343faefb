package cluster

import (
	"context"
	"errors"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/search"
)

// An ending is the verified end of a job.
type ending struct {
	state          State
	result, frames *Blob
	digest         *Digest
	verdict        *Verdict
	faults         []job.Fault
	rejected       bool // the result is wrong
}

// finish ends a job. It announces the end only after the record is written.
func (s *Store) finish(ctx context.Context, pool string, c protocol.Claim, e ending) (*Record, error) {
	var before *Blob
	r, err := s.changeClaimed(ctx, pool, c, func(r *Record) error {
		before = r.Checkpoint
		r.end(e.state, s.Now())
		r.Result, r.Frames, r.Digest, r.Faults, r.Verdict = e.result, e.frames, e.digest, e.faults, e.verdict
		return nil
	})
	if err != nil {
		return nil, err
	}
	_ = s.states.remove(ctx, before) // on failure, the sweeper removes it
	if e.rejected {
		if err := s.bury(ctx, r); err != nil {
			return nil, err
		}
	}
	return r, s.announceState(r)
}

// judge verifies the outcome that a worker reports. A wrong result fails the job.
func (d *Dispatcher) judge(ctx context.Context, r *Record, o protocol.Outcome) (ending, error) {
	result, errResult := stored(o.Claim, o.Result)
	frames, errFrames := stored(o.Claim, o.Frames)
	if err := errors.Join(errResult, errFrames); err != nil {
		return ending{}, err
	}
	e := ending{state: o.State, frames: frames, faults: o.Faults}
	switch {
	case o.State == Failed && len(o.Faults) > 0 && result == nil, o.State == Cancelled && r.Cancel && result == nil:
		return e, nil
	case o.State == Cancelled && !r.Cancel, o.State != Done && o.State != Cancelled, result == nil:
		return e, fmt.Errorf("%w: state %q without a reason", protocol.ErrInvalid, o.State)
	}
	verified, err := d.verify(ctx, r, result)
	if err == nil && r.StartCost != nil && verified.Cost > *r.StartCost && !search.SameCost(verified.Cost, *r.StartCost) {
		err = job.WorseThanStart(verified.Cost, *r.StartCost)
	}
	if faults := job.Faults(err); faults != nil {
		d.rejected.Add(1)
		d.log.Error("rejected a result", "tenant", r.Tenant, "job", r.ID, "worker", r.Worker, "pool", r.Pool, "error", err)
		return ending{state: Failed, faults: faults, rejected: true}, nil
	}
	if err != nil {
		return e, err
	}
	d.verified.Add(1)
	e.result, e.faults = result, nil
	e.verdict, e.digest = &Verdict{verified.Cost, d.opt.Version}, digestOf(verified)
	return e, nil
}

// verify reads a result and its instance and verifies the result from scratch.
func (d *Dispatcher) verify(ctx context.Context, r *Record, result *Blob) (job.Verified, error) {
	data, err := d.store.results.get(ctx, result)
	if errors.Is(err, errCorrupt) {
		return job.Verified{}, &job.Fault{Code: job.BadResult, Detail: fmt.Sprintf("result: %v", err)}
	}
	if err != nil {
		return job.Verified{}, err
	}
	in, err := d.opt.Cache.Open(ctx, r.Tenant, r.Spec, d.opt.Limits)
	if errors.Is(err, ErrNotFound) {
		return job.Verified{}, &job.Fault{Code: job.BadResult, Detail: "result: its instance was deleted"}
	}
	if err != nil {
		return job.Verified{}, err
	}
	return in.Verify(data)
}

func digestOf(v job.Verified) *Digest {
	return &Digest{
		Algorithm: v.Algorithm, Picked: v.Picked, Cost: v.Cost, BestKnown: v.BestKnown, GapPercent: v.GapPercent, LowerBound: v.LowerBound,
		Termination: string(v.Termination), Seconds: v.Seconds, Steps: v.Steps, Seed: v.Seed,
		Engine: v.Engine, Device: v.Device, Threads: v.Threads,
	}
}
