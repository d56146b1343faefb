package islands

import (
	"context"
	"errors"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/search/state"
)

// An island is a member together with its current state.
type island[S any] struct {
	Member[S]
	immigrant search.Immigrant[S] // Searcher as an Immigrant
	prepared  bool
	taken     int  // number of steps taken in the current step of the archipelago
	resting   bool // whether it has nothing left to try until an immigrant arrives
	proven    bool // whether its best solution is optimal
	// whether its last step was interrupted; its best solution may come from that step
	cut bool
}

func newIsland[S any](m Member[S]) (*island[S], error) {
	if m.Searcher == nil {
		return nil, errors.New("the searcher is missing")
	}
	if m.Steps < 0 {
		return nil, fmt.Errorf("got %d steps per archipelago step, expected 0 or more", m.Steps)
	}
	immigrant, ok := search.As[search.Immigrant[S]](m.Searcher)
	if !ok {
		return nil, errors.New("its searcher does not accept immigrants: expected a search.Immigrant")
	}
	m.Steps = max(m.Steps, 1)
	_, prepares := search.As[search.Preparer](m.Searcher)
	return &island[S]{Member: m, immigrant: immigrant, prepared: !prepares}, nil
}

// advance takes the remaining steps of the current step of the archipelago.
func (i *island[S]) advance(ctx context.Context) error {
	for i.taken < i.Steps && !i.resting && !i.proven {
		err := i.Searcher.Step(ctx)
		if fault := i.note(err); fault != nil && !i.proven {
			i.cut = search.Ended(fault)
			return fault
		}
		i.taken++
	}
	return nil
}

// note records the reason why the searcher stopped. A proof of optimality stops all islands; an
// exhausted searcher only rests.
func (i *island[S]) note(err error) error {
	if errors.Is(err, search.ErrExhausted) {
		i.resting = true
		return nil
	}
	i.proven = i.proven || errors.Is(err, search.ErrOptimal)
	return err
}

// welcome offers a solution to the searcher. If the searcher accepts it, the island no longer
// rests.
func (i *island[S]) welcome(solution S) (taken bool, err error) {
	taken, err = i.immigrant.Immigrate(solution)
	i.resting = i.resting && !taken
	return taken, err
}

// rewind restores the searcher from its state, which contains no trace of interrupted steps. A
// searcher without a state is unchanged.
func (i *island[S]) rewind() error {
	i.cut = false
	s, ok := search.As[search.Stateful](i.Searcher)
	if !ok {
		return nil
	}
	var w state.Writer
	if s.Save(&w); w.Err() != nil {
		return w.Err()
	}
	return s.Restore(state.NewReader(w.Bytes()))
}
