package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// An orphanScan is the position of the search for orphans in a bucket. The chunks of an object are
// stored before its entry.
type orphanScan struct {
	steps  int               // maximum number of messages to examine at a time
	next   uint64            // sequence number of the next message
	chunks map[string]uint64 // objects whose entry has not been found yet, by the sequence number of a chunk
	marks  []mark            // oldest first
}

// A mark says which messages a bucket had at a time of this process. The age of a message follows
// from marks, and so from one clock: the time of a message is that of the broker's leader.
type mark struct {
	at   time.Time
	last uint64 // sequence number of the last message
}

// maxOrphanSteps is the maximum number of messages that a call of removeOrphans examines.
const maxOrphanSteps = 10_000

// maxMarks is the number of marks of a scan. One is made at each orphanAge, so it must exceed
// uploadAges.
const maxMarks = 16

func newOrphanScan() *orphanScan {
	return &orphanScan{steps: maxOrphanSteps, chunks: map[string]uint64{}}
}

// mark records the last message of the bucket.
func (s *orphanScan) mark(last uint64) {
	s.marks = append(s.marks, mark{time.Now(), last})
	s.marks = s.marks[max(0, len(s.marks)-maxMarks):]
}

// isOld reports whether a message was written at least the given time ago.
func (s *orphanScan) isOld(sequence uint64, age time.Duration) bool {
	return slices.ContainsFunc(s.marks, func(m mark) bool { return sequence <= m.last && time.Since(m.at) >= age })
}

// removeOrphans examines the next messages of the bucket. It deletes orphaned objects, and old
// chunks that belong to no object. orphan reports whether an object is orphaned, given its name and
// the sequence number of its entry.
func (s blobs) removeOrphans(ctx context.Context, age time.Duration, orphan func(name string, sequence uint64) (bool, error)) error {
	info, err := s.stream.Info(ctx)
	if err != nil {
		return err
	}
	s.scan.mark(info.State.LastSeq)
	found, more, err := s.readHeaders(ctx, s.scan.next, s.scan.steps)
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, m := range found {
		if object, ok := strings.CutPrefix(m.subject, s.chunks("")); ok {
			s.scan.chunks[object] = m.sequence
		} else if err := s.examine(ctx, m, known, orphan); err != nil {
			return err
		}
	}
	if more {
		s.scan.next = found[len(found)-1].sequence + 1
		return nil
	}
	err = s.removeOldChunks(ctx, age)
	s.scan.next = 0
	clear(s.scan.chunks)
	return err
}

// examine deletes the object of an entry if it is orphaned. known contains the decisions about
// blobs.
func (s blobs) examine(ctx context.Context, m header, known map[string]bool, orphan func(string, uint64) (bool, error)) error {
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
		if orphaned, err = orphan(info.Name, m.sequence); err != nil {
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

// removeOldChunks deletes chunks whose entry has not been found, unless they may still be being
// written. The next search finds those that exceed the number of steps.
func (s blobs) removeOldChunks(ctx context.Context, age time.Duration) error {
	removed := 0
	for object, sequence := range s.scan.chunks {
		if removed == s.scan.steps || !s.scan.isOld(sequence, age) {
			continue
		}
		if err := s.purge(ctx, s.chunks(object)); err != nil {
			return err
		}
		removed++
	}
	return nil
}

// A header describes a stored message.
type header struct {
	subject  string
	sequence uint64
}

// readHeaders returns up to most messages of the bucket, starting at a sequence number. more
// reports whether there are others.
func (s blobs) readHeaders(ctx context.Context, from uint64, most int) (found []header, more bool, err error) {
	config := jetstream.ConsumerConfig{DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: max(from, 1)}
	more, err = readHeaders(ctx, s.stream, config, most, func(m jetstream.Msg) error {
		meta, err := m.Metadata()
		if err == nil {
			found = append(found, header{m.Subject(), meta.Sequence.Stream})
		}
		return err
	})
	return found, more, err
}
