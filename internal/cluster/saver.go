package cluster

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/search"
)

const (
	// firstSave is the search time before the first checkpoint.
	firstSave = time.Second
	// saveShare limits saving to a hundredth of the search time.
	saveShare = 100
)

// A saver writes checkpoints while the search continues. It writes one checkpoint at a time.
type saver struct {
	attempt  *attempt
	interval time.Duration
	next     time.Time
	number   int

	work chan saving
	idle sync.WaitGroup
	once sync.Once
	mu   sync.Mutex
	last *Progress // progress of the last stored checkpoint
}

type saving struct {
	data   []byte
	at     Progress
	number int
}

func (s *saver) start(a *attempt, interval time.Duration) {
	s.attempt, s.interval, s.work = a, interval, make(chan saving, 1)
	s.next = time.Now().Add(min(firstSave, interval))
	s.last = a.record.Kept
	s.idle.Go(func() {
		for w := range s.work {
			s.write(w)
		}
	})
}

// saveIfDue saves the search if a checkpoint is due and the previous one is written. It does not
// save a cooling search, because the checkpoint would be from before the cooling and not match the
// progress.
func (s *saver) saveIfDue(solver *tourmaline.Solver, p search.Progress, now time.Time) {
	if now.Before(s.next) || p.Step == 0 || p.Reason != "" || p.Cooling != "" || len(s.work) > 0 {
		return
	}
	data, err := solver.Checkpoint()
	took := time.Since(now)
	s.next = time.Now().Add(max(min(p.Elapsed/4, s.interval), min(firstSave, s.interval), took*saveShare))
	if err != nil {
		s.attempt.log.Warn("cannot save the search", "error", err)
		return
	}
	s.number++
	select {
	case s.work <- saving{data, progress(p), s.number}:
	default:
	}
}

// saveNow saves the search and waits until the checkpoint is written.
func (s *saver) saveNow(solver *tourmaline.Solver) {
	s.close()
	p := solver.Progress()
	data, err := solver.Checkpoint()
	if err != nil || p.Step == 0 || p.Cooling != "" {
		return
	}
	s.number++
	s.write(saving{data, progress(p), s.number})
}

func (s *saver) write(w saving) {
	ctx, cancel := context.WithTimeout(s.attempt.grace, segmentTimeout)
	defer cancel()
	err := s.attempt.worker.store.checkpoint(ctx, s.attempt.record, w.data, w.at, w.number)
	switch {
	case errors.Is(err, errFenced):
		s.attempt.stop(errFenced)
	case err != nil:
		s.attempt.log.Warn("cannot write a checkpoint", "error", err)
	default:
		s.mu.Lock()
		defer s.mu.Unlock()
		s.last = &w.at
	}
}

// saved returns the progress of the last stored checkpoint.
func (s *saver) saved() *Progress {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}

func (s *saver) close() {
	s.once.Do(func() { close(s.work) })
	s.idle.Wait()
}
