package server

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/lru"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

const (
	// tourAge is the time for which a tour is cached.
	tourAge = 200 * time.Millisecond
	// trailAge is the time for which trails are cached. They take longer to collect than a tour.
	trailAge = time.Second
)

// snapshots caches the snapshots of running jobs. Concurrent clients share one request.
type snapshots struct {
	store    *cluster.Store
	latest   *lru.Cache[string, snapshot]
	requests singleflight.Group
}

type snapshot struct {
	protocol.Snapshot
	taken time.Time
}

// A snapshotRule defines a valid snapshot. Workers are not trusted.
type snapshotRule struct {
	maxAge   time.Duration     // maximum age of a cached snapshot
	maxBytes int               // maximum size in bytes
	valid    func([]byte) bool // reports whether the data are valid
	missing  *api.Problem      // error if there is no snapshot
}

// get returns a recent snapshot, or the latest cached snapshot if the worker does not respond in
// time, because its steps may be long.
func (s *snapshots) get(ctx context.Context, k protocol.Command, r cluster.Record, want snapshotRule) (protocol.Snapshot, error) {
	key := string(k) + "." + r.Key()
	if p, ok := s.latest.Get(key); ok && time.Since(p.taken) < want.maxAge {
		return p.Snapshot, nil
	}
	ctx = context.WithoutCancel(ctx) // other clients may wait for the same snapshot
	p, err, _ := s.requests.Do(key, func() (any, error) { return s.request(ctx, key, k, r, want) })
	if errors.Is(err, protocol.ErrNoSnapshot) {
		if p, ok := s.latest.Get(key); ok {
			return p.Snapshot, nil
		}
		return protocol.Snapshot{}, want.missing
	}
	return p.(protocol.Snapshot), err
}

// request requests a snapshot from the worker, which sends no data if nothing has changed.
func (s *snapshots) request(ctx context.Context, key string, k protocol.Command, r cluster.Record, want snapshotRule) (protocol.Snapshot, error) {
	before, ok := s.latest.Get(key)
	now, err := s.store.Snapshot(ctx, k, &r, before.Version, want.maxBytes)
	if err != nil {
		return protocol.Snapshot{}, err
	}
	if ok && now.Version == before.Version {
		now.Data = before.Data
	} else if !want.valid(now.Data) {
		return protocol.Snapshot{}, protocol.ErrNoSnapshot
	}
	s.latest.Put(key, snapshot{now, time.Now()}, int64(len(now.Data)))
	return now, nil
}
