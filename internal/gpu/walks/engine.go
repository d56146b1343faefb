package walks

import (
	"context"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/moves"
)

// Engine implements local.Picks.
type Engine struct {
	scope    *cl.Scope
	walks    int
	levels   []*level
	readBack bool // whether the host selects among the deltas of all moves
}

// New loads a problem onto a device for the given number of walks, with one source for each
// neighbourhood that the walks may use. The device must stay open until Close is called.
func New(ctx context.Context, d *cl.Device, walks int, sources []moves.KernelSource) (*Engine, error) {
	return newEngine(ctx, d, &Engine{walks: walks}, sources)
}

func newEngine(ctx context.Context, d *cl.Device, e *Engine, sources []moves.KernelSource) (*Engine, error) {
	if err := Fits(d.Info(), sources); err != nil {
		return nil, err
	}
	stay := 0
	if len(sources) == 1 && !e.readBack {
		stay = mostTurns(d.Info(), model{sources[0]}, e.walks)
	}
	if stay > 0 && d.LongLoops(ctx) != nil {
		stay = 0
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	w := cl.NewScope(d)
	e.scope = w
	for _, s := range sources {
		stored := min(s.Moves, mostScores)
		if e.readBack {
			stored = s.Moves
		}
		e.levels = append(e.levels, newLevel(ctx, w, model{s}, e.walks, stored, stay))
	}
	if w.Err() != nil {
		_ = e.Close()
		return nil, w.Err()
	}
	return e, nil
}

// Close releases the objects on the device.
func (e *Engine) Close() error { return e.scope.Close() }

// Pick picks a move for each walk that has a rule.
func (e *Engine) Pick(ctx context.Context, turns []local.DeviceTurn, chosen []moves.Choice) error {
	if len(turns) != e.walks || len(chosen) != e.walks {
		return fmt.Errorf("got %d walks and %d moves, but the device has %d walks", len(turns), len(chosen), e.walks)
	}
	for i := range turns {
		if level := turns[i].Level; level < 0 || level >= len(e.levels) {
			return fmt.Errorf("walk %d is in neighbourhood %d, but the device has %d", i, level, len(e.levels))
		}
		e.note(i, &turns[i])
	}
	if e.readBack {
		return e.selectAll(ctx, turns, chosen)
	}
	for number, l := range e.levels {
		if err := e.choose(ctx, l, number, turns); err != nil {
			return err
		}
	}
	for i, t := range turns {
		chosen[i] = moves.Choice{Move: -1}
		if t.Rule != nil {
			chosen[i] = e.levels[t.Level].picked(i)
		}
	}
	return nil
}

// note records the changes made in a walk's last turn.
func (e *Engine) note(i int, t *local.DeviceTurn) {
	for _, l := range e.levels {
		l.dirty[i] = l.dirty[i] || t.Changed
		for _, m := range t.Marks {
			if e.readBack {
				break // the host has the memory
			}
			l.mark = append(l.mark, int32(i), m.Attribute, m.Until)
		}
	}
}

// choose picks moves for the walks that are at level l, if there are any.
func (e *Engine) choose(ctx context.Context, l *level, number int, turns []local.DeviceTurn) error {
	some, err := e.prepare(ctx, l, number, turns)
	if err != nil || !some {
		return err
	}
	return l.look(ctx)
}

// prepare sends everything that a pick at level l depends on, and reports whether any walk is at
// that level.
func (e *Engine) prepare(ctx context.Context, l *level, number int, turns []local.DeviceTurn) (some bool, err error) {
	other := false
	for i := range turns {
		t := &turns[i]
		if t.Rule == nil || t.Level != number {
			l.command(i, nil)
			continue
		}
		some = true
		l.command(i, t.Rule)
		other = l.remember(i, t.Rule.Until) || other
	}
	if !some {
		return false, nil
	}
	if other {
		if err := l.resend(e.scope); err != nil {
			return true, err
		}
	}
	if err := l.flush(ctx); err != nil {
		return true, err
	}
	if err := l.send(number, turns); err != nil {
		return true, err
	}
	return true, l.orders.Write(l.order)
}
