package worker

import (
	"encoding/json"
	"errors"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

// An outcome is the final state of a job with its data.
type outcome struct {
	state  job.State
	data   []byte           // tourmaline/result/v1
	result *protocol.Stored // reference to the stored result
	packed []byte           // frames of the tour; nil if not recorded
	frames *protocol.Stored // reference to the stored frames
	faults []job.Fault
}

// outcome returns the outcome of a search that finished or was cancelled.
func (a *attempt) outcome(solver *tourmaline.Solver) outcome {
	o := outcome{state: job.Done}
	if a.isCancelled() {
		o.state = job.Cancelled
	}
	r, err := solver.Result()
	if err != nil && a.isCancelled() && solver.Progress().Step == 0 {
		return o // cancelled before the first step
	}
	if err == nil {
		o.data, err = json.Marshal(r)
	}
	if err != nil {
		return failed(err)
	}
	o.packed = a.frames(solver, r)
	return o
}

func failed(err error) outcome {
	faults := job.Faults(err)
	if len(faults) == 0 {
		faults = []job.Fault{{Code: "internal", Detail: err.Error()}}
	}
	return outcome{state: job.Failed, faults: faults}
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

// finishPause is the time between attempts to end a job.
const finishPause = 5 * time.Second

// finish ends the job. It retries until it succeeds or the worker has lost the job, because the
// result exists nowhere else.
func (a *attempt) finish(o outcome) {
	a.saver.close() // write no more checkpoints
	for {
		ended, err := a.deliver(&o)
		if a.fenceIf(err); err == nil {
			a.logEnd(o, ended)
			return
		}
		a.log.Warn("cannot write the result yet", "error", err)
		switch {
		case isRefused(err) && o.state == job.Failed:
			a.log.Error("the server does not accept the end of the job", "error", err)
			return
		case isRefused(err):
			o = failed(err)
		case errors.Is(err, protocol.ErrCorrupt):
			o.result, o.frames = nil, nil // store them again
		}
		if !retry.Sleep(a.grace, a.worker.pause) {
			return
		}
	}
}

// isRefused reports whether an error means that the server never accepts the outcome.
func isRefused(err error) bool {
	return errors.Is(err, protocol.ErrInvalid) || errors.Is(err, protocol.ErrTooLarge)
}

// deliver stores the data of an outcome and ends the job. It does not store data twice, because the
// record may already refer to the stored data.
func (a *attempt) deliver(o *outcome) (ended protocol.Ended, err error) {
	a.moves.Add(1)
	if o.data != nil && o.result == nil {
		if o.result, err = a.store(protocol.Result, o.data); err != nil {
			return ended, err
		}
	}
	if o.packed != nil && o.frames == nil {
		if o.frames, err = a.store(protocol.Frames, o.packed); err != nil {
			a.log.Warn("cannot store the frames", "error", err)
			o.packed = nil // the job can end without them
		}
	}
	end := protocol.Outcome{Claim: a.task.Claim, State: o.state, Result: o.result, Frames: o.frames, Faults: o.faults}
	client := a.worker.client
	return protocol.Repeat(a.grace, client, func() (protocol.Ended, error) { return client.Finish(a.grace, end) })
}

func (a *attempt) store(kind protocol.Kind, data []byte) (*protocol.Stored, error) {
	return a.worker.client.Store(a.grace, a.task.Claim, kind, a.nextBlob(), data)
}

func (a *attempt) logEnd(o outcome, ended protocol.Ended) {
	if ended.State == job.Failed && o.state != job.Failed {
		a.log.Error("the server rejected the result", "faults", ended.Faults)
		return
	}
	a.log.Info("ended", "state", ended.State, "seconds", time.Since(a.began).Seconds())
}
