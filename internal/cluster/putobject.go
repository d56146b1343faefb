package cluster

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// putObject stores an object, unless there is one with the same name. It differs from the library,
// which replaces an object: of two concurrent puts, the chunks of one would stay without an entry.
func (s blobs) putObject(ctx context.Context, meta jetstream.ObjectMeta, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout+time.Duration(len(data))*byteTimeout)
	defer cancel()
	hash := sha256.New()
	_, _ = hash.Write(data) // never fails
	meta.Opts = &jetstream.ObjectMetaOptions{ChunkSize: chunkSize}
	object := jetstream.ObjectInfo{
		ObjectMeta: meta, Bucket: s.bucket, NUID: rand.Text(), Size: uint64(len(data)),
		Chunks: uint32((len(data) + chunkSize - 1) / chunkSize), Digest: jetstream.GetObjectDigestValue(hash),
	}
	if err := s.putChunks(ctx, object.NUID, data); err != nil {
		_ = s.purge(context.WithoutCancel(ctx), s.chunks(object.NUID)) // on failure, the sweeper removes them
		return err
	}
	return s.putEntry(ctx, object)
}

// putChunks stores the chunks of an object.
func (s blobs) putChunks(ctx context.Context, object string, data []byte) error {
	var acks []jetstream.PubAckFuture
	for chunk := range slices.Chunk(data, chunkSize) {
		ack, err := s.js.PublishMsgAsync(&nats.Msg{Subject: s.chunks(object), Data: chunk})
		if err != nil {
			return err
		}
		acks = append(acks, ack)
	}
	for _, ack := range acks {
		select {
		case <-ack.Ok():
		case err := <-ack.Err():
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// putEntry stores the entry of an object whose chunks are stored. If another entry exists, it
// deletes the chunks. If it is unknown whether the entry was written, they stay.
func (s blobs) putEntry(ctx context.Context, object jetstream.ObjectInfo) error {
	text, err := json.Marshal(object)
	if err != nil {
		return err
	}
	entry := &nats.Msg{Subject: s.entrySubject(object.Name), Data: text}
	_, err = s.js.PublishMsg(ctx, entry, jetstream.WithExpectLastSequencePerSubject(0))
	if !isConflict(err) {
		return err
	}
	if found, err := s.info(ctx, object.Name); err != nil || found.NUID == object.NUID {
		return err
	}
	return s.purge(ctx, s.chunks(object.NUID))
}
