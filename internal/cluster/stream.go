package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

// StreamBytes is the memory that sending a Stored file takes, in bytes: the chunk that is being
// read in its encoded form, and the chunk that is being sent.
const StreamBytes = 4 * chunkSize

// chunkPatience is the time for which Send repeats a request for a chunk. It is longer than an
// election.
const chunkPatience = 10 * time.Second

// A Stored file is a blob that is sent chunk by chunk, so that a large file takes little memory.
type Stored struct {
	blob *Blob
	from blobs
}

// StoredInstance returns the file of an instance.
func (s *Store) StoredInstance(ctx context.Context, tenant, hash string) (*Stored, error) {
	m, err := s.manifest(ctx, tenant, hash)
	if err != nil {
		return nil, err
	}
	if m.Blob == nil || m.Blob.SHA256 != strings.TrimPrefix(hash, "sha256:") {
		return nil, fmt.Errorf("instance %s: %w", hash, errCorrupt)
	}
	return &Stored{m.Blob, s.instances}, nil
}

// StoredResult returns the result of a job. The record must have a result.
func (s *Store) StoredResult(r *Record) *Stored { return &Stored{r.Result, s.results} }

// Size returns the number of bytes.
func (s *Stored) Size() int64 { return s.blob.Size }

// Send writes the bytes to w. It writes the last chunk only if the hash of all bytes is right, so
// that w never receives all bytes of a damaged file. The time limit for a request to the store
// applies to each chunk: the time that w takes does not count.
func (s *Stored) Send(ctx context.Context, w io.Writer) error {
	d := &delayedWriter{to: w, hash: sha256.New()}
	err := s.from.copySegments(ctx, d, s.blob)
	if err == nil && hex.EncodeToString(d.hash.Sum(nil)) != s.blob.SHA256 {
		err = errCorrupt
	}
	if err == nil {
		_, err = w.Write(d.last)
	}
	if err != nil {
		return fmt.Errorf("blob %s: %w", s.blob.SHA256, err)
	}
	return nil
}

// copySegment writes an object of the given size to w, chunk by chunk.
func (s blobs) copySegment(ctx context.Context, name string, size int64, w io.Writer) error {
	info, err := patiently(ctx, func() (*jetstream.ObjectInfo, error) { return s.info(ctx, name) })
	if err == nil && info.Size != uint64(size) {
		err = errCorrupt
	}
	if err != nil {
		return err
	}
	for next, done := uint64(1), uint64(0); done < info.Size; {
		m, err := patiently(ctx, func() (*jetstream.RawStreamMsg, error) { return s.chunk(ctx, info.NUID, next) })
		if err != nil {
			return err
		}
		if _, err := w.Write(m.Data); err != nil {
			return err
		}
		next, done = m.Sequence+1, done+uint64(len(m.Data))
	}
	return nil
}

// patiently repeats a request while the store is electing a leader.
func patiently[T any](ctx context.Context, request func() (T, error)) (T, error) {
	began := time.Now()
	return retry.Do(ctx, request, func(err error) (time.Duration, bool) {
		return pause, IsUnavailable(err) && time.Since(began) < chunkPatience
	})
}

// A delayedWriter hashes everything that is written to it and passes on all but the last write.
type delayedWriter struct {
	to   io.Writer
	hash hash.Hash
	last []byte
}

func (d *delayedWriter) Write(data []byte) (int, error) {
	d.hash.Write(data)
	if len(d.last) > 0 {
		if _, err := d.to.Write(d.last); err != nil {
			return 0, err
		}
	}
	d.last = data // the callers do not reuse it
	return len(data), nil
}
