package cluster

import (
	"context"
	"crypto/rand"
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// A Start is a solution that a search starts from.
type Start struct {
	Data []byte  // as job.Input.ReadStart reads it
	Cost float64 // recomputed by the server; a result with a greater cost is wrong
}

// putStart stores the start solution of a job whose record is not written yet.
func (s *Store) putStart(ctx context.Context, r *Record, start *Start) (err error) {
	r.Spec.StartFrom = r.Spec.StartFrom.Stored()
	if start == nil {
		return nil
	}
	if err := s.checkSpace(len(start.Data)); err != nil {
		return err
	}
	// Two submissions with the same key have the same id.
	if r.Start, err = s.states.put(ctx, fmt.Sprintf("%s.0.%s", r.Key(), rand.Text()), start.Data); err != nil {
		return fmt.Errorf("cannot store the start solution: %w", err)
	}
	r.StartCost = &start.Cost
	return nil
}

// SolutionBytes returns the verified solution of a job that has ended, as job.Input.ReadStart reads
// it.
func (s *Store) SolutionBytes(ctx context.Context, r *Record) ([]byte, error) {
	result, err := s.ResultBytes(ctx, r)
	if err != nil {
		return nil, err
	}
	return job.SolutionOf(result)
}
