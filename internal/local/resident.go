package local

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/moves"
)

// ResidentPicks is an optional interface of Picks, for walks that stay on the device: the device
// makes the moves that it picks and passes to the next turn without the host. Later, the host makes
// the same moves. Only rules whose random numbers do not depend on the course of a search are
// supported.
type ResidentPicks interface {
	// MostTurns returns the maximum number of turns of a call, or 0 if walks cannot stay.
	MostTurns() int
	// PickTurns picks the moves of several turns and makes them. turns contains a turn for every
	// walk, with a rule that has a memory. tenures contains, for every turn and every walk, how
	// long each of the mostTouched attributes that the move removes must stay out. chosen contains
	// the choices of all walks for the first turn, then those for the second turn, and so on.
	// Aspiration and long-term memory of the rules follow the moves as in tabu search.
	PickTurns(ctx context.Context, turns []DeviceTurn, tenures []int32, chosen []moves.Choice) error
}

// mostTouched is the maximum number of attributes that a move removes.
const mostTouched = len(moves.Touch{}.Leaves)

// A resident is a strategy for walks that can stay on a device.
type resident[S any] interface {
	// stays reports whether a walk can make a number of turns without the host.
	stays(w *Walk[S], turns int) bool
	// tenures computes the tenures of the attributes that the move of a turn removes.
	tenures(w *Walk[S], turn int, dst []int32)
}

// together returns the number of turns, at most most, that all walks can make without the host. It
// returns 1 if they cannot.
func (e *onDevice[S]) together(most int) int {
	r, ok := e.picks.(ResidentPicks)
	if !ok {
		return 1
	}
	turns := min(most, r.MostTurns())
	for _, w := range e.walks {
		if s, ok := w.strategy.(resident[S]); !ok || w.done || !s.stays(w, turns) {
			return 1
		}
	}
	return max(turns, 1)
}

// several performs a number of turns without the host, and then makes the same moves on the host.
func (e *onDevice[S]) several(ctx context.Context, turns int) error {
	many := len(e.walks)
	e.later = resized(e.later, turns*many)
	e.drawTenures(turns)
	err := e.picks.(ResidentPicks).PickTurns(ctx, e.turns, e.tenures, e.later)
	for i := range e.turns {
		e.turns[i].Changed, e.turns[i].Marks = err != nil, nil
	}
	if err != nil {
		return err
	}
	for i, c := range e.later {
		e.walks[i%many].Take(c)
	}
	return ctx.Err()
}

// drawTenures sets the level and the rule of each walk, and draws the tenures of its next turns.
func (e *onDevice[S]) drawTenures(turns int) {
	many := len(e.walks)
	e.tenures = resized(e.tenures, turns*many*mostTouched)
	for i, w := range e.walks {
		e.turns[i].Level, e.turns[i].Rule = w.Level(), w.Rule()
		for turn := range turns {
			w.strategy.(resident[S]).tenures(w, w.turn+turn, e.tenures[(turn*many+i)*mostTouched:][:mostTouched])
		}
	}
}

// resized returns a slice of length n, reusing s if possible.
func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// stays reports whether the steps do not overflow and the moves are not a sample.
func (m *tabu[S]) stays(w *Walk[S], turns int) bool {
	return len(w.renewers) == 0 && int(w.memory.Step) < latest-turns
}

// tenures computes for how many turns the attributes that the move of a turn removes must stay out.
func (m *tabu[S]) tenures(w *Walk[S], turn int, dst []int32) {
	random := stream(w.seed, forTenure, w.number, turn)
	for i := range dst {
		dst[i] = m.params.time(random.Float64())
	}
}
