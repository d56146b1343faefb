package ga

import (
	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Save writes the genes and the progress of the generation.
func (s *GA) Save(w *state.Writer) {
	w.Section("genes")
	w.Int("generation", int64(s.generation))
	w.Int("born", int64(s.made))
	w.Int("stage", int64(s.stage))
	w.Int("done", int64(s.done))
	s.Record.Save(w)
	state.List(w, "start", s.pool.start)
	t := make(tsp.Tour, s.in.N())
	w.Grow(4 * int64(s.made) * int64(len(t)))
	for gene := 0; gene < s.made && w.Err() == nil; gene++ {
		w.Fail(s.engine.Gene(gene, t))
		state.List(w, "gene", t)
	}
	if s.done > s.plan.Genes { // some genes have mutated
		state.List(w, "spared", s.spared)
	}
}

// Restore reads saved genes.
func (s *GA) Restore(r *state.Reader) error {
	r.Section("genes")
	s.generation = r.Uint32("generation")
	s.made = r.Count("born", s.plan.Genes)
	s.stage = stage(r.Count("stage", int(stages)-1))
	s.done, s.spared = r.Count("done", 2*s.plan.Genes), nil
	s.Record.Restore(r)
	s.pool.start = lk.ReadTour(r, "start", s.in)
	for gene := 0; gene < s.made && r.Err() == nil; gene++ {
		if t := lk.ReadTour(r, "gene", s.in); r.Err() == nil {
			r.Fail(s.engine.Put(gene, t))
		}
	}
	if s.done > s.plan.Genes {
		s.spared = state.ReadList[int32](r, "spared", s.plan.Groups)
	}
	return r.Err()
}
