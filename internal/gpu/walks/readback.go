package walks

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/moves"
)

// NewReadBack is like New, but returns an engine that works as the standard version of [LSM13
// Algorithm 2]: the device stores the fitness of every neighbour, with one work-item per neighbour,
// and the host reads all of them and selects a move. It returns an error if the device cannot store
// that many.
func NewReadBack(ctx context.Context, d *cl.Device, walks int, sources []moves.KernelSource) (*Engine, error) {
	for _, s := range sources {
		if uint64(s.Moves) > math.MaxUint32 {
			return nil, fmt.Errorf("neighbourhood %s has %d moves, but at most %d can be read back: use readback=false", s.File, s.Moves, uint32(math.MaxUint32))
		}
	}
	return newEngine(ctx, d, &Engine{walks: walks, readBack: true}, sources)
}

// selectAll picks a move for each walk that has a rule, one walk after the other.
func (e *Engine) selectAll(ctx context.Context, turns []local.DeviceTurn, chosen []moves.Choice) error {
	for number, l := range e.levels {
		if err := l.send(number, turns); err != nil {
			return err
		}
	}
	for i, t := range turns {
		chosen[i] = moves.Choice{Move: -1}
		if t.Rule == nil {
			continue
		}
		deltas, err := e.levels[t.Level].readAll(ctx, i)
		if err == nil {
			chosen[i], err = local.Choose(ctx, t.Rule, deltas, t.Touch)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readAll returns the deltas of all moves of a walk. They are valid until the next call.
func (l *level) readAll(ctx context.Context, walk int) ([]float64, error) {
	if err := cl.Set(l.score, "walk", uint32(walk)); err != nil {
		return nil, err
	}
	if l.raw == nil {
		l.raw, l.deltas = make([]uint64, l.model.Moves), make([]float64, l.model.Moves)
	}
	if err := l.read(ctx, 0, l.raw); err != nil {
		return nil, err
	}
	for i, bits := range l.raw {
		if i%mostScores == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		l.deltas[i] = l.model.unit().number(bits)
	}
	return l.deltas, nil
}

// read scores len(dst) moves of a walk, starting at move first, and reads the scores as bits.
func (l *level) read(ctx context.Context, first int, dst []uint64) error {
	n := uint32(len(dst))
	if err := errors.Join(cl.Set(l.score, "first", uint64(first)), cl.Set(l.score, "count", n)); err != nil {
		return err
	}
	if err := l.score.Run(ctx, len(dst)); err != nil {
		return err
	}
	return l.scores.Read(dst)
}
