package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

// Every write waits for the disk of the leader of its stream. A server whose disk is much slower
// than those of the other servers therefore lets another server lead.
const (
	probeEvery = time.Second
	// slowProbes is the number of successive slow probes that make a disk slow.
	slowProbes = 3
	// slowProbe and slowFactor say when a probe is slow: in absolute terms, and compared with the
	// other servers.
	slowProbe, slowFactor = 100 * time.Millisecond, 4
	// handOverPause is the shortest time between two attempts to let other servers lead.
	handOverPause = time.Minute
)

// watchDisk lets other servers lead while the disk of this server is slow, until the context is
// done.
func (d *Dispatcher) watchDisk(ctx context.Context) {
	s := d.store
	if s.options.SyncTime == nil || s.options.Replicas < 2 {
		return
	}
	slow, last := 0, time.Time{}
	for retry.Sleep(ctx, probeEvery) {
		took, err := s.options.SyncTime()
		if err != nil {
			continue // the broker reports a broken disk
		}
		if slow++; !s.clock.compareDisks(took) {
			slow = 0
		}
		if slow < slowProbes || time.Since(last) < handOverPause {
			continue
		}
		slow, last = 0, time.Now()
		d.log.Warn("the disk of this server is slow: another server shall lead", "write", took)
		if err := s.handOver(ctx); err != nil {
			d.log.Warn("cannot let another server lead", "error", err)
		}
	}
}

// compareDisks stores the time of a write to the disk of this server, which its beacons contain,
// and reports whether the disk is slow compared with those of most other servers.
func (c *clock) compareDisks(own time.Duration) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sync = own
	var others []time.Duration
	for id, b := range c.servers {
		if id != c.id && b.Sync > 0 && time.Since(b.heard) <= beaconAge {
			others = append(others, b.Sync)
		}
	}
	return len(others)+1 >= c.quorum && isSlow(own, others)
}

// isSlow reports whether a disk is slow compared with the faster half of the others.
func isSlow(own time.Duration, others []time.Duration) bool {
	if len(others) == 0 {
		return false
	}
	slices.Sort(others)
	return own >= slowProbe && own >= slowFactor*others[(len(others)-1)/2]
}

// handOver asks the broker for other leaders of the streams that this server leads.
func (s *Store) handOver(ctx context.Context) error {
	ctx, cancel := withTimeout(ctx)
	defer cancel()
	var faults []error
	for _, c := range s.Copies(ctx) {
		if c.Leads {
			faults = append(faults, s.stepDown(ctx, c.Stream))
		}
	}
	return errors.Join(faults...)
}

func (s *Store) stepDown(ctx context.Context, stream string) error {
	m, err := s.nc.RequestWithContext(ctx, "$JS.API.STREAM.LEADER.STEPDOWN."+stream, nil)
	if err != nil {
		return fmt.Errorf("stream %s: %w", stream, err)
	}
	var reply struct {
		Error *struct {
			Description string `json:"description"`
		} `json:"error"`
	}
	if err := json.Unmarshal(m.Data, &reply); err != nil || reply.Error == nil {
		return err
	}
	return fmt.Errorf("stream %s: %s", stream, reply.Error.Description)
}
