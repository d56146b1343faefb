package runner

import (
	"io"
	"time"

	"github.com/tourmaline-opt/tourmaline/search"
)

// A saver writes checkpoints in the background: the search waits only until its state has been
// copied to memory. If a checkpoint cannot be written, the saver only warns.
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

// update saves a checkpoint when the pause is over and when the search ends. Saving takes at most a
// fiftieth of the time.
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
