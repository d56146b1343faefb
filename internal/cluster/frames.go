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

// putFrames stores compressed frames if the disk has space for them beyond the reserve.
func (s *Store) putFrames(ctx context.Context, of *Record, packed []byte) (*Blob, error) {
	if err := s.checkSpace(len(packed)); err != nil {
		return nil, err
	}
	return s.results.put(ctx, blobName(of, framesNumber), packed)
}

// framesNumber is the number of the frames blob. Results are numbered from 1.
const framesNumber = 0
