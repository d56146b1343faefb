package islands

import (
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/incumbent"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

// Save writes the progress of each island within the step and the state of its searcher.
func (a *Archipelago[S]) Save(w *state.Writer) {
	w.Section("archipelago")
	w.Int("islands", int64(len(a.islands)))
	w.Int("step", int64(a.step))
	for _, i := range a.islands {
		i.save(w)
	}
}

// Restore restores a saved archipelago.
func (a *Archipelago[S]) Restore(r *state.Reader) error {
	r.Section("archipelago")
	if n := r.Int("islands"); r.Err() == nil && n != int64(len(a.islands)) {
		r.Failf("got %d islands, expected %d", n, len(a.islands))
	}
	a.step = r.Uint32("step")
	a.aside = incumbent.Aside[S, float64]{}
	for _, i := range a.islands {
		if i.restore(r); r.Err() != nil {
			break
		}
	}
	return r.Err()
}

func (i *island[S]) save(w *state.Writer) {
	w.Section("island")
	w.Int("steps taken", int64(i.taken))
	w.Bool("resting", i.resting)
	w.Bool("proven", i.proven)
	if s, err := i.stateful(); err != nil {
		w.Fail(err)
	} else {
		s.Save(w)
	}
}

func (i *island[S]) restore(r *state.Reader) {
	r.Section("island")
	i.taken = r.Count("steps taken", i.Steps)
	i.resting = r.Bool("resting")
	i.proven = r.Bool("proven")
	i.cut = false
	s, err := i.stateful()
	if r.Fail(err); r.Err() == nil {
		r.Fail(s.Restore(r))
	}
}

func (i *island[S]) stateful() (search.Stateful, error) {
	s, ok := search.As[search.Stateful](i.Searcher)
	if !ok {
		return nil, fmt.Errorf("cannot save an island with algorithm %s", i.Name)
	}
	return s, nil
}

// Stats returns the best cost of each island, and the trails of the first island that has trails.
func (a *Archipelago[S]) Stats(d search.Detail) (search.Stats, error) {
	stats := search.Stats{Islands: make([]float64, len(a.islands))}
	for i, island := range a.islands {
		stats.Islands[i] = island.Searcher.Cost()
		inner, ok := search.As[search.Observed](island.Searcher)
		if !ok || d.Trails == 0 || len(stats.Trails) > 0 {
			continue
		}
		of, err := inner.Stats(search.Detail{Trails: d.Trails})
		if err != nil {
			return search.Stats{}, err
		}
		stats.Trails = of.Trails
	}
	return stats, nil
}
