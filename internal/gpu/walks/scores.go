package walks

import (
	"context"
	"math"

	"github.com/tourmaline-opt/tourmaline/moves"
)

// Scores is a neighbourhood that the device scores and the host reads back as a whole, as in line
// 16 of [LSM13 Algorithm 2]. The engine avoids this transfer. A search with local.Threads takes the
// same path through Scores, unless the moves are a sample, because Scores cannot be renewed.
type Scores[S any] struct {
	moves.Neighbourhood[S]
	engine *Engine
	encode func(h moves.Neighbourhood[S], state []int32)
	stale  bool
	err    error
}

// NewScores returns a replacement for h that uses level 0 and the first walk of an engine.
func NewScores[S any](e *Engine, k moves.Kernel[S], h moves.Neighbourhood[S]) *Scores[S] {
	return &Scores[S]{Neighbourhood: h, engine: e, encode: k.Encode, stale: true}
}

// Deltas computes the deltas on the device. After an error it writes NaN.
func (s *Scores[S]) Deltas(first int, dst []float64) {
	if s.err == nil {
		s.err = s.deltas(first, dst)
	}
	if s.err != nil {
		for i := range dst {
			dst[i] = math.NaN()
		}
	}
}

// Err returns the first error.
func (s *Scores[S]) Err() error { return s.err }

func (s *Scores[S]) deltas(first int, dst []float64) error {
	l := s.engine.levels[0]
	if s.stale {
		l.encode(0, func(state []int32) { s.encode(s.Neighbourhood, state) })
		if err := l.states.Write(l.state); err != nil {
			return err
		}
		s.stale = false
	}
	return l.deltas(context.Background(), first, dst)
}

// deltas scores the moves of the first walk, starting at move first.
func (l *level) deltas(ctx context.Context, first int, dst []float64) error {
	for len(dst) > 0 {
		n := min(len(dst), l.scores.Len())
		if err := l.read(ctx, first, n); err != nil {
			return err
		}
		for i, bits := range l.raw[:n] {
			dst[i] = l.model.unit().number(bits)
		}
		first, dst = first+n, dst[n:]
	}
	return nil
}

// read computes the scores of n moves of the first walk, starting at move first, and reads them as
// bits.
func (l *level) read(ctx context.Context, first, n int) error {
	if l.raw == nil {
		l.raw = make([]uint64, l.scores.Len())
	}
	if err := l.setScore(uint64(first), uint32(n)); err != nil {
		return err
	}
	if err := l.score.Run(ctx, n); err != nil {
		return err
	}
	return l.scores.Read(l.raw[:n])
}

// Apply makes a move on the host.
func (s *Scores[S]) Apply(move int, delta float64) {
	s.Neighbourhood.Apply(move, delta)
	s.stale = true
}

// Reset changes the solution on the host.
func (s *Scores[S]) Reset(solution S) {
	s.Neighbourhood.Reset(solution)
	s.stale = true
}
