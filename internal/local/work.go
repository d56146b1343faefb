package local

import "github.com/tourmaline-opt/tourmaline/moves"

// Work is counted in moves of a neighbourhood that scores many of them at a time.
const (
	// stepWork is the work of a step if its number of turns is not given. A step of one
	// turn may be longer.
	stepWork = 20_000
	// leastWork is the least work of a turn, however few moves it has.
	leastWork = 50
	// sampleWork is the work of a move of a sample, which is made before it is scored.
	sampleWork = 50
	// aloneWork is the work of a move that is scored alone.
	aloneWork = 10
	// pickedMoves is the number of moves that count as one if the neighbourhood picks by
	// itself.
	pickedMoves = 10
	// oftenWork is the most work between two checks of the context: about a millisecond.
	oftenWork = 1 << 10
	// unitWeight is that of a neighbourhood whose moves are scored one by one in the time
	// of a unit of work, which leaves much room.
	unitWeight = 1000
	// portionWork is the work per turn of a strategy with its own search.
	portionWork = 1 << 8
)

// moveWork returns the work of scoring a move among others.
func moveWork[S any](h moves.Neighbourhood[S]) int {
	if _, ok := h.(moves.Renewer); ok {
		return sampleWork
	}
	return 1
}

// lookWork returns the work of scoring a move for the purpose of checking the context. It
// may depend on the time that scoring takes, because the course of a search does not depend
// on it.
func lookWork[S any](h moves.Neighbourhood[S]) int {
	if w, ok := h.(moves.Weighted); ok {
		return max(moveWork(h), w.Weight()/unitWeight)
	}
	return moveWork(h)
}

// portion returns the number of moves that a strategy with its own search examines in a turn.
func portion[S any](h moves.Neighbourhood[S]) int { return max(1, portionWork/moveWork(h)) }

// allWork returns the work of picking the best move of all.
func allWork[S any](h moves.Neighbourhood[S]) int {
	work := float64(h.Len()) * float64(moveWork(h)) // there may be 2^62
	if _, ok := h.(moves.Picker); ok {
		work /= pickedMoves
	}
	return int(min(work, 1<<30))
}

// turnsOfAStep returns the number of turns in which all walks together do about the work of
// a step. A walk may enter each of its neighbourhoods.
func turnsOfAStep[S any](walks []*Walk[S]) int {
	work := 0
	for _, level := range walks[0].work {
		work += level
	}
	return max(1, int(stepWork/max(float64(work)*float64(len(walks)), leastWork)))
}
