package cluster

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// orphanAge is the time without a write after which an upload counts as abandoned. It is much
// longer than the write of a segment may take.
const orphanAge = 10 * time.Minute

// removeOrphans deletes the remains of interrupted writes: blobs to which no record or manifest
// refers, and chunks without an entry.
func (s *Store) removeOrphans(ctx context.Context, age time.Duration) error {
	return errors.Join(
		s.states.removeOrphans(ctx, age, func(name string, _ time.Time) (bool, error) {
			return s.isOrphan(ctx, name, func(r *Record) bool { return refersTo(r.Checkpoint, name) })
		}),
		s.results.removeOrphans(ctx, age, func(name string, _ time.Time) (bool, error) {
			return s.isOrphan(ctx, name, func(r *Record) bool { return refersTo(r.Result, name) || refersTo(r.Frames, name) })
		}),
		s.instances.removeOrphans(ctx, age, func(name string, latest time.Time) (bool, error) {
			if time.Since(latest) < age { // the upload may still be in progress
				return false, nil
			}
			return s.isOrphanSegment(ctx, name)
		}),
	)
}

// isOrphan reports whether no record will ever refer to a worker's segment. This is the case if the
// job was deleted, or if its record does not refer to the segment and the job has ended or has been
// claimed again since.
func (s *Store) isOrphan(ctx context.Context, name string, refers func(*Record) bool) (bool, error) {
	part := strings.Split(name, ".") // tenant, id, epoch, number, segment
	if len(part) != 5 {
		return false, nil
	}
	epoch, err := strconv.ParseUint(part[2], 10, 64)
	if err != nil {
		return false, nil //nolint:nilerr // not one of our names
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

// isOrphanSegment reports whether an object is an instance segment to which no manifest refers.
func (s *Store) isOrphanSegment(ctx context.Context, name string) (bool, error) {
	part := strings.Split(name, ".") // tenant, hash; a segment also has a name and a number
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

func blobOf(object string) string { return object[:max(strings.LastIndex(object, "."), 0)] }

// removeOrphans deletes orphaned objects, and old chunks that belong to no object. orphan reports
// whether an object is orphaned, given its name and the time of the latest write to its blob.
func (s blobs) removeOrphans(ctx context.Context, age time.Duration, orphan func(name string, latest time.Time) (bool, error)) error {
	// List the chunks first, so that objects written in the meantime are not affected.
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
		orphaned, err := orphan(o.Name, latest[blobOf(o.Name)])
		if err == nil && orphaned {
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

// removeOldChunks deletes chunks without an entry unless they are still being written.
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
