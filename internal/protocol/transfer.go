package protocol

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

const (
	// segmentTimeout is the time to transfer a segment, at 140 kB per second.
	segmentTimeout = 30 * time.Second
	// The pauses between repetitions of a request grow from firstPause to maxPause.
	firstPause, maxPause = 250 * time.Millisecond, 5 * time.Second
	// UnknownSize is the size of data whose end is marked only by its last segment.
	UnknownSize = -1
)

// Repeat calls request until it succeeds or fails with an error other than ErrUnavailable. When ctx
// is done, it returns the last error.
func Repeat[T any](ctx context.Context, c *Client, request func() (T, error)) (T, error) {
	pause := firstPause
	return retry.Do(ctx, request, func(err error) (time.Duration, bool) {
		if ctx.Err() != nil || !errors.Is(err, ErrUnavailable) {
			return 0, false
		}
		if c.Repeating != nil {
			c.Repeating(err)
		}
		wait := pause/2 + rand.N(pause/2) // workers that lost the same server do not ask at once
		pause = min(2*pause, maxPause)
		return wait, true
	})
}

// Get returns a segment of stored data. All segments have SegmentSize bytes, except the last one,
// which is shorter and may be empty.
func (c *Client) Get(ctx context.Context, g Get) ([]byte, error) {
	m, err := c.request(ctx, verbGet, segmentTimeout, g, nil)
	if err != nil {
		return nil, err
	}
	return m.Data, nil
}

// Read writes the data of a claimed job to a writer and verifies its hash. Whatever it has written
// is invalid if it returns an error. If size is UnknownSize, the last segment marks the end. Read
// repeats the request for a segment until a server answers or ctx is done.
func (c *Client) Read(ctx context.Context, of Claim, kind Kind, size int64, sum string, to io.Writer) error {
	hash, at := sha256.New(), int64(0)
	for last := size == 0; !last; {
		part, err := Repeat(ctx, c, func() ([]byte, error) { return c.Get(ctx, Get{of, kind, at}) })
		if err != nil {
			return fmt.Errorf("%s: %w", kind, err)
		}
		at += int64(len(part))
		if len(part) > SegmentSize || at > MaxBlob || size != UnknownSize && at > size {
			return fmt.Errorf("%s: %w: found more than %d bytes", kind, ErrCorrupt, size)
		}
		_, _ = hash.Write(part) // never fails
		if _, err := to.Write(part); err != nil {
			return fmt.Errorf("%s: %w", kind, err)
		}
		last = len(part) < SegmentSize || at == size
	}
	if found := fmt.Sprintf("%x", hash.Sum(nil)); found != sum || size != UnknownSize && at != size {
		return fmt.Errorf("%s: %w: found %d bytes with hash %s, expected hash %s", kind, ErrCorrupt, at, found, sum)
	}
	return nil
}

// Store stores data of a claimed job under a new number and returns a reference to it. It does not
// send data of up to InlineSize bytes, because the reference contains it. Store repeats the request
// for a segment until a server answers or ctx is done.
func (c *Client) Store(ctx context.Context, of Claim, kind Kind, number int, data []byte) (*Stored, error) {
	s := &Stored{Number: number, Blob: Blob{Size: int64(len(data)), SHA256: Sum(data)}}
	if len(data) <= InlineSize {
		s.Inline = data
		return s, nil
	}
	s.Segment = SegmentSize
	for i := 0; i*SegmentSize < len(data); i++ {
		part := data[i*SegmentSize : min((i+1)*SegmentSize, len(data))]
		_, err := Repeat(ctx, c, func() (struct{}, error) { return struct{}{}, c.put(ctx, Put{of, kind, number, i, s.Size}, part) })
		if err != nil {
			return nil, fmt.Errorf("%s: %w", kind, err)
		}
	}
	return s, nil
}

func (c *Client) put(ctx context.Context, p Put, part []byte) error {
	_, err := c.request(ctx, verbPut, segmentTimeout, p, part)
	return err
}
