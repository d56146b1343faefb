package walks

import (
	"context"

	"github.com/tourmaline-opt/tourmaline/internal/cl"
	"github.com/tourmaline-opt/tourmaline/internal/local"
	"github.com/tourmaline-opt/tourmaline/moves"
)

// Trial is one kernel on a device, for searchtest.Kernel. It scores and picks moves for any state.
type Trial = interface {
	Score(ctx context.Context, state []int32, first int, dst []float64) error
	Pick(ctx context.Context, state []int32, r *moves.Rule) (moves.Choice, error)
	Close() error
}

type trial struct{ engine *Engine }

// NewTrial loads a kernel onto a device. The device must stay open until Close is called.
func NewTrial(ctx context.Context, d *cl.Device, k moves.KernelSource) (Trial, error) {
	e, err := New(ctx, d, 1, []moves.KernelSource{k})
	if err != nil {
		return nil, err
	}
	return &trial{e}, nil
}

// Close releases the kernel.
func (t *trial) Close() error { return t.engine.Close() }

// Score writes the deltas of len(dst) moves, starting at move first.
func (t *trial) Score(ctx context.Context, state []int32, first int, dst []float64) error {
	l := t.engine.levels[0]
	copy(l.state, state)
	if err := l.states.Write(l.state); err != nil {
		return err
	}
	raw := make([]uint64, min(len(dst), l.scores.Len()))
	for len(dst) > 0 {
		n := min(len(dst), len(raw))
		if err := l.read(ctx, first, raw[:n]); err != nil {
			return err
		}
		for i, bits := range raw[:n] {
			dst[i] = l.model.unit().number(bits)
		}
		first, dst = first+n, dst[n:]
	}
	return nil
}

// Pick returns the best move under a rule.
func (t *trial) Pick(ctx context.Context, state []int32, r *moves.Rule) (moves.Choice, error) {
	turn := local.DeviceTurn{Rule: r, Changed: true, Encode: func(s []int32) { copy(s, state) }}
	var chosen [1]moves.Choice
	err := t.engine.Pick(ctx, []local.DeviceTurn{turn}, chosen[:])
	return chosen[0], err
}
