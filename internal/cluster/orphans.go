package cluster

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// orphanAge is how long nothing was written to an upload before it counts as abandoned. A
// segment takes segmentTime at most.
const orphanAge = 10 * segmentTimeout

// removeOrphans deletes what is left of workers and servers that died while they wrote:
// blobs that no record and no manifest refers to, and chunks without an entry.
func (s *Store) removeOrphans(ctx context.Context, age time.Duration) error {
	return errors.Join(
		s.states.removeOrphans(ctx, age, func(name string, _ time.Time) (bool, error) {
			return s.isOrphan(ctx, name, func(r *Record) bool { return refersTo(r.Checkpoint, name) })
		}),
		s.results.removeOrphans(ctx, age, func(name string, _ time.Time) (bool, error) {
			return s.isOrphan(ctx, name, func(r *Record) bool { return refersTo(r.Result, name) || refersTo(r.Frames, name) })
		}),
		s.instances.removeOrphans(ctx, age, func(name string, latest time.Time) (bool, error) {
			if time.Since(latest) < age { // more of it may be to come
				return false, nil
			}
			return s.isOrphanSegment(ctx, name)
		}),
	)
}

// left tells of a segment that a worker has written whether nobody will ever refer to it:
// its job has ended with another one or is gone, or another worker has it.
func (s *Store) isOrphan(ctx context.Context, name string, refers func(*Record) bool) (bool, error) {
	part := strings.Split(name, ".") // tenant, id, epoch, number, segment
	if len(part) != 5 {
		return false, nil
	}
	epoch, err := strconv.ParseUint(part[2], 10, 64)
	if err != nil {
		return false, nil //nolint:nilerr // none of ours
	}
	r, err := s.Get(ctx, part[0], part[1])
	if errors.Is(err, ErrNotFound) {
		return true, nil
	}
	if err != nil || refers(r) {
		return false, err
	}
	return r.State.Ended() || epoch < r.Epoch, nil
}

// abandoned tells of an object of an instance whether it is a segment that no manifest
// refers to.
func (s *Store) isOrphanSegment(ctx context.Context, name string) (bool, error) {
	part := strings.Split(name, ".") // tenant, hash, and of a segment a name and a number
	if len(part) != 4 {
		return false, nil
	}
	m, err := s.manifest(ctx, part[0], part[1])
	if errors.Is(err, ErrNotFound) {
		return true, nil
	}
	return err == nil && !refersTo(m.Blob, name), err
}

func refersTo(b *Blob, object string) bool { return b != nil && b.Name == blobOf(object) }

// blobOf is the name of the blob of a segment.
func blobOf(object string) string { return object[:max(strings.LastIndex(object, "."), 0)] }

// tidy removes the objects that are orphans, and chunks without an entry that are old. It
// asks with the name of an object and with the time when the latest of its blob was written.
func (s blobs) removeOrphans(ctx context.Context, age time.Duration, orphan func(name string, latest time.Time) (bool, error)) error {
	// Chunks are listed first: those of an object that is written meanwhile are not among them.
	info, err := s.stream.Info(ctx, jetstream.WithSubjectFilter(s.chunks(">")))
	if err != nil {
		return err
	}
	chunks := info.State.Subjects
	all, err := s.objects.List(ctx)
	if err != nil && !errors.Is(err, jetstream.ErrNoObjectsFound) {
		return err
	}
	latest := map[string]time.Time{}
	for _, o := range all {
		if blob := blobOf(o.Name); o.ModTime.After(latest[blob]) {
			latest[blob] = o.ModTime
		}
	}
	for _, o := range all {
		delete(chunks, s.chunks(o.NUID))
		yes, err := orphan(o.Name, latest[blobOf(o.Name)])
		if err == nil && yes {
			err = s.removeSegment(ctx, o.Name)
		}
		if err != nil {
			return err
		}
	}
	for subject := range chunks {
		if err := s.removeOldChunks(ctx, subject, age); err != nil {
			return err
		}
	}
	return nil
}

// removeOld deletes the chunks of an object that has no entry, if nobody writes it any more.
func (s blobs) removeOldChunks(ctx context.Context, subject string, age time.Duration) error {
	last, err := s.stream.GetLastMsgForSubject(ctx, subject)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil
	}
	if err != nil || time.Since(last.Time) < age {
		return err
	}
	return s.purge(ctx, subject)
}
