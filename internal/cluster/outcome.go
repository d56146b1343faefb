package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

// An outcome is the final state of a job with its data.
type outcome struct {
	state  State
	data   []byte // tourmaline/result/v1
	result *Blob  // location of the stored result
	packed []byte // frames of the tour; nil if not recorded
	frames *Blob  // location of the stored frames
	digest *Digest
	faults []job.Fault
}

// outcome returns the outcome of a search that finished or was cancelled.
func (a *attempt) outcome(r *tourmaline.Result) (outcome, error) {
	o := outcome{state: Done, digest: &Digest{
		Algorithm: r.Algorithm, Picked: r.Picked, Cost: r.Cost, BestKnown: r.BestKnown, GapPercent: r.GapPercent, LowerBound: r.LowerBound,
		Termination: string(r.Termination), Seconds: r.Seconds, Steps: r.Steps, Seed: r.Seed,
		Engine: r.Engine, Device: r.Device, Threads: r.Threads,
	}}
	if errors.Is(context.Cause(a.ctx), errCancelled) {
		o.state = Cancelled
	}
	data, err := json.Marshal(r)
	o.data = data
	return o, err
}

func failed(err error) outcome {
	faults := job.Faults(err)
	if len(faults) == 0 {
		faults = []job.Fault{{Code: "internal", Detail: err.Error()}}
	}
	return outcome{state: Failed, faults: faults}
}

// frames returns the packed frames of the tour, or nil if nothing was recorded.
func (a *attempt) frames(solver *tourmaline.Solver, r *tourmaline.Result) []byte {
	if a.recording == nil {
		return nil
	}
	packed, err := a.recording.finish(solver.Progress(), r.Order(), time.Now())
	if err != nil {
		a.log.Warn("cannot pack the frames", "error", err)
		return nil
	}
	return packed
}

// finish writes the outcome and retries until it succeeds, because the result exists nowhere else.
// It reports whether the job has ended. It does not store bytes twice, because the record may
// already refer to the stored bytes.
func (a *attempt) finish(ctx context.Context, o outcome) bool {
	a.saver.close() // write no more checkpoints
	if o.packed != nil {
		var err error
		if o.frames, err = a.worker.store.putFrames(ctx, a.record, o.packed); err != nil {
			a.log.Warn("cannot store the frames", "error", err)
		}
	}
	for try := 1; ; try++ {
		var r *Record
		var err error
		if o.data != nil && o.result == nil {
			o.result, err = a.worker.store.results.put(ctx, blobName(a.record, try), o.data)
		}
		if err == nil {
			r, err = a.worker.store.finish(ctx, a.record, o)
		}
		switch {
		case r != nil:
			a.log.Info("ended", "state", r.State, "seconds", time.Since(r.Started).Seconds())
			return true
		case errors.Is(err, errFenced), errors.Is(err, ErrNotFound),
			errors.Is(context.Cause(a.ctx), errFenced):
			return false
		}
		a.log.Warn("cannot write the result yet", "error", err)
		if !retry.Sleep(ctx, pause) {
			return false
		}
	}
}
