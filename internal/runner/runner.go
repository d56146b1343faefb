// Package runner runs a search for a command: it shows progress, writes a trace and checkpoints,
// and stops with the best solution when a signal interrupts it.
package runner

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/device"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/internal/progress"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A Search is a solver with the files and callbacks that a command uses while it runs.
type Search struct {
	Solver     *tourmaline.Solver
	Files      outfile.System
	Trace      string // file for improvements; empty for no trace
	Checkpoint string // file for checkpoints; empty for no checkpoints
	Every      time.Duration
	Resumed    bool // whether the solver was resumed from a checkpoint

	Show    func(search.Progress)
	Cooling func(search.Progress)         // called at each step while the search cools
	Warn    func(format string, a ...any) // shows a warning to the user
}

// Interrupts stop a search early; see term.Interrupter.
type Interrupts interface {
	Expired() <-chan struct{}
	StartWriting()
}

// Run runs the search and returns its result. After an error, the result, if not nil, is the best
// solution found before the error. After Run has returned, signals no longer terminate the program.
func (s Search) Run(ctx context.Context, i Interrupts) (*tourmaline.Result, error) {
	return s.run(ctx, i, newKeeper(s.Solver))
}

func (s Search) run(ctx context.Context, i Interrupts, keep *keeper) (*tourmaline.Result, error) {
	ended := make(chan error, 1)
	go func() { ended <- s.steps(ctx, keep) }()
	var failure error
	select {
	case failure = <-ended:
	case <-i.Expired():
		if r := keep.recent.Load(); r != nil {
			i.StartWriting()
			return r, nil
		}
		s.Warn("tourmaline: waiting for the current step to end; press Ctrl-C once more to exit without a result\n")
		failure = <-ended
	}
	i.StartWriting()
	if failure != nil && s.Solver.Progress().Step == 0 && !errors.Is(failure, device.Err) {
		return nil, failure // only the start solution exists
	}
	r, err := s.Solver.Result()
	if err != nil {
		return nil, errors.Join(failure, err)
	}
	return r, failure
}

// steps runs the search until it ends.
func (s Search) steps(ctx context.Context, keep *keeper) error {
	trace := s.newTracer()
	defer trace.close()
	best := math.Inf(1)
	if s.Resumed {
		best = s.Solver.Progress().Cost
	}
	improves := progress.Improvements(best)
	saver := s.newSaver()
	defer saver.wait()
	for p, err := range s.Solver.Steps(ctx) {
		if err != nil {
			return err
		}
		s.Show(p)
		// With a checkpoint, improvements during the cooling must not be in the trace, because the
		// search resumes from a state before the cooling.
		if improves(p) && (p.Cooling == "" || s.Checkpoint == "") {
			trace.add(s.Solver, p)
		}
		if p.Cooling != "" {
			s.Cooling(p)
		}
		saver.update(p)
		keep.update(p)
	}
	return nil
}
