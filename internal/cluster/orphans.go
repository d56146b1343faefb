package cluster

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"
)

// orphanAge is the time without a write after which an upload counts as abandoned. It is much
// longer than the write of a segment may take.
const orphanAge = 10 * time.Minute

// uploadAges is the multiple of orphanAge that the upload of all segments of an instance may take.
const uploadAges = 6

// removeOrphans deletes the remains of interrupted writes: blobs to which no record or manifest
// refers, such as those of deleted jobs, and chunks without an entry. Each call examines the next
// part of the stored messages.
func (s *Store) removeOrphans(ctx context.Context, age time.Duration) error {
	return errors.Join(
		s.states.removeOrphans(ctx, age, func(name string, sequence uint64) (bool, error) {
			if !s.states.scan.isOld(sequence, age) { // the record of a job with a start solution may not be written yet
				return false, nil
			}
			return s.isOrphan(ctx, name, true)
		}),
		s.results.removeOrphans(ctx, age, func(name string, sequence uint64) (bool, error) {
			return s.isOrphan(ctx, name, s.results.scan.isOld(sequence, age))
		}),
		s.instances.removeOrphans(ctx, age, func(name string, sequence uint64) (bool, error) {
			if !s.instances.scan.isOld(sequence, uploadAges*age) { // the upload may still be in progress
				return false, nil
			}
			return s.isOrphanSegment(ctx, name)
		}),
	)
}

// isOrphan reports whether no record will ever refer to a worker's segment. This is the case if the
// job was deleted, or if its record does not refer to the segment and the job has ended, has been
// claimed again since, or does not list the segment's blob as unsaved. A server of an older version
// does not list blobs, so a segment of the current claim must be old.
func (s *Store) isOrphan(ctx context.Context, name string, old bool) (bool, error) {
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
	blob := blobOf(name)
	if err != nil || r.refersTo(blob) {
		return false, err
	}
	return r.State.Ended() || epoch < r.Epoch || old && epoch == r.Epoch && !r.isUploading(blob), nil
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
