package ils

import (
	"cmp"
	"context"

	"github.com/tourmaline-opt/tourmaline/rng"
	"github.com/tourmaline-opt/tourmaline/search"
)

// iterations is the loop of [LS13 §4.3, Algorithm 1, lines 4 to 11]: kick the tour, descend, and
// always continue from the result. The best tour is stored separately.
//
// No result is undone, so a step need not end with a local optimum. On large instances, one
// iteration takes many steps.
type iterations struct {
	keeper
	descending bool // whether the descent after the last kick continues
}

// citiesSwept is the number of cities that the sweeps of a step process. It limits a step to about
// ten milliseconds.
const citiesSwept = 20_000

// newIterations returns the phase that starts from the current local optimum.
func newIterations(s *ILS) *iterations {
	s.thorough(false)
	return &iterations{keeper: newKeeper(s.main)}
}

func (it *iterations) step(ctx context.Context, s *ILS) (phase, error) {
	if !it.descending && s.kicksLeft() == 0 {
		return it, search.ErrExhausted
	}
	it.better = false
	s.main.Record()
	kicks, descending, err := it.iterate(ctx, s)
	if err != nil {
		return it, err
	}
	s.main.Commit()
	s.kicks += kicks
	it.descending = descending
	return it, nil
}

// iterate runs the iterations of a step. It returns the number of iterations that it started, and
// whether the last one is still descending.
func (it *iterations) iterate(ctx context.Context, s *ILS) (kicks int, descending bool, err error) {
	most := min(s.params.Kicks, s.kicksLeft())
	descending = it.descending
	for swept := 0; swept < citiesSwept && (descending || kicks < most); {
		if !descending {
			s.kickNumbered(s.kicks + kicks)
			kicks++
		}
		done, err := s.main.Descend(ctx, citiesAtOnce)
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return 0, false, err
		}
		if s.op.sweeps {
			swept += s.in.N()
		}
		if descending = !done; done {
			it.keep(s.main)
		}
	}
	return kicks, descending, nil
}

// kickNumbered applies the kick with the given number. Its random numbers depend only on the seed
// and that number.
func (s *ILS) kickNumbered(number int) {
	s.main.Commit()
	random := rng.At(s.seed, 1, uint32(number))
	s.main.Kick(&random, random.IntN(int32(s.in.N())), s.params.kick(&random, 0))
}

func (it *iterations) rewind(s *ILS) {
	s.main.Rewind()
	it.keeper.rewind()
}
