package local

import (
	"errors"
	"fmt"
	"reflect"

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
	// Check tells why something is no solution, as search.Problem does. It is asked
	// about solutions that come from outside: saved ones and immigrants. Without it
	// only their length is checked, if they have one.
	Check func(S) error
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
func (l *Landscape[S]) walks(p Params, seed uint64) ([]*Walk[S], error) {
	count, levels := p.Extent()
	all := make([]*Walk[S], count)
	for i := range all {
		around, err := l.Around(l.start(seed, i), i)
		if err != nil {
			return nil, err
		}
		if len(around) == 0 {
			return nil, errors.New("there are no neighbourhoods")
		}
		w := &Walk[S]{space: l, number: i, seed: seed, strategy: newStrategy[S](p), savedStrategy: newStrategy[S](p)}
		w.among(around[:min(levels, len(around))])
		if err := w.strategy.prepare(w); err != nil {
			return nil, err
		}
		w.done = !w.movable()
		all[i] = w
	}
	return all, nil
}

// start is where a walk begins.
func (l *Landscape[S]) start(seed uint64, walk int) S {
	if walk == 0 && l.Start != nil {
		return *l.Start
	}
	random := stream(seed, forStart, walk, 0)
	return l.Random(&random)
}

// check tells why something from outside is no solution, as far as that is known. A
// known solution is there to compare with.
func (l *Landscape[S]) check(solution, known S) error {
	if l.Check != nil {
		return l.Check(solution)
	}
	if v := reflect.ValueOf(solution); v.Kind() == reflect.Slice {
		if want := reflect.ValueOf(known).Len(); v.Len() != want {
			return fmt.Errorf("a solution of length %d, expected %d", v.Len(), want)
		}
	}
	return nil
}
