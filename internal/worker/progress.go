package worker

import (
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/search"
)

// report publishes the progress of the search. The loss of a report is harmless.
func (a *attempt) report(solver *tourmaline.Solver, p search.Progress) {
	at := progress(p)
	stats, _ := solver.Stats(search.Detail{}) // never fails without details
	at.Preparing, at.Engine, at.Device, at.Threads = stats.Preparing, stats.Engine, stats.Device, stats.Threads
	if at.Current = stats.Current; !at.Valid() {
		at.Current = nil
	}
	if at.Islands = stats.Islands[:min(len(stats.Islands), job.MaxIslands)]; !at.Valid() {
		at.Islands = nil
	}
	if limit := stats.TimeLimit; limit > 0 {
		at.Share = min(p.Elapsed.Seconds()/limit.Seconds(), 1)
	}
	_ = a.worker.client.Report(protocol.Report{Claim: a.task.Claim, At: at, Kept: a.saver.saved()})
}

func progress(p search.Progress) job.Progress {
	return job.Progress{Step: p.Step, Seconds: p.Elapsed.Seconds(), Cost: p.Cost}
}

// A throttle limits the rate of reports. The first reports follow each other more quickly.
type throttle struct {
	interval    time.Duration
	start, last time.Time
}

// due reports whether a report is due.
func (p *throttle) due(now time.Time) bool {
	if p.start.IsZero() {
		p.start = now
	}
	if !p.last.IsZero() && now.Sub(p.last) < min(max(now.Sub(p.start)/4, p.interval/10), p.interval) {
		return false
	}
	p.last = now
	return true
}
