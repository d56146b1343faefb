package tourmaline

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/checkpoint"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

// Checkpoint encodes the run between two steps, in the checkpoint file format. Resume continues
// exactly from there, on any device and any number of threads. The data starts with two readable
// lines and ends with a checksum. If the search is cooling or has cooled, the checkpoint holds its
// state before the cooling: Resume continues as if the search had never been stopped.
func (s *Solver) Checkpoint() (data []byte, err error) {
	defer catch(&err)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.resumption.checkpoint != nil {
		return slices.Clone(s.resumption.checkpoint), nil
	}
	if s.cooling.started() {
		return slices.Clone(s.cooling.checkpoint), s.cooling.fault
	}
	return s.encode()
}

// encode encodes the current state of the run.
func (s *Solver) encode() ([]byte, error) {
	var w state.Writer
	s.save(&w)
	if err := w.Err(); err != nil {
		return nil, fmt.Errorf("cannot save the search: %w", err)
	}
	h, err := s.header()
	if err != nil {
		return nil, err
	}
	return checkpoint.Encode(h, w.Bytes())
}

// header returns the checkpoint header for the run.
func (s *Solver) header() (checkpoint.Header, error) {
	shown, err := s.shown()
	last := s.timeline.last
	h := checkpoint.Header{
		Program: Version(), Problem: s.info.Problem, Instance: s.info.Name, Hash: s.info.Hash, N: s.info.N,
		Algorithm: s.algorithm, Params: shown, Seed: s.cfg.Seed, Engine: "cpu",
		Step: last.Step, Elapsed: last.Elapsed.Seconds(), Cost: last.Cost, Saved: time.Now().UTC().Format(time.RFC3339),
	}
	if s.cfg.Device != nil {
		h.Engine = s.cfg.Device.Info().Engine
	}
	if s.picked != nil && err == nil {
		h.Picked, err = json.Marshal(s.picked)
	}
	return h, err
}

// save writes the progress, the best solution and the state.
func (s *Solver) save(w *state.Writer) {
	last := s.timeline.last
	w.Section("progress")
	w.Int("step", int64(last.Step))
	w.Int("elapsed", int64(last.Elapsed))
	w.Int("improved", int64(last.Improved))
	w.Int("improved at", int64(last.ImprovedAt))
	w.Real("cost", last.Cost)
	w.Int("prepared at", int64(s.timeline.preparedAt))
	s.trace.save(w)
	w.Text("over", string(s.timeline.over))
	w.Section("solution")
	s.run.saveSolution(w, "best", s.run.Best())
	w.Bool("has start", s.start != nil)
	if s.start != nil {
		s.run.saveSolution(w, "start", s.start)
	}
	w.Bool("prepared", s.run.prepared())
	if s.run.prepared() {
		s.run.save(w)
	}
}

// save writes the points column by column.
func (t trace) save(w *state.Writer) {
	columns := [2][]float64{}
	steps := make([]int64, len(t))
	for i, p := range t {
		columns[0], columns[1] = append(columns[0], p.Seconds), append(columns[1], p.Cost)
		steps[i] = int64(p.Step)
	}
	state.List(w, "trace seconds", columns[0])
	state.List(w, "trace costs", columns[1])
	state.List(w, "trace steps", steps)
}

// restore reads the points.
func (t *trace) restore(r *state.Reader) {
	at := state.ReadList[float64](r, "trace seconds", -1)
	costs := state.ReadList[float64](r, "trace costs", len(at))
	steps := state.ReadList[int64](r, "trace steps", len(at))
	if r.Err() != nil {
		return
	}
	for i := range costs {
		*t = append(*t, TracePoint{Seconds: at[i], Step: int(steps[i]), Cost: costs[i]})
	}
}
