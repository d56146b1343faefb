package aco

import (
	"github.com/tourmaline-opt/tourmaline/internal/tours"
	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// A TrailState is the complete state of an engine between two cycles. The choices of ants are
// derived from it.
type TrailState struct {
	Floor  float32   // initial trail level, and the level of an edge that is not stored
	Levels []float32 // trail levels, in rows of Stride
	Known  []int32   // end cities of the trails in a selective memory, or none, in rows of Ring
	Newest []int32   // index of the newest trail in each row of Known
	Best   tsp.Tour  // tour stored by Remember, or nil
}

// copyTo copies the trails, but not the tour, to the state to.
func (m *TrailState) copyTo(to *TrailState) {
	to.Floor = m.Floor
	to.Levels = append(to.Levels[:0], m.Levels...)
	to.Known = append(to.Known[:0], m.Known...)
	to.Newest = append(to.Newest[:0], m.Newest...)
}

// Save writes the state.
func (m *TrailState) Save(w *state.Writer) {
	w.Section("trails")
	state.List(w, "floor", []float32{m.Floor})
	state.List(w, "levels", m.Levels)
	state.List(w, "known", m.Known)
	state.List(w, "newest", m.Newest)
	state.List(w, "remembered", m.Best)
}

// ReadTrailState reads the state of an engine for the given terrain and instance.
func ReadTrailState(r *state.Reader, t *Terrain, in *tsp.Instance) (*TrailState, error) {
	r.Section("trails")
	floor := state.ReadList[float32](r, "floor", 1)
	m := &TrailState{
		Levels: state.ReadList[float32](r, "levels", t.N*t.Stride()),
		Known:  state.ReadList[int32](r, "known", t.N*t.Ring),
		Newest: state.ReadList[int32](r, "newest", t.N*min(t.Ring, 1)),
	}
	best := state.ReadList[int32](r, "remembered", -1)
	if r.Err() != nil {
		return nil, r.Err()
	}
	m.Floor = floor[0]
	for _, c := range m.Known {
		if c < none || int(c) >= t.N {
			r.Failf("a trail leads to city %d, expected a city below %d", c, t.N)
		}
	}
	for _, i := range m.Newest {
		if i < 0 || int(i) >= t.Ring {
			r.Failf("the newest trail of a city is %d, expected a number below %d", i, t.Ring)
		}
	}
	if len(best) > 0 {
		m.Best = best
		r.Fail(tours.CheckFixed(in, m.Best))
	}
	return m, r.Err()
}

// Save writes the best tours and the state of the engine.
func (s *system) Save(w *state.Writer) {
	w.Section("colony")
	w.Int("cycle", int64(s.cycle))
	w.Real("unit", s.unit)
	s.Record.Save(w)
	w.Bool("laid", s.laid)
	w.Bool("guest", s.immigrant)
	w.Int("since", int64(s.since))
	w.Int("found", int64(s.found))
	w.Int("record", s.shortest)
	state.List(w, "local", s.local)
	s.engine.Save(w)
}

// Restore reads a saved colony.
func (s *system) Restore(r *state.Reader) error {
	r.Section("colony")
	s.cycle = r.Uint32("cycle")
	s.unit = r.Real("unit")
	s.Record.Restore(r)
	s.laid = r.Bool("laid")
	if r.Err() != nil {
		return r.Err()
	}
	s.complete = false
	s.immigrant = r.Bool("guest")
	s.since = r.Uint32("since")
	s.found = r.Uint32("found")
	s.shortest = r.Int("record")
	s.local = state.ReadList[int32](r, "local", s.in.N())
	if r.Err() != nil {
		return r.Err()
	}
	return s.engine.Restore(r)
}

// Save writes the colony and its limits.
func (s *MMAS) Save(w *state.Writer) {
	s.system.Save(w)
	w.Section("limits")
	w.Int("leader", s.leader)
	state.List(w, "limits", []float32{s.limits.lo, s.limits.hi})
	s.saveAuthors(w)
}

// Restore reads a saved colony.
func (s *MMAS) Restore(r *state.Reader) error {
	if err := s.system.Restore(r); err != nil {
		return err
	}
	r.Section("limits")
	s.leader = r.Int("leader")
	if l := state.ReadList[float32](r, "limits", 2); r.Err() == nil {
		s.limits = limits{l[0], l[1]}
	}
	s.restoreAuthors(r)
	return r.Err()
}

// Save writes the state of the engine.
func (r *Reference) Save(w *state.Writer) {
	m := r.trails.TrailState
	if r.remembers {
		m.Best = r.best
	}
	m.Save(w)
}

// Restore reads the state of an engine.
func (r *Reference) Restore(from *state.Reader) error {
	m, err := ReadTrailState(from, r.trails.Terrain, r.in)
	if err != nil {
		return err
	}
	if err := r.Remember(m.Best); err != nil {
		return err
	}
	return r.trails.restore(m)
}

// Save writes the source tour, the trails and the annealing schedule.
func (s *Focused) Save(w *state.Writer) {
	w.Section("focused colony")
	w.Int("cycle", int64(s.cycle))
	w.Bool("started", s.started)
	w.Bool("laid", s.laid)
	state.List(w, "best", tours.Canonical(s.in, s.Tour()))
	s.anneal.Save(w)
	w.Section("tour")
	s.workers[0].peer.Save(w)
	if s.laid {
		s.trails.Save(w)
	}
}

// Restore reads a saved colony.
func (s *Focused) Restore(r *state.Reader) error {
	r.Section("focused colony")
	s.cycle = r.Uint32("cycle")
	s.started, s.laid = r.Bool("started"), r.Bool("laid")
	s.Record.Restore(r)
	r.Fail(s.anneal.Restore(r))
	r.Section("tour")
	if err := s.workers[0].peer.Restore(r); err != nil {
		return err
	}
	s.spread()
	if !s.laid {
		return nil
	}
	m, err := ReadTrailState(r, s.trails.Terrain, s.in)
	if err != nil {
		return err
	}
	return s.trails.restore(m)
}
