package walks

import (
	"context"
	"math"

	"github.com/tourmaline-opt/tourmaline/local"
	"github.com/tourmaline-opt/tourmaline/moves"
)

// Scores lets a neighbourhood be scored by the device and read back as a whole, as
// [LSM13 Algorithm 2] does at line 16: what the engine saves. Searched by local.Threads
// it goes the same way, unless its moves are a sample: it cannot be renewed.
type Scores[S any] struct {
	moves.Neighbourhood[S]
	engine *Engine[S]
	stale  bool
	err    error
}

// Scores takes the place of h in its level 0, as the first walk.
func (e *Engine[S]) Scores(h moves.Neighbourhood[S]) *Scores[S] {
	return &Scores[S]{Neighbourhood: h, engine: e, stale: true}
}

// Deltas are computed on the device. After an error they are no numbers.
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

// Err is the first error.
func (s *Scores[S]) Err() error { return s.err }

func (s *Scores[S]) deltas(first int, dst []float64) error {
	l := s.engine.levels[0]
	if s.stale {
		l.dirty[0] = true
		if err := l.send([]*local.Walk[S]{{At: s.Neighbourhood}}, func(int) bool { return true }); err != nil {
			return err
		}
		s.stale = false
	}
	for len(dst) > 0 {
		n := min(len(dst), l.scores.Len())
		if err := l.read(first, n); err != nil {
			return err
		}
		for i, bits := range l.raw[:n] {
			dst[i] = l.model.Delta.number(bits)
		}
		first, dst = first+n, dst[n:]
	}
	return nil
}

// read scores n moves of the first walk from first on.
func (l *level[S]) read(first, n int) error {
	if l.raw == nil {
		l.raw = make([]uint64, l.scores.Len())
	}
	if err := l.setScore(uint64(first), uint32(n)); err != nil {
		return err
	}
	if err := l.score.Run(context.Background(), n); err != nil {
		return err
	}
	return l.scores.Read(l.raw[:n])
}

// Apply makes a move, on the host.
func (s *Scores[S]) Apply(move int, delta float64) {
	s.Neighbourhood.Apply(move, delta)
	s.stale = true
}

// Reset goes elsewhere, on the host.
func (s *Scores[S]) Reset(solution S) {
	s.Neighbourhood.Reset(solution)
	s.stale = true
}
