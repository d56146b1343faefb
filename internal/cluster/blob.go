package cluster

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

const (
	// inlineSize is the size of the largest blob that is stored inside the record that refers to
	// it. An inline blob takes one write instead of three.
	inlineSize = protocol.InlineSize
	// segmentSize is the maximum size of an object. A segment fits in one message to a worker.
	segmentSize = protocol.SegmentSize
	// oldSegmentSize is the segment size of blobs whose Segment is 0. Earlier versions wrote them.
	oldSegmentSize = 32 << 20
	// minSegmentSize is the smallest segment size that a blob may state. It bounds the number of
	// segments.
	minSegmentSize = 1 << 20
	// chunkSize is the size of a message. Each message is synced separately.
	chunkSize = 512 << 10
	// segmentTimeout bounds the transfer of a segment of oldSegmentSize bytes.
	segmentTimeout = time.Minute
	// byteTimeout is the time that the transfer of a byte may take.
	byteTimeout = segmentTimeout / oldSegmentSize
)

// A Blob refers to stored bytes. A small Blob contains the bytes itself.
type Blob protocol.Blob

func (b *Blob) withoutData() *Blob {
	if b == nil || b.Inline == nil {
		return b
	}
	return &Blob{Size: b.Size, SHA256: b.SHA256}
}

// segmentSize returns the size of all segments but the last.
func (b *Blob) segmentSize() int64 { return cmp.Or(b.Segment, oldSegmentSize) }

// valid reports whether the blob states sizes that a put can have written.
func (b *Blob) valid() bool {
	each := b.segmentSize()
	return b.Size >= 0 && b.Size <= protocol.MaxBlob && each >= minSegmentSize && each <= oldSegmentSize
}

// segments returns the number of segments. It is 0 if the blob is inline or invalid.
func (b *Blob) segments() int {
	if b.Name == "" || !b.valid() {
		return 0
	}
	return int((b.Size + b.segmentSize() - 1) / b.segmentSize())
}

// segmentLength returns the length of segment i.
func (b *Blob) segmentLength(i int) int64 {
	return min(b.segmentSize(), b.Size-int64(i)*b.segmentSize())
}

func segment(name string, i int) string { return name + "." + strconv.Itoa(i) }

// blobs is an object store. An object is an entry that names its chunks. The chunks are written
// before the entry.
type blobs struct {
	js      jetstream.JetStream // for chunks, which are published asynchronously
	objects jetstream.ObjectStore
	stream  jetstream.Stream
	subject string // ends with a dot
	bucket  string
	scan    *orphanScan
}

func openBlobs(ctx context.Context, js jetstream.JetStream, bucket string) (blobs, error) {
	store, err := js.ObjectStore(ctx, bucket)
	if err != nil {
		return blobs{}, fmt.Errorf("object store %s: %w", bucket, err)
	}
	b := objects(bucket)
	stream, errStream := js.Stream(ctx, b.stream)
	chunks, errChunks := jetstream.New(js.Conn(), jetstream.WithPublishAsyncTimeout(segmentTimeout))
	return blobs{chunks, store, stream, b.subject, bucket, newOrphanScan()}, errors.Join(errStream, errChunks)
}

