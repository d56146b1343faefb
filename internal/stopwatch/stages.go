package stopwatch

import (
	"context"
	"slices"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/parallel"
)

// Stages measures the stages of a search, and the part of each stage that can use only one thread.
type Stages struct {
	clock  parallel.Clock
	phases []Phase
}

// Time runs an operation and adds its time to a stage.
func (s *Stages) Time(ctx context.Context, stage string, act func(context.Context) error) error {
	began, before := time.Now(), s.clock.Elapsed()
	err := act(parallel.Timed(ctx, &s.clock))
	elapsed, shared := time.Since(began), s.clock.Elapsed()-before
	i := slices.IndexFunc(s.phases, func(p Phase) bool { return p.Name == stage })
	if i < 0 {
		i = len(s.phases)
		s.phases = append(s.phases, Phase{Name: stage})
	}
	s.phases[i].Elapsed += elapsed
	s.phases[i].Serial += max(elapsed-shared, 0)
	return err
}

// Phases returns the stages in the order in which they started.
func (s *Stages) Phases() []Phase { return s.phases }
