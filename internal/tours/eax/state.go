package eax

import (
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/tours/lk"
	"github.com/tourmaline-opt/tourmaline/search/state"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Save writes the members, the unfinished tours of the pool, and the progress of the population.
func (s *EAX) Save(w *state.Writer) {
	w.Section("edge assembly")
	s.at.save(w)
	state.List(w, "champion", s.champion)
	w.Int("members", int64(len(s.members)))
	w.Int("active", int64(s.pool.active))
	w.Grow(4 * int64(len(s.members)) * int64(s.in.N()))
	var t tsp.Tour
	for i := range s.members {
		t = s.members[i].tour(t[:0])
		state.List(w, "member", t)
	}
	for _, o := range s.pool.works[:s.pool.active] {
		w.Int("kicks", int64(o.kicks))
		w.Bool("done", o.done)
		o.chain.Save(w)
	}
}

func (p *progress) save(w *state.Writer) {
	w.Int("epoch", int64(p.epoch))
	w.Real("began", p.start)
	w.Int("stage", int64(p.stage))
	w.Int("generation", int64(p.generation))
	w.Int("pairs", int64(p.pairs))
	w.Int("best", p.best)
	w.Int("since", int64(p.since))
	w.Int("children", int64(p.children))
	w.Int("total", p.total)
}

// Restore reads a saved search.
func (s *EAX) Restore(r *state.Reader) error {
	r.Section("edge assembly")
	s.at = progress{epoch: r.Uint32("epoch"), start: r.Real("began")}
	s.at.stage = stage(r.Count("stage", int(finishing)))
	s.at.generation = r.Uint32("generation")
	s.at.pairs = r.Count("pairs", s.size())
	s.at.best = r.Int("best")
	s.at.since = r.Count("since", math.MaxInt32)
	s.at.children = r.Count("children", s.params.Children)
	s.at.total = r.Int("total")
	s.champion = lk.ReadTour(r, "champion", s.in)
	count := r.Count("members", s.size())
	active := r.Count("active", min(toursAtOnce, s.size()-count))
	s.members = nil
	for i := 0; i < count && r.Err() == nil; i++ {
		if t := lk.ReadTour(r, "member", s.in); r.Err() == nil {
			s.members = append(s.members, member{})
			s.members[i].set(t, &s.space)
		}
	}
	s.restorePool(r, active)
	if r.Err() != nil {
		return r.Err()
	}
	s.length = s.in.Length(s.champion)
	return s.restoreStage(r)
}

// restorePool reads the unfinished tours of the pool.
func (s *EAX) restorePool(r *state.Reader, active int) {
	s.pool = pool{works: make([]work, toursAtOnce), active: active}
	op, _ := lk.ParseOperator(s.params.Pool) // already validated
	for i := 0; i < active && r.Err() == nil; i++ {
		w := &s.pool.works[i]
		w.kicks = r.Count("kicks", s.kicks())
		w.done = r.Bool("done")
		w.chain = lk.NewUndirected(s.in, s.lists, s.champion, op)
		r.Fail(w.chain.Restore(r))
	}
}

// restoreStage checks that the stage is consistent with the members, and prepares it.
func (s *EAX) restoreStage(r *state.Reader) error {
	switch {
	case s.at.stage == pooling:
		return nil
	case len(s.members) < 2 || s.at.pairs >= len(s.members) || s.pool.active > 0:
		r.Failf("got a population of %d with %d completed pairs, expected a complete population", len(s.members), s.at.pairs)
		return r.Err()
	case s.at.children == 0:
		r.Failf("got no competing children, expected at least 1")
		return r.Err()
	}
	s.prepareBreeding()
	return nil
}