// put stores bytes under a name that was never used before. It stores up to inlineSize bytes in the
// Blob itself. The remains of a failed put are orphans.
func (s blobs) put(ctx context.Context, name string, data []byte) (*Blob, error) {
	b := &Blob{Size: int64(len(data)), SHA256: protocol.Sum(data)}
	if len(data) <= inlineSize {
		b.Inline = data
		return b, nil
	}
	b.Name, b.Segment = name, segmentSize
	if !b.valid() {
		return nil, fmt.Errorf("cannot store %s: expected at most %s", humanize.Bytes(b.Size), humanize.Bytes(protocol.MaxBlob))
	}
	for i := range b.segments() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		part := data[i*segmentSize : min((i+1)*segmentSize, len(data))]
		// Part of a segment would be an orphan. The time for a segment is limited.
		if err := s.putSegment(context.WithoutCancel(ctx), name, i, part); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// putSegment stores segment i of the blob with the given name. All segments but the last must have
// segmentSize bytes.
func (s blobs) putSegment(ctx context.Context, name string, i int, data []byte) error {
	return s.putObject(ctx, jetstream.ObjectMeta{Name: segment(name, i)}, data)
}

// errCorrupt indicates that a blob is missing or damaged. Retrying does not help.
var errCorrupt = protocol.ErrCorrupt

// get reads bytes and verifies their hash.
func (s blobs) get(ctx context.Context, b *Blob) ([]byte, error) {
	var data bytes.Buffer
	if err := s.copyTo(ctx, &data, b); err != nil {
		return nil, err
	}
	return data.Bytes(), nil
}

// copyTo writes the bytes of a blob to w. It returns errCorrupt after the last byte if the bytes do
// not match their hash.
func (s blobs) copyTo(ctx context.Context, w io.Writer, b *Blob) error {
	hash := sha256.New()
	err := s.copySegments(ctx, io.MultiWriter(hash, w), b)
	if err == nil && hex.EncodeToString(hash.Sum(nil)) != b.SHA256 {
		err = errCorrupt
	}
	if err != nil {
		return fmt.Errorf("blob %s: %w", b.SHA256, err)
	}
	return nil
}

func (s blobs) copySegments(ctx context.Context, w io.Writer, b *Blob) error {
	if !b.valid() {
		return fmt.Errorf("%w: the record states a size of %d bytes in segments of %d bytes", errCorrupt, b.Size, b.segmentSize())
	}
	if b.Name == "" {
		_, err := w.Write(b.Inline)
		return err
	}
	for i := range b.segments() {
		err := s.copySegment(ctx, segment(b.Name, i), b.segmentLength(i), w)
		if errors.Is(err, jetstream.ErrObjectNotFound) {
			err = fmt.Errorf("%w: %w", errCorrupt, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// getSegment reads segment i of a blob.
func (s blobs) getSegment(ctx context.Context, b *Blob, i int) ([]byte, error) {
	if i < 0 || i >= b.segments() {
		return nil, fmt.Errorf("segment %d of %s: expected a number below %d: %w", i, b.Name, b.segments(), errCorrupt)
	}
	part, err := s.getObject(ctx, segment(b.Name, i))
	if errors.Is(err, jetstream.ErrObjectNotFound) || errors.Is(err, jetstream.ErrDigestMismatch) {
		err = fmt.Errorf("%w: %w", errCorrupt, err)
	}
	if err == nil && int64(len(part)) != b.segmentLength(i) {
		err = errCorrupt
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", segment(b.Name, i), err)
	}
	return part, nil
}

// part reads the bytes of a blob from an offset to the end of a message to a worker or of the blob.
// The offset must be a multiple of segmentSize, or the size of the blob.
func (s blobs) part(ctx context.Context, b *Blob, offset int64) ([]byte, error) {
	if offset == b.Size {
		return nil, nil
	}
	if offset < 0 || offset > b.Size || offset%segmentSize != 0 || !b.valid() {
		return nil, fmt.Errorf("offset %d: expected a multiple of %d below %d: %w", offset, segmentSize, b.Size, ErrNotFound)
	}
	if b.Name == "" {
		return b.Inline, nil
	}
	data, err := s.getSegment(ctx, b, int(offset/b.segmentSize()))
	if err != nil {
		return nil, err
	}
	data = data[offset%b.segmentSize():]
	return data[:min(segmentSize, len(data))], nil
}

// remove deletes the existing segments of a blob.
func (s blobs) remove(ctx context.Context, b *Blob) (err error) {
	if b == nil {
		return nil
	}
	for i := range b.segments() {
		if ctx.Err() != nil {
			return errors.Join(err, ctx.Err())
		}
		err = errors.Join(err, s.removeSegment(ctx, segment(b.Name, i)))
	}
	return err
}

// removeSegment deletes an object completely, whereas the library would leave an entry for each
// deleted object forever. It deletes the entry first, because chunks without an entry are orphans.
func (s blobs) removeSegment(ctx context.Context, name string) error {
	info, err := s.info(ctx, name, jetstream.GetObjectInfoShowDeleted())
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(s.purge(ctx, s.entrySubject(name)), s.purge(ctx, s.chunks(info.NUID)))
}

// entrySubject returns the subject of the entry of an object.
func (s blobs) entrySubject(name string) string {
	return s.subject + "M." + base64.URLEncoding.EncodeToString([]byte(name))
}

// checkSegments returns errCorrupt if a segment of a blob is missing or has another length.
func (s blobs) checkSegments(ctx context.Context, b *Blob) error {
	for i := range b.segments() {
		info, err := s.info(ctx, segment(b.Name, i))
		switch {
		case errors.Is(err, jetstream.ErrObjectNotFound):
			return fmt.Errorf("%w: segment %d of %d is missing", errCorrupt, i, b.segments())
		case err != nil:
			return err
		case info.Size != uint64(b.segmentLength(i)): //nolint:gosec // not negative
			return fmt.Errorf("%w: segment %d of %d has %d bytes, expected %d", errCorrupt, i, b.segments(), info.Size, b.segmentLength(i))
		}
	}
	return nil
}

func (s blobs) info(ctx context.Context, name string, o ...jetstream.GetObjectInfoOpt) (*jetstream.ObjectInfo, error) {
	ctx, cancel := withTimeout(ctx)
	defer cancel()
	return s.objects.GetInfo(ctx, name, o...)
}

func (s blobs) chunks(of string) string { return s.subject + "C." + of }

func (s blobs) purge(ctx context.Context, subject string) error {
	ctx, cancel := withTimeout(ctx)
	defer cancel()
	return s.stream.Purge(ctx, jetstream.WithPurgeSubject(subject))
}

// getObject reads an object message by message. The library would use a consumer, which requires
// agreement between the cluster nodes; if the consumer's node is cut off, nothing arrives until the
// transfer times out.
func (s blobs) getObject(ctx context.Context, name string) ([]byte, error) {
	info, err := s.info(ctx, name)
	if err != nil {
		return nil, err
	}
	if info.Size > oldSegmentSize {
		return nil, fmt.Errorf("%w: the entry of %s states %d bytes", errCorrupt, name, info.Size)
	}
	data := make([]byte, 0, info.Size)
	for next := uint64(1); uint64(len(data)) < info.Size; {
		m, err := s.chunk(ctx, info.NUID, next)
		if err != nil {
			return nil, err
		}
		data, next = append(data, m.Data...), m.Sequence+1
	}
	if digest, err := jetstream.DecodeObjectDigest(info.Digest); err != nil || hex.EncodeToString(digest) != protocol.Sum(data) {
		return nil, jetstream.ErrDigestMismatch
	}
	return data, nil
}

// chunk reads an object's first chunk whose sequence number is at least from.
func (s blobs) chunk(ctx context.Context, of string, from uint64) (*jetstream.RawStreamMsg, error) {
	ctx, cancel := withTimeout(ctx)
	defer cancel()
	m, err := s.stream.GetMsg(ctx, from, jetstream.WithGetMsgSubject(s.chunks(of)))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, jetstream.ErrObjectNotFound
	}
	return m, err
}
