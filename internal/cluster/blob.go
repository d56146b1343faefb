package cluster

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	// inlineSize is up to where bytes are kept in the record that refers to them: one
	// write instead of three.
	inlineSize = 16 << 10
	// segmentSize bounds an object: replicas fail at one of a gigabyte.
	segmentSize = 32 << 20
	// chunkSize is that of a message. Each is synced by itself.
	chunkSize = 512 << 10
	// segmentTime is how long the transfer of a segment may take.
	segmentTimeout = time.Minute
)

// A Blob says where some bytes are: in it, or in an object store.
type Blob struct {
	Inline []byte `json:"inline,omitempty"`
	Name   string `json:"name,omitempty"` // of the segments, with a number behind it
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// named is the blob without its bytes.
func (b *Blob) withoutData() *Blob {
	if b == nil || b.Inline == nil {
		return b
	}
	return &Blob{Size: b.Size, SHA256: b.SHA256}
}

func (b *Blob) segments() int { return int((b.Size + segmentSize - 1) / segmentSize) }

func segment(name string, i int) string { return name + "." + strconv.Itoa(i) }

func sum(data []byte) string {
	h := sha256.Sum256(data)
	return hex.EncodeToString(h[:])
}

// blobs are the objects of one kind. An object is an entry that names its chunks, which are
// written before it.
type blobs struct {
	objects jetstream.ObjectStore
	stream  jetstream.Stream
	subject string // ends in a dot
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

// put stores bytes under a name that was never used: small ones in the blob itself. What is
// left of one that failed is an orphan.
func (s blobs) put(ctx context.Context, name string, data []byte) (*Blob, error) {
	b := &Blob{Size: int64(len(data)), SHA256: sum(data)}
	if len(data) <= inlineSize {
		b.Inline = data
		return b, nil
	}
	b.Name = name
	for i := range b.segments() {
		part := data[i*segmentSize : min((i+1)*segmentSize, len(data))]
		if err := s.putSegment(ctx, segment(name, i), part); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// errSpoilt says that a blob is not there, or not what was stored: it never will be.
var errCorrupt = errors.New("the bytes are not those that were stored")

// get reads bytes, and checks that they are those that were put.
func (s blobs) get(ctx context.Context, b *Blob) ([]byte, error) {
	data, err := b.Inline, error(nil)
	if b.Name != "" {
		data, err = s.readSegments(ctx, b)
	}
	if err == nil && sum(data) != b.SHA256 {
		err = errCorrupt
	}
	if err != nil {
		return nil, fmt.Errorf("blob %s: %w", b.SHA256, err)
	}
	return data, nil
}

// join reads the segments of a blob.
func (s blobs) readSegments(ctx context.Context, b *Blob) (data []byte, err error) {
	for i := range b.segments() {
		part, err := s.getSegment(ctx, segment(b.Name, i))
		if errors.Is(err, jetstream.ErrObjectNotFound) || errors.Is(err, jetstream.ErrDigestMismatch) {
			err = fmt.Errorf("%w: %w", errCorrupt, err)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", b.Name, err)
		}
		data = append(data, part...)
	}
	return data, nil
}

// remove deletes the segments of a blob that are there.
func (s blobs) remove(ctx context.Context, b *Blob) (err error) {
	if b == nil || b.Name == "" {
		return nil
	}
	for i := range b.segments() {
		err = errors.Join(err, s.removeSegment(ctx, segment(b.Name, i)))
	}
	return err
}

// removeSegment deletes an object without a trace: the library's own way would leave an
// entry for each for ever. The entry goes first, as chunks without one are orphans.
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

// info is the entry of an object.
func (s blobs) info(ctx context.Context, name string, o ...jetstream.GetObjectInfoOpt) (*jetstream.ObjectInfo, error) {
	ctx, cancel := withTimeout(ctx)
	defer cancel()
	return s.objects.GetInfo(ctx, name, o...)
}

func (s blobs) chunks(of string) string { return s.subject + "C." + of }

func (s blobs) purge(ctx context.Context, subject string) error {
	return s.stream.Purge(ctx, jetstream.WithPurgeSubject(subject))
}

func (s blobs) putSegment(ctx context.Context, name string, data []byte) error {
	return s.putObject(ctx, jetstream.ObjectMeta{Name: name}, data)
}

func (s blobs) putObject(ctx context.Context, meta jetstream.ObjectMeta, data []byte) error {
	// As long as it takes for its size.
	ctx, cancel := context.WithTimeout(ctx, requestTimeout+time.Duration(len(data))*(segmentTimeout/segmentSize))
	defer cancel()
	meta.Opts = &jetstream.ObjectMetaOptions{ChunkSize: chunkSize}
	_, err := s.objects.Put(ctx, meta, bytes.NewReader(data))
	return err
}

// getSegment reads an object message by message. The library's own way is a consumer: the
// nodes of a cluster have to agree on it, and if its node is cut off nothing comes for as
// long as a transfer may take.
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
	if digest, err := jetstream.DecodeObjectDigest(info.Digest); err != nil || hex.EncodeToString(digest) != sum(data) {
		return nil, jetstream.ErrDigestMismatch
	}
	return data, nil
}

// chunk reads the first chunk of an object at or after a number of the stream.
func (s blobs) chunk(ctx context.Context, of string, from uint64) (*jetstream.RawStreamMsg, error) {
	ctx, cancel := withTimeout(ctx)
	defer cancel()
	m, err := s.stream.GetMsg(ctx, from, jetstream.WithGetMsgSubject(s.chunks(of)))
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, jetstream.ErrObjectNotFound
	}
	return m, err
}
