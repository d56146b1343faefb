package cluster

import (
	"context"
	"errors"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
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
	var dropped []Unsaved
	r, err := s.changeClaimed(ctx, pool, c, func(r *Record) error {
		if err := errors.Join(s.checkUploaded(ctx, r, protocol.Result, e.result), s.checkUploaded(ctx, r, protocol.Frames, e.frames)); err != nil {
			return err
		}
		before = r.Checkpoint
		r.end(e.state, s.Now())
		r.Result, r.Frames, r.Digest, r.Faults, r.Verdict = e.result, e.frames, e.digest, e.faults, e.verdict
		dropped = r.drop(none)
		if e.rejected {
			return s.writeDeadLetter(ctx, r)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	s.removeUnsaved(ctx, r, dropped)
	_ = s.states.remove(ctx, before) // on failure, the sweeper removes it
	return r, s.announceState(r)
}

// checkOutcome verifies the outcome that a worker reports. A wrong result fails the job.
func (d *Dispatcher) checkOutcome(ctx context.Context, r *Record, o protocol.Outcome) (ending, error) {
	result, errResult := stored(o.Claim, o.Result)
	frames, errFrames := stored(o.Claim, o.Frames)
	if err := errors.Join(errResult, errFrames); err != nil {
		return ending{}, err
	}
	e := ending{state: o.State, frames: frames, faults: boundFaults(o.Faults)}
	switch {
	case o.State == Failed && len(o.Faults) > 0 && result == nil, o.State == Cancelled && r.Cancel && result == nil:
		return e, nil
	case o.State == Cancelled && !r.Cancel, o.State != Done && o.State != Cancelled, result == nil:
		return e, fmt.Errorf("%w: state %q without a reason", protocol.ErrInvalid, o.State)
	}
	began := d.store.Now()
	verified, err := d.verify(ctx, r, result)
	if err == nil && r.StartCost != nil && verified.Cost > *r.StartCost && !search.SameCost(verified.Cost, *r.StartCost) {
		err = job.WorseThanStart(verified.Cost, *r.StartCost)
	}
	faults := job.Faults(err)
	d.store.tell(func(o Observer) { o.Verified(Verification{r, began, err, faults != nil}) })
	if faults != nil {
		d.log.Error("rejected a result", "tenant", r.Tenant, "job", r.ID, "request", r.Request, "worker", r.Worker, "pool", r.Pool, "error", err)
		// The result stays stored without a verdict, for inspection.
		return ending{state: Failed, result: result, faults: faults, rejected: true}, nil
	}
	if err != nil {
		return e, err
	}
	e.result, e.faults = result, nil
	e.verdict, e.digest = &Verdict{verified.Cost, d.opt.Version}, digestOf(verified)
	return e, nil
}

// maxResult returns the maximum size of a result of n cities, which may have long names, in bytes.
func maxResult(n int) int64 { return 64<<20 + 512*int64(n) }

// verify reads a result and its instance and verifies the result from scratch. Only a wrong result,
// or an instance that no longer exists, is a fault: other errors may be those of this server.
func (d *Dispatcher) verify(ctx context.Context, r *Record, result *Blob) (job.Verified, error) {
	if most := maxResult(r.N); result.Size > most {
		return job.Verified{}, wrongResult("%d bytes, expected at most %d", result.Size, most)
	}
	weight := min(VerifyFactor*result.Size, verifyMemory)
	if err := d.memory.Acquire(ctx, weight); err != nil {
		return job.Verified{}, err
	}
	defer d.memory.Release(weight)
	data, err := d.store.results.get(ctx, result)
	if errors.Is(err, errCorrupt) {
		return job.Verified{}, wrongResult("%v", err)
	}
	if err != nil {
		return job.Verified{}, err
	}
	in, err := d.opt.Cache.Open(ctx, r.Tenant, r.Spec, d.opt.Limits)
	switch {
	case errors.Is(err, ErrNotFound), errors.Is(err, errCorrupt):
		return job.Verified{}, wrongResult("its instance is missing or damaged: %v", err)
	case err != nil:
		return job.Verified{}, fmt.Errorf("%w: cannot read the instance: %s", protocol.ErrUnavailable, err.Error())
	}
	return in.Verify(data)
}

func wrongResult(format string, args ...any) error {
	return &job.Fault{Code: job.BadResult, Detail: "result: " + fmt.Sprintf(format, args...)}
}

func digestOf(v job.Verified) *Digest {
	return &Digest{
		Algorithm: v.Algorithm, Picked: v.Picked, Cost: v.Cost, BestKnown: v.BestKnown, GapPercent: v.GapPercent, LowerBound: v.LowerBound,
		Termination: string(v.Termination), Seconds: v.Seconds, Steps: v.Steps, Seed: v.Seed,
		Engine: clip(v.Engine), Device: clip(v.Device), Threads: v.Threads,
	}
}

// clip shortens a text that a worker states.
func clip(text string) string { return text[:min(len(text), 200)] }

// boundFaults limits the number and the length of the faults that a worker reports.
func boundFaults(all []job.Fault) []job.Fault {
	all = all[:min(len(all), 16)]
	for i, f := range all {
		all[i] = job.Fault{Code: f.Code[:min(len(f.Code), 64)], Field: f.Field[:min(len(f.Field), 200)], Detail: budget.Message(f.Detail)}
	}
	return all
}
