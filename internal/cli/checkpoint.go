package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/checkpoint"
	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/search"
)

// saved tells whether there is a checkpoint to go on from.
func (v *solve) saved() bool { return v.checkpoint != "" && isFile(v.checkpoint) }

// begin begins a search, or goes on from its checkpoint.
func (v *solve) begin(p tourmaline.Problem, cfg tourmaline.Config) (*tourmaline.Solver, error) {
	if !v.saved() {
		s, err := tourmaline.New(p, cfg)
		if err != nil {
			return nil, usageError("%w", err)
		}
		return s, nil
	}
	if !v.resume {
		return nil, usageError("the checkpoint %s exists: go on from it with --resume, or remove it", v.checkpoint)
	}
	data, err := v.savedBytes()
	if err != nil {
		return nil, inputError(err)
	}
	s, err := tourmaline.Resume(p, cfg, data)
	if errors.Is(err, tourmaline.ErrCheckpoint) {
		return nil, inputError(fmt.Errorf("%s: %w", v.checkpoint, err))
	}
	if err != nil {
		return nil, usageError("%w", err)
	}
	v.goesOn = true
	v.note("going on from %s, step %s after %.1f s\n", v.checkpoint, humanize.Cost(float64(s.Progress().Step)), s.Progress().Elapsed.Seconds())
	return s, nil
}

// savedBytes reads the checkpoint, which is refused at its first bytes if it is none.
func (v *solve) savedBytes() ([]byte, error) {
	f, err := os.Open(v.checkpoint)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := checkpoint.Bytes(f, int64(v.maxInput))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", v.checkpoint, err)
	}
	return data, nil
}

// A saver writes checkpoints while the search goes on: the search waits only until its
// state is in memory. A checkpoint that cannot be written is a warning.
type saver struct {
	v      *solve
	solver *tourmaline.Solver
	last   time.Time
	pause  time.Duration
	done   chan struct{} // closed when the last file is written
}

func (v *solve) newSaver(solver *tourmaline.Solver) *saver {
	s := &saver{v: v, solver: solver, last: time.Now(), pause: time.Duration(v.every), done: make(chan struct{})}
	close(s.done)
	return s
}

// look saves if it is time, or if the search ends; but never so often that saving takes
// more than a fiftieth of the time.
func (s *saver) look(p search.Progress) {
	if s.v.checkpoint == "" || p.Reason == "" && time.Since(s.last) < s.pause {
		return
	}
	select {
	case <-s.done:
	default:
		if p.Reason == "" {
			return // still writing
		}
		s.wait()
	}
	began := time.Now()
	data, err := s.solver.Checkpoint()
	s.last = time.Now()
	s.pause = max(time.Duration(s.v.every), 50*s.last.Sub(began))
	if err != nil {
		s.v.say("tourmaline: no checkpoint: %v\n", err)
		return
	}
	done := make(chan struct{})
	s.done = done
	go func() {
		defer close(done)
		err := s.v.files.Write(s.v.checkpoint, func(w io.Writer) error {
			_, err := w.Write(data)
			return err
		})
		if err != nil {
			s.v.say("tourmaline: the checkpoint was not written, the search goes on: %v\n", err)
		}
	}()
}

// wait waits for the last file.
func (s *saver) wait() { <-s.done }
