package cluster

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

const (
	// inlineSize is the size of the largest blob that is stored inside the record that refers to
	// it. An inline blob takes one write instead of three.
	inlineSize = protocol.InlineSize
	// segmentSize is the maximum size of an object. Replication fails for objects of a gigabyte.
	segmentSize = protocol.SegmentSize
	// chunkSize is the size of a message. Each message is synced separately.
	chunkSize = 512 << 10
	// segmentTimeout bounds the transfer of a segment.
	segmentTimeout = time.Minute
)

// A Blob refers to stored bytes.
type Blob = protocol.Blob

func segment(name string, i int) string { return name + "." + strconv.Itoa(i) }

// blobs is an object store. An object is an entry that names its chunks. The chunks are written
// before the entry.
type blobs struct {
	objects jetstream.ObjectStore
	stream  jetstream.Stream
	subject string // ends with a dot
}

func openBlobs(ctx context.Context, js jetstream.JetStream, bucket string) (blobs, error) {
	store, err := js.ObjectStore(ctx, bucket)
	if err != nil {
		return blobs{}, fmt.Errorf("object store %s: %w", bucket, err)
	}
	b := objects(bucket)
	stream, err := js.Stream(ctx, b.stream)
	return blobs{store, stream, b.subject}, err
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
	for i := range b.Segments() {
		part := data[i*segmentSize : min((i+1)*segmentSize, len(data))]
		if err := s.putObject(ctx, jetstream.ObjectMeta{Name: segment(name, i)}, part); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// errCorrupt indicates that a blob is missing or damaged. Retrying does not help.
var errCorrupt = errors.New("stored bytes are missing or damaged")

// get reads bytes and verifies their hash.
func (s blobs) get(ctx context.Context, b *Blob) ([]byte, error) {
	data, err := b.Inline, error(nil)
	if b.Name != "" {
		data, err = s.readSegments(ctx, b)
	}
	if err == nil && protocol.Sum(data) != b.SHA256 {
		err = errCorrupt
	}
	if err != nil {
		return nil, fmt.Errorf("blob %s: %w", b.SHA256, err)
	}
	return data, nil
}

func (s blobs) readSegments(ctx context.Context, b *Blob) (data []byte, err error) {
	for i := range b.Segments() {
		part, err := s.segment(ctx, b, i)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", b.Name, err)
		}
		data = append(data, part...)
	}
	return data, nil
}

// segment reads a segment of a blob.
func (s blobs) segment(ctx context.Context, b *Blob, i int) ([]byte, error) {
	part, err := s.getSegment(ctx, segment(b.Name, i))
	if errors.Is(err, jetstream.ErrObjectNotFound) || errors.Is(err, jetstream.ErrDigestMismatch) {
		err = fmt.Errorf("%w: %w", errCorrupt, err)
	}
	return part, err
}

// remove deletes the existing segments of a blob.
func (s blobs) remove(ctx context.Context, b *Blob) (err error) {
	if b == nil || b.Name == "" {
		return nil
	}
	for i := range b.Segments() {
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
	entry := s.subject + "M." + base64.URLEncoding.EncodeToString([]byte(name))
	return errors.Join(s.purge(ctx, entry), s.purge(ctx, s.chunks(info.NUID)))
}

func (s blobs) info(ctx context.Context, name string, o ...jetstream.GetObjectInfoOpt) (*jetstream.ObjectInfo, error) {
	ctx, cancel := withTimeout(ctx)
	defer cancel()
	return s.objects.GetInfo(ctx, name, o...)
}

func (s blobs) chunks(of string) string { return s.subject + "C." + of }

func (s blobs) purge(ctx context.Context, subject string) error {
	return s.stream.Purge(ctx, jetstream.WithPurgeSubject(subject))
}

func (s blobs) putObject(ctx context.Context, meta jetstream.ObjectMeta, data []byte) error {

	ctx, cancel := context.WithTimeout(ctx, requestTimeout+time.Duration(len(data))*(segmentTimeout/segmentSize))
	defer cancel()
	meta.Opts = &jetstream.ObjectMetaOptions{ChunkSize: chunkSize}
	_, err := s.objects.Put(ctx, meta, bytes.NewReader(data))
	return err
}

// getSegment reads an object message by message. The library would use a consumer, which requires
// agreement between the cluster nodes; if the consumer's node is cut off, nothing arrives until the
// transfer times out.
func (s blobs) getSegment(ctx context.Context, name string) ([]byte, error) {
	info, err := s.info(ctx, name)
	if err != nil {
		return nil, err
	}
	var data []byte
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
