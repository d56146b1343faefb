package cluster

import (
	"math"
	"slices"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/search"
)

func (a *attempt) announceProgress(solver *tourmaline.Solver, p search.Progress) {
	at := progress(p)
	stats, _ := solver.Stats(search.Detail{}) // never fails without details
	at.Preparing, at.Engine, at.Device, at.Threads = stats.Preparing, stats.Engine, stats.Device, stats.Threads
	if stats.Current != nil && finite(*stats.Current) {
		at.Current = stats.Current
	}
	at.Islands = islandCosts(stats.Islands)
	if limit := stats.TimeLimit; limit > 0 {
		at.Share = min(p.Elapsed.Seconds()/limit.Seconds(), 1)
	}
	_ = a.worker.store.announce(Event{
		Tenant: a.record.Tenant, ID: a.record.ID, State: Running, Worker: a.worker.opt.Name, Epoch: a.record.Epoch,
		Progress: &at, Kept: a.saver.saved(),
	})
}

// maxIslands is the maximum number of islands in an event.
const maxIslands = 64

// islandCosts returns the island costs for an event, or nil if a cost is not finite.
func islandCosts(costs []float64) []float64 {
	costs = costs[:min(len(costs), maxIslands)]
	if !slices.ContainsFunc(costs, func(c float64) bool { return !finite(c) }) {
		return costs
	}
	return nil
}

func finite(cost float64) bool { return !math.IsNaN(cost) && !math.IsInf(cost, 0) }

func progress(p search.Progress) Progress {
	return Progress{Step: p.Step, Seconds: p.Elapsed.Seconds(), Cost: p.Cost}
}

// A throttle limits the rate of events. The first events follow each other more quickly.
type throttle struct {
	interval    time.Duration
	start, last time.Time
}

// due reports whether an event is due.
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
