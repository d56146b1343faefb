package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// An orphanScan is the position of the search for orphans in a bucket. The chunks of an object are
// stored before its entry.
type orphanScan struct {
	steps  int                  // maximum number of messages to examine at a time
	next   uint64               // sequence number of the next message
	chunks map[string]time.Time // objects whose entry has not been found yet, by the time of a chunk
}

// maxOrphanSteps is the maximum number of messages that a call of removeOrphans examines.
const maxOrphanSteps = 10_000

func newOrphanScan() *orphanScan {
	return &orphanScan{steps: maxOrphanSteps, chunks: map[string]time.Time{}}
}

// removeOrphans examines the next messages of the bucket. It deletes orphaned objects, and old
// chunks that belong to no object. orphan reports whether an object is orphaned, given its name and
// the time at which it was written.
func (s blobs) removeOrphans(ctx context.Context, age time.Duration, orphan func(name string, written time.Time) (bool, error)) error {
	found, more, err := s.readHeaders(ctx, s.scan.next, s.scan.steps)
	if err != nil {
		return err
	}
	until, known := time.Now(), map[string]bool{}
	for _, m := range found {
		if more {
			until = m.at
		}
		if object, ok := strings.CutPrefix(m.subject, s.chunks("")); ok {
			s.scan.chunks[object] = m.at
		} else if err := s.examine(ctx, m, known, orphan); err != nil {
			return err
		}
	}
	if err := s.removeOldChunks(ctx, until, age); err != nil {
		return err
	}
	s.scan.next = 0
	if more {
		s.scan.next = found[len(found)-1].sequence + 1
	} else {
		clear(s.scan.chunks)
	}
	return nil
}

// examine deletes the object of an entry if it is orphaned. known contains the decisions about
// blobs.
func (s blobs) examine(ctx context.Context, m header, known map[string]bool, orphan func(string, time.Time) (bool, error)) error {
	info, err := s.entry(ctx, m.sequence)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil // it was deleted in the meantime
	}
	if err != nil {
		return err
	}
	delete(s.scan.chunks, info.NUID)
	blob := blobOf(info.Name)
	orphaned, ok := known[blob]
	if !ok || blob == "" {
		if orphaned, err = orphan(info.Name, m.at); err != nil {
			return err
		}
		known[blob] = orphaned
	}
	if orphaned {
		return s.removeSegment(ctx, info.Name)
	}
	return nil
}

// entry reads the entry of an object.
func (s blobs) entry(ctx context.Context, sequence uint64) (info jetstream.ObjectInfo, err error) {
	ctx, cancel := withTimeout(ctx)
	defer cancel()
	m, err := s.stream.GetMsg(ctx, sequence)
	if err != nil {
		return info, err
	}
	return info, json.Unmarshal(m.Data, &info)
}

// removeOldChunks deletes the chunks whose entry has not been found among the messages up to a
// time, unless they may still be being written.
func (s blobs) removeOldChunks(ctx context.Context, until time.Time, age time.Duration) error {
	for object, at := range s.scan.chunks {
		if until.Sub(at) < age {
			continue
		}
		if err := s.purge(ctx, s.chunks(object)); err != nil {
			return err
		}
		delete(s.scan.chunks, object)
	}
	return nil
}

// A header describes a stored message.
type header struct {
	subject  string
	sequence uint64
	at       time.Time
}

// readHeaders returns up to most messages of the bucket, starting at a sequence number. more
// reports whether there are others.
func (s blobs) readHeaders(ctx context.Context, from uint64, most int) (found []header, more bool, err error) {
	config := jetstream.ConsumerConfig{DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: max(from, 1)}
	more, err = readHeaders(ctx, s.stream, config, most, func(m jetstream.Msg) error {
		meta, err := m.Metadata()
		if err == nil {
			found = append(found, header{m.Subject(), meta.Sequence.Stream, meta.Timestamp})
		}
		return err
	})
	return found, more, err
}
