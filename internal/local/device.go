package local

import (
	"cmp"
	"context"

	"github.com/tourmaline-opt/tourmaline/moves"
)

// OnDevice returns an engine that picks moves on a device. All walks share a launch, because one
// neighbourhood may be too small to keep the device busy. The kernels must be the ones with which p
// was created.
func OnDevice[S any](p Picks, kernels []moves.Kernel[S]) Engine[S] {
	return &onDevice[S]{picks: p, kernels: kernels}
}

type onDevice[S any] struct {
	picks   Picks
	kernels []moves.Kernel[S]

	// These slices are indexed by walk.
	walks  []*Walk[S]
	turns  []DeviceTurn
	chosen []moves.Choice

	// for walks that stay on the device; see ResidentPicks
	tenures []int32
	later   []moves.Choice
}

// Advance performs the turns of all walks. All walks perform a turn before any walk performs the
// next, unless they stay on the device.
func (e *onDevice[S]) Advance(ctx context.Context, walks []*Walk[S], turns int) error {
	e.meet(walks)
	for _, w := range walks {
		w.ctx = ctx
	}
	for done := 0; done < turns; {
		n := e.together(turns - done)
		advance := e.turn
		if n > 1 {
			advance = func(ctx context.Context) error { return e.several(ctx, n) }
		}
		if err := advance(ctx); err != nil {
			return err
		}
		done += n
	}
	return nil
}

// meet records new walks and walks whose solution was replaced.
func (e *onDevice[S]) meet(walks []*Walk[S]) {
	if len(e.walks) != len(walks) {
		e.walks, e.turns, e.chosen = make([]*Walk[S], len(walks)), make([]DeviceTurn, len(walks)), make([]moves.Choice, len(walks))
	}
	for i, w := range walks {
		if e.walks[i] == w {
			e.turns[i].Changed = e.turns[i].Changed || w.Journal.Replaced
			continue
		}
		e.walks[i] = w
		e.turns[i] = DeviceTurn{
			Changed: true, Encode: func(state []int32) { e.kernels[w.Level()].Encode(w.At, state) },
			Touch: func(move int) moves.Touch { return touched(w.At, move) },
		}
	}
}

func (e *onDevice[S]) turn(ctx context.Context) error {
	for i, w := range e.walks {
		t := &e.turns[i]
		if t.Level, t.Rule = w.Level(), nil; !w.Done() {
			t.Rule = w.Rule()
		}
	}
	err := e.picks.Pick(ctx, e.turns, e.chosen)
	for i, w := range e.walks {
		t, j := &e.turns[i], &w.Journal
		if t.Changed, t.Marks = false, nil; err == nil && !w.Done() {
			w.Take(e.chosen[i])
			t.Changed, t.Marks = j.Replaced || len(j.Moves) > 0, j.Marks
		}
	}
	return cmp.Or(err, ctx.Err())
}
