package cluster

import (
	"context"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// snapshotTimeout bounds the wait for a worker. A worker answers at the end of a step, and a step
// with a million cities takes seconds.
const snapshotTimeout = 10 * time.Second

// Snapshot requests a snapshot of at most maxBytes from the worker that runs a job. If have is the
// current version, the snapshot contains no data.
func (s *Store) Snapshot(ctx context.Context, c protocol.Command, of *Record, have string, maxBytes int) (protocol.Snapshot, error) {
	if of.Session == "" { // claimed under an older version
		return protocol.Snapshot{}, protocol.ErrNoSnapshot
	}
	ctx, cancel := context.WithTimeout(ctx, snapshotTimeout)
	defer cancel()
	m := protocol.Message{Command: c, Tenant: of.Tenant, ID: of.ID, Epoch: of.Epoch, Have: have}
	return protocol.TakeSnapshot(ctx, s.nc, of.Pool, of.Session, m, maxBytes)
}
