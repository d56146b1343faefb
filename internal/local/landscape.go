package local

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/tourmaline-opt/tourmaline/moves"
	"github.com/tourmaline-opt/tourmaline/rng"
)

// A Landscape is a problem from the perspective of local search: start solutions and their
// neighbourhoods.
type Landscape[S any] struct {
	// Random draws a start solution.
	Random func(random *rng.Stream) S
	// Around returns the neighbourhoods of a solution, smallest first. Only VND uses more than the
	// first one. walk is the number of the walk, so that each walk can draw different random
	// numbers.
	Around func(place S, walk int) ([]moves.Neighbourhood[S], error)
	// Check validates saved solutions and immigrants, as search.Problem does. If it is nil, only
	// the length of a slice is checked.
	Check func(S) error
	// Start is the first solution of the first walk. If it is nil, the first walk starts from a
	// random solution, as the other walks do.
	Start *S
}

// Purposes of random numbers.
const (
	forStart uint32 = iota
	forKicks
	forTenure
	forHeat
)

// stream returns the random numbers of a walk for one turn and purpose.
func stream(seed uint64, purpose uint32, walk, turn int) rng.Stream {
	return rng.At(rng.Derive(seed, purpose), uint32(walk), uint32(turn))
}

// walk creates the walk with the given number.
func (l *Landscape[S]) walk(p Params, seed uint64, number int) (*Walk[S], error) {
	_, levels := p.Extent()
	around, err := l.Around(l.start(seed, number), number)
	if err != nil {
		return nil, err
	}
	if len(around) == 0 {
		return nil, errors.New("the neighbourhoods are missing")
	}
	w := &Walk[S]{space: l, number: number, seed: seed, strategy: newStrategy[S](p), savedStrategy: newStrategy[S](p)}
	return w, w.among(around[:min(levels, len(around))])
}

// start returns the first solution of a walk.
func (l *Landscape[S]) start(seed uint64, walk int) S {
	if walk == 0 && l.Start != nil {
		return *l.Start
	}
	random := stream(seed, forStart, walk, 0)
	return l.Random(&random)
}

// check validates an external solution. If Check is nil, it compares the length of the solution
// with the length of a known solution.
func (l *Landscape[S]) check(solution, known S) error {
	if l.Check != nil {
		return l.Check(solution)
	}
	if v := reflect.ValueOf(solution); v.Kind() == reflect.Slice {
		if want := reflect.ValueOf(known).Len(); v.Len() != want {
			return fmt.Errorf("got a solution of length %d, expected %d", v.Len(), want)
		}
	}
	return nil
}
