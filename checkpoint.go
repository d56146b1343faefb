package tourmaline

import (
	"bytes"
	"fmt"
	"math"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/checkpoint"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

// Checkpoint is the whole run between two steps, as a file holds it: what Resume goes on
// from exactly, on any device and any number of threads. It begins with two lines for
// people and ends with a checksum.
func (s *Solver) Checkpoint() ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
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
// others, and so may the limits. Steps and times count on: a limit is one for the whole
// search.
func Resume(p Problem, cfg Config, data []byte) (*Solver, error) {
	s, err := newSolver(p, cfg)
	if err != nil {
		return nil, err
	}
	has, payload, err := checkpoint.Read(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	want, err := s.header()
	if err != nil {
		return nil, err
	}
	if err := has.Matches(want); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	if err := s.resume(state.NewReader(payload)); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	return s, nil
}

// header says what is saved.
func (s *Solver) header() (checkpoint.Header, error) {
	shown, err := s.shown()
	info := s.problem.task.info()
	h := checkpoint.Header{
		Program: Version(), Problem: info.Problem, Instance: info.Name, Hash: info.Hash, N: info.N,
		Algorithm: s.algorithm, Params: shown, Seed: s.cfg.Seed, Engine: "cpu",
		Step: s.last.Step, Elapsed: s.last.Elapsed.Seconds(), Cost: s.last.Cost, Saved: time.Now().UTC().Format(time.RFC3339),
	}
	if s.cfg.Device != nil {
		h.Engine = s.cfg.Device.Info().Engine
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
	w.Section("solution")
	w.Bool("prepared", s.run.prepared())
	s.run.saveBest(w)
	s.run.Save(w)
}

// resume reads how far the run had come, and begins it again. A state is taken up once
// the run is prepared; before that, it begins as it had.
func (s *Solver) resume(r *state.Reader) error {
	r.Section("progress")
	p := search.Progress{Step: r.Count("step", math.MaxInt), Elapsed: time.Duration(r.Int("elapsed")) + s.before, Improved: r.Count("improved", math.MaxInt), ImprovedAt: time.Duration(r.Int("improved at"))}
	p.Cost = r.Real("cost")
	s.prepared = time.Duration(r.Int("prepared at"))
	at := state.ReadList[float64](r, "trace seconds", -1)
	costs := state.ReadList[float64](r, "trace costs", len(at))
	steps := state.ReadList[int64](r, "trace steps", len(at))
	r.Section("solution")
	prepared := r.Bool("prepared")
	if err := s.begin(nil); err != nil { // so that there is one to ask for the type of its solutions
		return err
	}
	best := s.run.readBest(r)
	if r.Err() != nil {
		return r.Err()
	}
	for i := range at {
		s.trace = append(s.trace, TracePoint{Seconds: at[i], Step: int(steps[i]), Cost: costs[i]})
	}
	s.last, s.resumed = p, r
	if !prepared {
		return s.restore()
	}
	return s.begin(best)
}

// restore takes up the state.
func (s *Solver) restore() error {
	r := s.resumed
	s.resumed = nil
	if err := s.run.Restore(r); err != nil {
		return err
	}
	return r.End()
}
