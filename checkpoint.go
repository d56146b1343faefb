package tourmaline

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/checkpoint"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

// Checkpoint is the whole run between two steps, as a file holds it: what Resume goes on
// from exactly, on any device and any number of threads. It begins with two lines for
// people and ends with a checksum. A search that cools, or has cooled, is saved as it was
// before that: Resume goes on as if it had never been stopped.
func (s *Solver) Checkpoint() (data []byte, err error) {
	defer catch(&err)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.saved != nil {
		return slices.Clone(s.saved), nil
	}
	if s.cooling.began > 0 {
		return slices.Clone(s.cooling.saved), s.cooling.fault
	}
	return s.checkpoint()
}

func (s *Solver) checkpoint() ([]byte, error) {
	var w state.Writer
	s.save(&w)
	if err := w.Err(); err != nil {
		return nil, fmt.Errorf("the search cannot be saved: %w", err)
	}
	h, err := s.header()
	if err != nil {
		return nil, err
	}
	return checkpoint.Encode(h, w.Bytes())
}

// Resume makes a solver that goes on from a checkpoint. The problem, the algorithm, its
// parameters and the seed must be those that it was saved with; device and threads may be
// others, and so may the limits: what auto picked when the search began stays. Steps and times count on: a limit is one for the whole
// search. The solution to start from is that of the checkpoint, and Config.Init is not
// used.
func Resume(p Problem, cfg Config, data []byte) (*Solver, error) {
	s, err := newSolver(p, cfg)
	if err != nil {
		return nil, err
	}
	has, payload, err := checkpoint.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	before, err := s.pickedBefore(has)
	if err != nil {
		return nil, err
	}
	if err := s.choose(before); err != nil {
		return nil, err
	}
	want, err := s.header()
	if err != nil {
		return nil, err
	}
	if err := has.Matches(want); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	s.saved = slices.Clone(data)
	if err := s.resume(state.NewReader(payload)); err != nil {
		return nil, err
	}
	return s, nil
}

// header says what is saved.
func (s *Solver) header() (checkpoint.Header, error) {
	shown, err := s.shown()
	h := checkpoint.Header{
		Program: Version(), Problem: s.info.Problem, Instance: s.info.Name, Hash: s.info.Hash, N: s.info.N,
		Algorithm: s.algorithm, Params: shown, Seed: s.cfg.Seed, Engine: "cpu",
		Step: s.last.Step, Elapsed: s.last.Elapsed.Seconds(), Cost: s.last.Cost, Saved: time.Now().UTC().Format(time.RFC3339),
	}
	if s.cfg.Device != nil {
		h.Engine = s.cfg.Device.Info().Engine
	}
	if s.picked != nil && err == nil {
		h.Picked, err = json.Marshal(s.picked)
	}
	return h, err
}

// save writes how far the run has come, its best solution, and its state.
func (s *Solver) save(w *state.Writer) {
	w.Section("progress")
	w.Int("step", int64(s.last.Step))
	w.Int("elapsed", int64(s.last.Elapsed))
	w.Int("improved", int64(s.last.Improved))
	w.Int("improved at", int64(s.last.ImprovedAt))
	w.Real("cost", s.last.Cost)
	w.Int("prepared at", int64(s.prepared))
	columns := [2][]float64{}
	steps := make([]int64, len(s.trace))
	for i, p := range s.trace {
		columns[0], columns[1] = append(columns[0], p.Seconds), append(columns[1], p.Cost)
		steps[i] = int64(p.Step)
	}
	state.List(w, "trace seconds", columns[0])
	state.List(w, "trace costs", columns[1])
	state.List(w, "trace steps", steps)
	w.Text("over", string(s.over))
	w.Section("solution")
	s.run.saveSolution(w, "best", s.run.Best())
	w.Bool("has start", s.cfg.Init != nil)
	if s.cfg.Init != nil {
		s.run.saveSolution(w, "start", s.cfg.Init)
	}
	w.Bool("prepared", s.run.prepared())
	if s.run.prepared() {
		s.run.Save(w)
	}
}

// resume reads how far the run had come, and begins it again from the same start. A state
// is taken up once the run is prepared.
func (s *Solver) resume(r *state.Reader) (err error) {
	defer catch(&err)
	s.cfg.Init = nil
	if err := s.begin(nil); err != nil { // so that there is one to ask for the type of its solutions
		return err
	}
	s.readProgress(r)
	r.Section("solution")
	best := s.run.readSolution(r, "best")
	if r.Bool("has start") {
		s.cfg.Init = s.run.readSolution(r, "start")
	}
	prepared := r.Bool("prepared")
	if r.Err() != nil {
		return fmt.Errorf("%w: %w", ErrCheckpoint, r.Err())
	}
	if s.cfg.Init != nil {
		if err := s.begin(s.cfg.Init); err != nil {
			return err
		}
	}
	if err := s.run.keepSaved(best, prepared); err != nil {
		return fmt.Errorf("%w: its best solution: %w", ErrCheckpoint, err)
	}
	s.last.Cost = min(s.last.Cost, s.run.Cost())
	if prepared {
		s.resumed = r
		return nil
	}
	s.saved = nil
	return r.End()
}

// readProgress reads how far the run had come.
func (s *Solver) readProgress(r *state.Reader) {
	r.Section("progress")
	s.last = search.Progress{Step: r.Count("step", math.MaxInt)}
	s.earlier = time.Duration(r.Int("elapsed"))
	s.last.Elapsed = s.elapsed()
	s.last.Improved, s.last.ImprovedAt = r.Count("improved", math.MaxInt), time.Duration(r.Int("improved at"))
	s.last.Cost = r.Real("cost")
	s.prepared = time.Duration(r.Int("prepared at"))
	at := state.ReadList[float64](r, "trace seconds", -1)
	costs := state.ReadList[float64](r, "trace costs", len(at))
	steps := state.ReadList[int64](r, "trace steps", len(at))
	s.over = search.Reason(r.Text("over"))
	for i := range costs {
		if r.Err() == nil {
			s.trace = append(s.trace, TracePoint{Seconds: at[i], Step: int(steps[i]), Cost: costs[i]})
		}
	}
}

// restore takes up the state, and then what came from elsewhere meanwhile.
func (s *Solver) restore() error {
	r := s.resumed
	if err := errors.Join(s.run.Restore(r), r.End()); err != nil {
		return fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	s.resumed, s.saved = nil, nil
	if s.offered == nil {
		return nil
	}
	_, err := s.run.offer(s.offered)
	s.offered = nil
	return err
}
