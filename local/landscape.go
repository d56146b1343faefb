package local

import (
	"errors"

	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// A Landscape is what a problem has to offer: places to start from, and what lies around
// them.
type Landscape[S any] struct {
	// Random is a place to start from.
	Random func(random *rng.Stream) S
	// Around are the neighbourhoods of a place, the smallest first. All algorithms but
	// VND use the first alone. Walks have numbers, so that each can draw
	// random numbers of its own.
	Around func(place S, walk int) ([]moves.Neighbourhood[S], error)
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

// walks begin the walks.
func (s *Landscape[S]) walks(p Common, seed uint64, levels int, strategy func(walk int) strategy[S]) ([]*Walk[S], error) {
	all := make([]*Walk[S], p.Walks)
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
		w := &Walk[S]{levels: around[:min(levels, len(around))], strategy: strategy(i), number: i, seed: seed, space: s}
		w.At = w.levels[0]
		w.best, w.cost = w.At.Snapshot(), w.At.Cost()
		all[i] = w
	}
	return all, nil
}
