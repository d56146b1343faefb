package runner

import (
	"io"
	"math"
	"sync/atomic"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A saver writes checkpoints in the background: the search waits only until its state has been
// copied to memory. If a checkpoint cannot be written, the saver warns, and the search continues.
type saver struct {
	Search
	last  time.Time
	pause time.Duration
	done  chan struct{} // closed when the last file has been written
}

func (s Search) newSaver() *saver {
	v := &saver{Search: s, last: time.Now(), pause: s.Every, done: make(chan struct{})}
	close(v.done)
	return v
}

// update saves a checkpoint when the pause is over and when the search ends. Copying the state
// takes at most a fiftieth of the time.
func (s *saver) update(p search.Progress) {
	if s.Checkpoint == "" || p.Reason == "" && time.Since(s.last) < s.pause {
		return
	}
	select {
	case <-s.done:
	default:
		if p.Reason == "" {
			return // the previous checkpoint is still being written
		}
		s.wait()
	}
	start := time.Now()
	data, err := s.Solver.Checkpoint()
	s.last = time.Now()
	s.pause = max(s.Every, 50*s.last.Sub(start))
	if err != nil {
		s.Warn("tourmaline: cannot save a checkpoint; the search continues: %v\n", err)
		return
	}
	s.write(data)
}

// write writes a checkpoint in the background.
func (s *saver) write(data []byte) {
	done := make(chan struct{})
	s.done = done
	go func() {
		defer close(done)
		err := s.Files.Write(s.Checkpoint, func(w io.Writer) error {
			_, err := w.Write(data)
			return err
		})
		if err != nil {
			s.Warn("tourmaline: cannot write the checkpoint; the search continues: %v\n", err)
		}
	}()
}

// wait waits until the last file has been written.
func (s *saver) wait() { <-s.done }

// A keeper holds a recent result, so that an interrupt need not wait for the current step.
// Computing results takes at most a fiftieth of the time.
type keeper struct {
	solver *tourmaline.Solver
	recent atomic.Pointer[tourmaline.Result]
	cost   float64 // cost of the recent result
	pause  time.Duration
	last   time.Time
}

// keepEvery is the minimum time between two results.
const keepEvery = 2 * time.Second

func newKeeper(solver *tourmaline.Solver) *keeper {
	return &keeper{solver: solver, cost: math.Inf(1), pause: keepEvery, last: time.Now()}
}

// update replaces the result if the search has found a better solution and the pause is over.
func (k *keeper) update(p search.Progress) {
	start := time.Now()
	if p.Cost >= k.cost || start.Sub(k.last) < k.pause {
		return
	}
	if r, err := k.solver.Result(); err == nil {
		k.recent.Store(r)
		k.cost = p.Cost
	}
	k.last = time.Now()
	k.pause = max(keepEvery, 50*k.last.Sub(start))
}
