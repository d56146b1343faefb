package walks

import (
	"context"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/local"
	"github.com/tourmaline-opt/tourmaline/moves"
)

// Engine is a local.Engine on a device. Many walks in one launch keep a device busy
// that one neighbourhood cannot fill.
type Engine[S any] struct {
	scope  *cl.Scope
	walks  int
	levels []*level[S]
	rules  []*moves.Rule
}

// New puts a problem on a device, for so many walks; one model for each neighbourhood
// that the walks may enter. The device must stay open until Close.
func New[S any](ctx context.Context, d *cl.Device, walks int, models ...Model[S]) (*Engine[S], error) {
	w := cl.NewScope(d)
	e := &Engine[S]{scope: w, walks: walks, rules: make([]*moves.Rule, walks)}
	for i := range models {
		if err := models[i].fits(d.Info()); err != nil {
			w.Fail(fmt.Errorf("neighbourhood %s: %w", models[i].File, err))
			break
		}
		e.levels = append(e.levels, newLevel(ctx, w, models[i], walks))
	}
	if w.Err() != nil {
		_ = e.Close()
		return nil, w.Err()
	}
	return e, nil
}

// Close releases what was made on the device.
func (e *Engine[S]) Close() error { return e.scope.Close() }

// Advance lets every walk make its turns, all all one turn at a time.
func (e *Engine[S]) Advance(ctx context.Context, all []*local.Walk[S], turns int) error {
	for range turns {
		if err := e.turn(ctx, all); err != nil {
			return err
		}
	}
	return nil
}

func (e *Engine[S]) turn(ctx context.Context, all []*local.Walk[S]) error {
	for i, w := range all {
		if e.rules[i] = nil; !w.Done() {
			e.rules[i] = w.Rule()
		}
	}
	for number, l := range e.levels {
		wanted := func(i int) bool { return e.rules[i] != nil && all[i].Level() == number }
		if err := e.choose(ctx, l, all, wanted); err != nil {
			return err
		}
	}
	for i, w := range all {
		if w.Done() {
			continue
		}
		c := moves.Choice{Move: -1}
		if e.rules[i] != nil {
			c = e.levels[w.Level()].picked(i)
		}
		w.Take(c)
		e.note(i, w)
	}
	return ctx.Err()
}

// choose lets a level choose for the walks that are in it, if there are any.
func (e *Engine[S]) choose(ctx context.Context, l *level[S], all []*local.Walk[S], wanted func(i int) bool) error {
	some, other := false, false
	for i := range all {
		if !wanted(i) {
			l.command(i, nil)
			continue
		}
		some = true
		l.command(i, e.rules[i])
		other = l.remember(i, e.rules[i].Until) || other
	}
	if !some {
		return nil
	}
	if other {
		if err := l.resend(e.scope); err != nil {
			return err
		}
	}
	if err := l.flush(ctx); err != nil {
		return err
	}
	if err := l.send(all, wanted); err != nil {
		return err
	}
	return l.look(ctx)
}

// note takes down what a turn did to a walk.
func (e *Engine[S]) note(i int, w *local.Walk[S]) {
	if w.Journal.Replaced || len(w.Journal.Moves) > 0 {
		for _, l := range e.levels {
			l.dirty[i] = true
		}
	}
	for _, m := range w.Journal.Marks {
		for _, l := range e.levels {
			l.mark = append(l.mark, int32(i), m.Attribute, m.Until)
		}
	}
}
