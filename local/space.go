package local

import (
	"errors"

	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A Space is what a problem has to offer: places to start from, and what lies around
// them.
type Space[S any] struct {
	// Random is a place to start from.
	Random func(random *rng.Stream) S
	// Around are the neighbourhoods of a place, the smallest first. All algorithms but
	// VND use the first alone. Walks have numbers, so that each can draw
	// random numbers of its own.
	Around func(place S, walk int) ([]search.Neighbourhood[S], error)
	// Start is where the first walk begins; without one it begins anywhere, as the
	// others do.
	Start *S
}

// addresses of random numbers: what is drawn for what.
const (
	forStart uint32 = iota
	forKicks
	forTenure
	forHeat
)

// stream has the numbers of a walk at a turn, apart for every purpose.
func stream(seed uint64, purpose uint32, walk, turn int) rng.Stream {
	return rng.At(rng.Derive(seed, purpose), uint32(walk), uint32(turn))
}

// walkers begin the walks.
func (s *Space[S]) walkers(p Common, seed uint64, levels int, mind func(walk int) mind[S]) ([]*Walker[S], error) {
	all := make([]*Walker[S], p.Walks)
	for i := range all {
		random := stream(seed, forStart, i, 0)
		place := s.Random(&random)
		if i == 0 && s.Start != nil {
			place = *s.Start
		}
		around, err := s.Around(place, i)
		if err != nil {
			return nil, err
		}
		if len(around) == 0 || around[0].Len() == 0 {
			return nil, errors.New("there are no moves: nothing can be changed")
		}
		w := &Walker[S]{levels: around[:min(levels, len(around))], mind: mind(i), number: i, seed: seed, space: s}
		w.At = w.levels[0]
		w.best, w.cost = w.At.Snapshot(), w.At.Cost()
		all[i] = w
	}
	return all, nil
}
