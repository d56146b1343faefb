package local

import "github.com/tourmaline-opt/tourmaline/moves"

// The unit of work is the scoring of one move in a neighbourhood that scores many moves at a time.
const (
	// stepWork is the work of a step if the number of turns is not specified. A step of a single
	// turn may take more work.
	stepWork = 20_000
	// leastWork is the minimum work of a turn, even if it scores fewer moves.
	leastWork = 50
	// sampleWork is the work of a move in a sample, which must be generated before it is scored.
	sampleWork = 50
	// aloneWork is the work of a move that is scored alone.
	aloneWork = 10
	// pickedMoves is the number of moves that count as one unit of work in a neighbourhood that is
	// a moves.Picker.
	pickedMoves = 10
	// oftenWork is the maximum work between two checks of the context. It takes about a
	// millisecond.
	oftenWork = 1 << 10
	// unitWeight is the weight, in nanoseconds per move, that counts as one unit of work. It leaves
	// a large margin.
	unitWeight = 1000
	// portionWork is the work per turn of a strategy that examines moves itself.
	portionWork = 1 << 8
)

// moveWork returns the work of scoring a move together with other moves.
func moveWork[S any](h moves.Neighbourhood[S]) int {
	if _, ok := h.(moves.Renewer); ok {
		return sampleWork
	}
	return 1
}

// lookWork returns the work of scoring a move, for deciding when to check the context. It may
// depend on the time that scoring takes, because it does not affect the course of a search.
func lookWork[S any](h moves.Neighbourhood[S]) int {
	if w, ok := h.(moves.Weighted); ok {
		return max(moveWork(h), w.Weight()/unitWeight)
	}
	return moveWork(h)
}

// portion returns the number of moves per turn of a strategy that examines moves itself.
func portion[S any](h moves.Neighbourhood[S]) int { return max(1, portionWork/moveWork(h)) }

// allWork returns the work of picking the best of all moves.
func allWork[S any](h moves.Neighbourhood[S]) int {
	work := float64(h.Len()) * float64(moveWork(h)) // Len may be up to 2^62
	if _, ok := h.(moves.Picker); ok {
		work /= pickedMoves
	}
	return int(min(work, 1<<30))
}

// turnsOfAStep returns the number of turns per step at which a number of walks together do about
// stepWork. It assumes that a walk may enter each of its neighbourhoods.
func turnsOfAStep[S any](w *Walk[S], walks int) int {
	work := 0
	for _, level := range w.work {
		work += level
	}
	return max(1, int(stepWork/max(float64(work)*float64(walks), leastWork)))
}
