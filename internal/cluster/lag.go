package cluster

import (
	"context"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

const (
	// lagEvery is the interval between comparisons of the hub with the stream of the records.
	lagEvery = time.Second
	// laggingWait is the maximum time that a request for a job waits while the hub lags. Another
	// server may know a job.
	laggingWait = 200 * time.Millisecond
)

// watchLag notes whether the hub lags behind the stream of the records, until the context is done.
// The broker sends the records from a random node, whose disk may be slow.
func (d *Dispatcher) watchLag(ctx context.Context) {
	if d.store.options.Replicas < 2 {
		return
	}
	before := uint64(0)
	for retry.Sleep(ctx, lagEvery) {
		last, err := d.hub.lastRevision(ctx)
		if err != nil {
			continue // no leader
		}
		d.lagging.Store(d.hub.Position() < before)
		before = last
	}
}

// lastRevision returns the revision of the latest change of a record in the store.
func (h *Hub) lastRevision(ctx context.Context) (uint64, error) {
	ctx, cancel := withTimeout(ctx)
	defer cancel()
	stream, err := h.store.js.Stream(ctx, keyValues(recordBucket).stream)
	if err != nil {
		return 0, err
	}
	return stream.CachedInfo().State.LastSeq, nil
}

// waitTime returns the time that a request for a job waits.
func (d *Dispatcher) waitTime(asked time.Duration) time.Duration {
	longest := maxWait
	if d.lagging.Load() {
		longest = laggingWait
	}
	return min(max(asked, 0), longest)
}
