package tourmaline

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/checkpoint"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

// A resumption is the part of a checkpoint that a run has not restored yet. The state can be
// restored only after the run is prepared.
type resumption struct {
	state *state.Reader // nil if nothing is left to restore
	// checkpoint that contains the state, or last checkpoint of a run after its device was
	// released; nil if there is no checkpoint
	checkpoint []byte
	// solution from Immigrate that the search receives after its state is restored
	offered any
}

// Resume creates a solver that continues from a checkpoint. The problem, the algorithm, its
// parameters and the seed must be those of the saved search; device, threads and limits may differ.
// An algorithm picked by "auto" remains the same. Steps and times continue to count, so limits
// apply to the whole search. The search starts from the solution in the checkpoint and ignores
// Config.Init.
func Resume(p Problem, cfg Config, data []byte) (*Solver, error) {
	s, err := newSolver(p, cfg)
	if err != nil {
		return nil, err
	}
	saved, payload, err := checkpoint.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	before, err := s.pickedBefore(saved)
	if err != nil {
		return nil, err
	}
	if err := s.choose(before); err != nil {
		return nil, err
	}
	expected, err := s.header()
	if err != nil {
		return nil, err
	}
	if err := saved.Matches(expected); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	s.resumption.checkpoint = slices.Clone(data)
	if err := s.resume(state.NewReader(payload)); err != nil {
		return nil, err
	}
	return s, nil
}

// resume reads the progress and creates the run from the saved start solution.
func (s *Solver) resume(r *state.Reader) (err error) {
	defer catch(&err)
	if err := s.createRun(nil); err != nil { // only a run can read solutions of its type
		return err
	}
	s.readProgress(r)
	r.Section("solution")
	best := s.run.readSolution(r, "best")
	var start any
	if r.Bool("has start") {
		start = s.run.readSolution(r, "start")
	}
	prepared := r.Bool("prepared")
	if r.Err() != nil {
		return fmt.Errorf("%w: %w", ErrCheckpoint, r.Err())
	}
	if start != nil {
		if err := s.createRun(start); err != nil {
			return err
		}
	}
	if err := s.run.holdSaved(best, prepared); err != nil {
		return fmt.Errorf("%w: its best solution: %w", ErrCheckpoint, err)
	}
	// the same tolerance as in search.Referee
	stated, cost := s.timeline.last.Cost, s.run.Cost()
	if !(stated >= cost-1e-9*math.Abs(cost)) {
		return fmt.Errorf("%w: it states cost %v, but its best solution costs %v", ErrCheckpoint, stated, cost)
	}
	s.timeline.last.Cost = min(stated, cost)
	if prepared {
		s.resumption.state = r
		return nil
	}
	s.resumption.checkpoint = nil
	if err := r.End(); err != nil {
		return fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	return nil
}

// readProgress reads the progress of the saved run.
func (s *Solver) readProgress(r *state.Reader) {
	t := &s.timeline
	r.Section("progress")
	t.last = search.Progress{Step: r.Count("step", math.MaxInt)}
	t.earlier = time.Duration(r.Int("elapsed"))
	t.last.Elapsed = t.elapsed()
	t.last.Improved, t.last.ImprovedAt = r.Count("improved", math.MaxInt), time.Duration(r.Int("improved at"))
	t.last.Cost = r.Real("cost")
	t.preparedAt = time.Duration(r.Int("prepared at"))
	s.trace.restore(r)
	t.over = search.Reason(r.Text("over"))
}

// restore restores the state of the run, and then offers the run any solution that arrived in the
// meantime.
func (s *Solver) restore() error {
	r, offered := s.resumption.state, s.resumption.offered
	if err := errors.Join(s.run.restore(r), r.End()); err != nil {
		return fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	s.resumption = resumption{}
	if offered == nil {
		return nil
	}
	_, err := s.run.offer(offered)
	return err
}
