package cluster

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// An Unsaved blob is one that a worker has begun to upload, and to which its record does not refer
// yet. Only such a blob can be saved, so what is neither unsaved nor referred to can be deleted.
type Unsaved struct {
	Kind   protocol.Kind `json:"kind"`
	Number int           `json:"number"`
	Size   int64         `json:"size"`
}

// blob returns an unsaved blob of the current claim.
func (r *Record) blob(u Unsaved) *Blob {
	return &Blob{Name: blobName(protocol.Claim{Tenant: r.Tenant, ID: r.ID, Epoch: r.Epoch}, u.Number), Size: u.Size, Segment: segmentSize}
}

// isUnsaved reports whether a blob is an unsaved one of a kind.
func (r *Record) isUnsaved(kind protocol.Kind, b *Blob) bool {
	return slices.ContainsFunc(r.Unsaved, func(u Unsaved) bool {
		return u.Kind == kind && u.Size == b.Size && r.blob(u).Name == b.Name
	})
}

// refersTo reports whether the record refers to a blob.
func (r *Record) refersTo(name string) bool {
	return slices.ContainsFunc([]*Blob{r.Start, r.Checkpoint, r.Result, r.Frames}, func(b *Blob) bool { return b != nil && b.Name == name })
}

// isUploading reports whether an unsaved blob has the given name.
func (r *Record) isUploading(name string) bool {
	return slices.ContainsFunc(r.Unsaved, func(u Unsaved) bool { return r.blob(u).Name == name })
}

// lastNumber returns the number of the last blob of the claim.
func (r *Record) lastNumber() int {
	last := r.Saves
	for _, u := range r.Unsaved {
		last = max(last, u.Number)
	}
	return last
}

// drop removes the unsaved blobs from the record, except those to keep, and returns those to which
// the record does not refer. The caller deletes them when the record is written.
func (r *Record) drop(keep func(Unsaved) bool) (dropped []Unsaved) {
	var kept []Unsaved
	for _, u := range r.Unsaved {
		if keep(u) {
			kept = append(kept, u)
		} else if !r.refersTo(r.blob(u).Name) {
			dropped = append(dropped, u)
		}
	}
	r.Unsaved = kept
	return dropped
}

func none(Unsaved) bool { return false }

// bucket returns the bucket of a kind of data that workers write.
func (s *Store) bucket(kind protocol.Kind) blobs {
	if kind == protocol.Checkpoint {
		return s.states
	}
	return s.results
}

// removeUnsaved deletes blobs that were dropped from a record. If it fails, the sweeper deletes
// them.
func (s *Store) removeUnsaved(ctx context.Context, r *Record, dropped []Unsaved) {
	for _, u := range dropped {
		_ = s.bucket(u.Kind).remove(ctx, r.blob(u))
	}
}

// begin records that a worker uploads a blob. It deletes the unsaved blobs before it, but keeps the
// result while the worker sends the frames.
func (s *Store) begin(ctx context.Context, pool string, c protocol.Claim, u Unsaved) (*Record, error) {
	var dropped []Unsaved
	r, err := s.changeClaimed(ctx, pool, c, func(r *Record) error {
		if slices.Contains(r.Unsaved, u) {
			return errUnchanged // another segment of the blob, or the reply to the first was lost
		}
		if last := r.lastNumber(); u.Number <= last {
			return fmt.Errorf("%w: blob number %d with %d bytes: expected a number above %d", protocol.ErrInvalid, u.Number, u.Size, last)
		}
		dropped = r.drop(func(old Unsaved) bool { return old.Kind == protocol.Result && u.Kind == protocol.Frames })
		r.Unsaved = append(r.Unsaved, u)
		return nil
	})
	switch {
	case errors.Is(err, errUnchanged):
		return r, nil
	case err != nil:
		return nil, err
	}
	s.removeUnsaved(ctx, r, dropped)
	return r, nil
}

// checkStillUnsaved deletes a segment that was stored after its blob had been replaced or its claim
// had ended, and returns an error. It keeps a segment that the record refers to: a worker may send
// a segment twice.
func (s *Store) checkStillUnsaved(ctx context.Context, pool string, p protocol.Put) error {
	name := blobName(p.Claim, p.Number)
	r, err := s.Get(ctx, p.Tenant, p.ID)
	switch {
	case errors.Is(err, ErrNotFound):
		err = protocol.ErrFenced
	case err != nil || r.refersTo(name):
		return err
	case !r.owns(pool, p.Claim):
		err = protocol.ErrFenced
	case !r.isUploading(name):
		err = fmt.Errorf("%w: blob number %d was replaced by number %d", protocol.ErrInvalid, p.Number, r.lastNumber())
	}
	if err != nil {
		_ = s.bucket(p.Kind).removeSegment(ctx, segment(name, p.Segment)) // on failure, the sweeper removes it
	}
	return err
}
