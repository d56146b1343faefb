package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/checkpoint"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
)

// hasCheckpoint reports whether there is a checkpoint to resume from.
func (v *solve) hasCheckpoint() bool { return v.checkpoint != "" && isFile(v.checkpoint) }

// ownCheckpoint keeps other searches from writing the checkpoint until release is called.
func (v *solve) ownCheckpoint() (release func(), err error) {
	if v.checkpoint == "" {
		return func() {}, nil
	}
	release, err = outfile.Own(v.checkpoint)
	if errors.Is(err, outfile.ErrOwned) {
		return nil, usageError("the checkpoint %s belongs to a search that is still running: wait until it ends, or choose a different file", v.checkpoint)
	}
	return release, outputError(err)
}

// newSolver creates a search, or resumes it from its checkpoint.
func (v *solve) newSolver(p tourmaline.Problem, cfg tourmaline.Config) (*tourmaline.Solver, error) {
	if !v.hasCheckpoint() {
		s, err := tourmaline.New(p, cfg)
		return s, withCode(exitUsage, err)
	}
	if !v.resume {
		return nil, usageError("the checkpoint %s already exists: resume it with --resume, or remove it", v.checkpoint)
	}
	data, err := v.readCheckpoint()
	if err != nil {
		return nil, inputError(err)
	}
	s, err := tourmaline.Resume(p, cfg, data)
	if err != nil {
		return nil, cmp.Or(v.checkpointError(err), withCode(exitUsage, err))
	}
	v.resumed = true
	v.note("resuming from %s at step %s, after %.1f s\n", v.checkpoint, humanize.Cost(float64(s.Progress().Step)), s.Progress().Elapsed.Seconds())
	return s, nil
}

// checkpointError returns an input error that names the checkpoint if err is about it, and nil
// otherwise. The state of an algorithm is checked only after the search has been prepared.
func (v *solve) checkpointError(err error) error {
	if errors.Is(err, tourmaline.ErrCheckpoint) {
		return inputError(fmt.Errorf("%s: %w", v.checkpoint, err))
	}
	return nil
}

// readCheckpoint reads the checkpoint. It rejects a file that is not a checkpoint after reading its
// first bytes.
func (v *solve) readCheckpoint() ([]byte, error) {
	return budget.File(v.checkpoint, func(r io.Reader, name string) ([]byte, error) {
		data, err := checkpoint.Bytes(r, int64(v.maxInput))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return data, nil
	})
}
