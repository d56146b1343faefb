package worker

import (
	"context"
	"sync"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/internal/tracing"
	"github.com/tourmaline-opt/tourmaline/search"
)

const (
	// firstSave is the search time before the first checkpoint.
	firstSave = time.Second
	// saveShare limits saving to a hundredth of the search time.
	saveShare = 100
	// saveTimeout bounds the time to store a checkpoint, and saveSegmentTimeout the additional time
	// for each segment. After an outage, the next checkpoint is more useful.
	saveTimeout, saveSegmentTimeout = time.Minute, 10 * time.Second
)

// A saver writes checkpoints while the search continues. It writes one checkpoint at a time.
type saver struct {
	attempt  *attempt
	interval time.Duration
	next     time.Time

	work chan savedState
	idle sync.WaitGroup
	once sync.Once
	mu   sync.Mutex
	last *job.Progress // progress of the last stored checkpoint
}

type savedState struct {
	began  time.Time // of writing the checkpoint
	data   []byte
	at     job.Progress
	number int
}

func (s *saver) start(a *attempt, interval time.Duration) {
	s.attempt, s.interval, s.work = a, interval, make(chan savedState, 1)
	s.next = time.Now().Add(min(firstSave, interval))
	s.last = a.task.Kept
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
	select {
	case s.work <- savedState{now, data, progress(p), s.attempt.nextBlob()}:
	default:
	}
}

// saveNow saves the search and waits until the checkpoint is written.
func (s *saver) saveNow(solver *tourmaline.Solver) {
	s.close()
	p, now := solver.Progress(), time.Now()
	data, err := solver.Checkpoint()
	if err != nil || p.Step == 0 || p.Cooling != "" {
		return
	}
	s.write(savedState{now, data, progress(p), s.attempt.nextBlob()})
}

func (s *saver) write(w savedState) {
	timeout := saveTimeout + time.Duration(len(w.data)/protocol.SegmentSize)*saveSegmentTimeout
	ctx, cancel := context.WithTimeout(s.attempt.grace, timeout)
	defer cancel()
	err := s.attempt.save(ctx, w)
	if s.attempt.isFenced() {
		return
	}
	if s.attempt.fenceIf(err); err != nil {
		s.attempt.log.Warn("cannot write a checkpoint", "error", err)
		return
	}
	s.attempt.worker.metrics.saved(time.Since(w.began))
	s.attempt.span.Event("checkpoint", tracing.Int("bytes", int64(len(w.data))), tracing.Int("step", int64(w.at.Step)))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = &w.at
}

// save stores a checkpoint and makes it the checkpoint of the job.
func (a *attempt) save(ctx context.Context, w savedState) error {
	client := a.worker.client
	stored, err := client.Store(ctx, a.task.Claim, protocol.Checkpoint, w.number, w.data)
	if err != nil {
		return err
	}
	save := protocol.Save{Claim: a.task.Claim, Checkpoint: *stored, At: w.at}
	_, err = protocol.Repeat(ctx, client, func() (struct{}, error) { return struct{}{}, client.Save(ctx, save) })
	return err
}

// saved returns the progress of the last stored checkpoint.
func (s *saver) saved() *job.Progress {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}

func (s *saver) close() {
	s.once.Do(func() { close(s.work) })
	s.idle.Wait()
}
