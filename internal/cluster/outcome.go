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

// An outcome is how a job has ended.
type outcome struct {
	state  State
	data   []byte // tourmaline/result/v1
	result *Blob  // that holds it, once it is stored
	packed []byte // frames of how the tour changed; nil: nothing was recorded
	frames *Blob  // that holds them, if they are stored
	digest *Digest
	faults []job.Fault
}

// outcome is that of a search that was not broken off by us.
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

// failed is the outcome of a job that cannot be done.
func failed(err error) outcome {
	faults := job.Faults(err)
	if len(faults) == 0 {
		faults = []job.Fault{{Code: "internal", Detail: err.Error()}}
	}
	return outcome{state: Failed, faults: faults}
}

// frames are how the tour of a job has changed, packed; nil if nothing was recorded.
func (a *attempt) frames(solver *tourmaline.Solver, r *tourmaline.Result) []byte {
	if a.recording == nil {
		return nil
	}
	packed, err := a.recording.finish(solver.Progress(), r.Order(), time.Now())
	if err != nil {
		a.log.Warn("the frames could not be packed", "error", err)
		return nil
	}
	return packed
}

// finish writes how the job has ended, for as long as it takes: the result exists nowhere
// else. It tells whether the job is over. Bytes that are stored are not stored again, as
// the record may refer to them although nobody said so.
func (a *attempt) finish(ctx context.Context, o outcome) bool {
	a.saver.close() // no checkpoint after the end
	if o.packed != nil {
		var err error
		if o.frames, err = a.worker.store.putFrames(ctx, a.record, o.packed); err != nil {
			a.log.Warn("the job ends without its frames", "error", err)
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
		case errors.Is(err, errFenced), errors.Is(err, ErrNotFound):
			return false
		}
		if errors.Is(context.Cause(a.ctx), errFenced) {
			return false
		}
		a.log.Warn("the result could not be written yet", "error", err)
		if !retry.Sleep(ctx, pause) {
			return false
		}
	}
}
