package worker

import (
	"fmt"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

const (
	// maxSnapshots is the maximum number of concurrent snapshots. Further requests are ignored.
	maxSnapshots = 16
	// snapshotTimeout is the age at which a request for a snapshot is ignored. A worker answers at
	// the end of a step, and a step with a million cities takes seconds.
	snapshotTimeout = 10 * time.Second
)

// obey handles a control message.
func (w *Worker) obey(m protocol.Message) {
	if m.Command == protocol.Drain {
		w.opt.Log.Info("draining: finishing the running jobs")
		w.drain()
		return
	}
	if m.Command == protocol.Renew {
		w.shortenLease(m.Lease)
		return
	}
	a := w.find(func(a *attempt) bool {
		return a.task.Tenant == m.Tenant && a.task.ID == m.ID && a.task.Epoch == m.Epoch
	})
	if a == nil {
		return // it has ended
	}
	switch m.Command {
	case protocol.Cancel:
		a.stop(errCancelled)
	case protocol.Fence:
		a.fence()
	case protocol.Release:
		a.leave()
	case protocol.Immigrate:
		a.arrived.Store(&m.Tour)
	case protocol.TakeTour, protocol.TakeTrail:
		w.takeSnapshot(a, m)
	}
}

// shortenLease adapts the worker to a server with a shorter lease. While the servers of a cluster
// have different leases, the shortest one matters. The worker learns of a longer one when it
// connects again.
func (w *Worker) shortenLease(to time.Duration) {
	if before := w.lease.Load(); to > 0 && int64(to) < before && w.lease.CompareAndSwap(before, int64(to)) {
		w.opt.Log.Info("a server has a shorter lease", "lease", to)
		w.beatNow()
	}
}

// takeSnapshot sends a snapshot of a search that has started.
func (w *Worker) takeSnapshot(a *attempt, m protocol.Message) {
	solver := a.solver.Load()
	if solver == nil {
		return
	}
	select {
	case w.snapshots <- struct{}{}:
	default:
		return
	}
	asked := time.Now()
	go func() {
		defer func() { <-w.snapshots }()
		at := solver.Progress() // waits for the end of the current step
		if time.Since(asked) < snapshotTimeout {
			_ = w.client.SendSnapshot(m.Reply, snapshot(solver, at, m)) // on failure, the server asks again
		}
	}()
}

// snapshot returns a snapshot without data if the server has the current version.
func snapshot(of *tourmaline.Solver, at search.Progress, m protocol.Message) protocol.Snapshot {
	s := protocol.Snapshot{Version: snapshotVersion(m, at)}
	if s.Version != m.Have {
		s.Data = snapshotData(of, m.Command)
	}
	return s
}

// snapshotVersion returns an identifier that changes whenever the snapshot changes.
func snapshotVersion(m protocol.Message, at search.Progress) string {
	if m.Command == protocol.TakeTour {
		return fmt.Sprintf("%d.%d.%v", m.Epoch, at.Improved, at.Cost)
	}
	return fmt.Sprintf("%d.%d", m.Epoch, at.Step)
}

func snapshotData(of *tourmaline.Solver, c protocol.Command) []byte {
	if c == protocol.TakeTour {
		tour, _ := of.Best().(tsp.Tour)
		return protocol.TourBytes(tour)
	}
	stats, err := of.Stats(search.Detail{Trails: protocol.MaxTrails})
	if err != nil || len(stats.Trails) == 0 {
		return nil
	}
	return protocol.EncodeTrails(stats.Trails)
}
