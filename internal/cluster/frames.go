package cluster

import (
	"context"
	"errors"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// Frames returns the compressed frames of an ended job, as its worker wrote them.
func (s *Store) Frames(ctx context.Context, r *Record) ([]byte, error) {
	if r.Frames == nil {
		return nil, protocol.ErrNoFrames
	}
	if most := protocol.MaxFramesSize(r.N); r.Frames.Size > most {
		return nil, fmt.Errorf("%w: found %d bytes, expected at most %d", protocol.ErrNoFrames, r.Frames.Size, most)
	}
	data, err := s.results.get(ctx, r.Frames)
	if errors.Is(err, errCorrupt) {
		return nil, fmt.Errorf("%w: %w", protocol.ErrNoFrames, err)
	}
	return data, err
}
