// Package pipe solves jobs that another program sends as lines of JSON, and answers with lines of
// JSON. docs/pipe.md describes the protocol.
package pipe

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// Protocol is the name and version of the protocol.
const Protocol = "tourmaline/pipe/v1"

// mostOpen is the maximum number of jobs that have started and not yet ended.
const mostOpen = 1000

// Options configures a session.
type Options struct {
	Parallel int  // number of searches at a time; further jobs wait
	MaxLine  int  // maximum length of a line in bytes
	Finish   bool // at the end of the input, finish the running jobs instead of cancelling them
}

// An Event is a line that the process writes. It has exactly one member besides the id.
type Event struct {
	ID       string             `json:"id,omitempty"` // empty for a line that belongs to no job
	Version  *Version           `json:"version,omitempty"`
	Progress *job.Progress      `json:"progress,omitempty"`
	Result   *tourmaline.Result `json:"result,omitempty"`
	Error    *Failure           `json:"error,omitempty"`
}

// A Version describes the process.
type Version struct {
	Protocol   string `json:"protocol"`
	Tourmaline string `json:"tourmaline"`
	Parallel   int    `json:"parallel"`
	MaxLine    int    `json:"max_line"`
	MaxOpen    int    `json:"max_open"`
}

// A Failure states why a job has no result.
type Failure struct {
	Detail string      `json:"detail"`
	Faults []job.Fault `json:"faults"`
}

// Codes of faults, in addition to those of package job.
const (
	cancelled   = "cancelled" // before the search had a solution
	unavailable = "too_many"  // too many open jobs
	internal    = "internal"
)

// errEnd is the cause that cancels all searches at the end of the input.
var errEnd = errors.New("the input has ended")

// A session reads requests and runs their jobs.
type session struct {
	opt   Options
	ctx   context.Context // its end cancels all searches without cooling
	end   context.CancelCauseFunc
	slots chan struct{} // one element for each running search
	jobs  sync.WaitGroup

	writing sync.Mutex
	out     io.Writer

	mu   sync.Mutex
	open map[string]*attempt
}

// Serve reads requests until the input ends, a line is too long, the output fails or ctx ends.
// Then it cancels the running searches, writes their results and returns.
func Serve(ctx context.Context, in io.Reader, out io.Writer, opt Options) error {
	s := &session{opt: opt, out: out, slots: make(chan struct{}, opt.Parallel), open: map[string]*attempt{}}
	s.ctx, s.end = context.WithCancelCause(ctx)
	defer s.end(nil)
	err := s.receiveAll(in)
	if err != nil {
		s.send(failure("", err))
	}
	if err != nil || !opt.Finish {
		s.end(errEnd)
	}
	s.jobs.Wait()
	if fault := context.Cause(s.ctx); errors.Is(fault, ErrOutput) {
		return fault
	}
	return err
}

// receiveAll handles all lines of the input. It returns early if the session ends.
func (s *session) receiveAll(in io.Reader) error {
	lines := make(chan []byte)
	ended := make(chan error, 1)
	go func() {
		defer close(lines)
		all := budget.NewLines(in, s.opt.MaxLine)
		for all.Scan() {
			select {
			case lines <- bytes.Clone(all.Bytes()):
			case <-s.ctx.Done():
				return
			}
		}
		ended <- all.Err()
	}()
	for {
		select {
		case <-s.ctx.Done():
			return nil
		case line, ok := <-lines:
			if !ok {
				return <-ended
			}
			s.receive(line)
		}
	}
}

// receive handles one line.
func (s *session) receive(line []byte) {
	if len(bytes.TrimSpace(line)) == 0 {
		return
	}
	r, err := job.DecodeRequest(line)
	switch {
	case err != nil:
		s.send(failure(s.unused(r.ID), err))
	case r.Version:
		s.send(Event{ID: r.ID, Version: &Version{Protocol, tourmaline.Version(), s.opt.Parallel, s.opt.MaxLine, mostOpen}})
	case r.Cancel:
		s.cancel(r.ID)
	default:
		s.start(r)
	}
}

// unused returns an id, or "" if it belongs to an open job. An error event would end that job for
// the sender.
func (s *session) unused(id string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.open[id] != nil {
		return ""
	}
	return id
}

// start runs the job of a request in a new goroutine.
func (s *session) start(r job.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.open[r.ID] != nil:
		s.send(failure("", &job.Fault{Code: job.BadField, Field: "id", Detail: "id: the job " + budget.Quote(r.ID) + " has not ended: expected a new id"}))
		return
	case len(s.open) >= mostOpen:
		s.send(failure(r.ID, &job.Fault{Code: unavailable, Detail: fmt.Sprintf("expected at most %d jobs that have not ended", mostOpen)}))
		return
	}
	a := newAttempt(s, r.ID)
	s.open[r.ID] = a
	s.jobs.Go(func() { s.finish(a, r.Solve) })
}

// finish runs a job and answers it. The id can be used again when the answer arrives.
func (s *session) finish(a *attempt, call []byte) {
	defer a.abort(nil)
	result, err := a.solve(call)
	s.mu.Lock()
	delete(s.open, a.id)
	s.mu.Unlock()
	if err != nil {
		s.send(failure(a.id, err))
		return
	}
	s.send(Event{ID: a.id, Result: result})
}

// cancel ends the search of a job. A job that has already ended is not an error.
func (s *session) cancel(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if a := s.open[id]; a != nil {
		a.cancel()
	}
}

// failure returns the event for an error.
func failure(id string, err error) Event {
	faults := job.Faults(err)
	if faults == nil {
		faults = []job.Fault{{Code: internal, Detail: err.Error()}}
	}
	return Event{ID: id, Error: &Failure{budget.Message(err.Error()), faults}}
}

// ErrOutput is wrapped by the error of a session whose output fails.
var ErrOutput = errors.New("cannot write an answer")

// send writes an event. If writing fails, the session ends.
func (s *session) send(e Event) {
	line, err := json.Marshal(e)
	if err != nil {
		line, _ = json.Marshal(failure(e.ID, err)) // a failure can always be encoded
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	if _, err := s.out.Write(append(line, '\n')); err != nil {
		s.end(fmt.Errorf("%w: %w", ErrOutput, err))
	}
}
