package worker

import (
	"context"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// maxBeatInterval is the longest time between beats.
const maxBeatInterval = 5 * time.Second

// beatInterval leaves time for three beats before a lease ends.
func (w *Worker) beatInterval() time.Duration {
	return min(max(time.Duration(w.lease.Load())/3, time.Millisecond), maxBeatInterval)
}

// sendBeats sends beats until ctx is done, also while a stopping worker saves its jobs.
func (w *Worker) sendBeats(ctx context.Context) {
	tick := time.NewTimer(0)
	defer tick.Stop()
	draining := w.accept.Done()
	for {
		select {
		case <-ctx.Done():
			return
		case <-draining:
			draining = nil
		case <-w.changed:
		case <-tick.C:
		}
		tick.Reset(w.beatInterval())
		if err := w.client.Beat(w.pulses()); err != nil {
			w.opt.Log.Debug("cannot send a beat", "error", err)
		}
	}
}

// beatNow makes sendBeats send a beat at once.
func (w *Worker) beatNow() {
	select {
	case w.changed <- struct{}{}:
	default: // it will send one that includes the change
	}
}

func (w *Worker) pulses() protocol.Beat {
	b := protocol.Beat{Worker: w.describe(), Lease: time.Duration(w.lease.Load())}
	w.mu.Lock()
	defer w.mu.Unlock()
	for a := range w.attempts {
		b.Jobs = append(b.Jobs, protocol.Pulse{Claim: a.task.Claim, Moves: a.moves.Load()})
	}
	return b
}

func (w *Worker) describe() protocol.Worker {
	o := protocol.Worker{
		Session: w.session, Name: w.opt.Name, Host: w.opt.Host, Version: w.opt.Version, Cores: w.opt.Cores, Memory: w.opt.Memory,
		Slots: w.opt.Slots, Running: w.running(), Draining: w.accept.Err() != nil,
	}
	if w.opt.Device != nil {
		o.Device = w.opt.Device.Info().Name
	}
	return o
}
