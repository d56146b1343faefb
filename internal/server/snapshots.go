package server

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/lru"
)

const (
	// tourAge is for how long a tour is handed out before the worker is asked again.
	tourAge = 200 * time.Millisecond
	// trailAge is the same of trails, which take longer to look through.
	trailAge = time.Second
)

// Snapshots are those of jobs that run. However many look, the worker is asked once.
type snapshots struct {
	store    *cluster.Store
	latest   *lru.Cache[string, snapshot]
	requests singleflight.Group
}

// A snapshot is what a worker has shown at a time.
type snapshot struct {
	cluster.Snapshot
	taken time.Time
}

// An expectation is what is expected of a snapshot. Workers are not believed.
type snapshotRule struct {
	maxAge   time.Duration     // that it may have
	maxBytes int               // bytes
	valid    func([]byte) bool // whether it is what it should be
	missing  *api.Problem      // where there is none
}

// get is a snapshot that is not much older than now, or the latest one if the worker has no
// time to show another: its steps may be long.
func (s *snapshots) get(ctx context.Context, k cluster.SnapshotKind, r cluster.Record, want snapshotRule) (cluster.Snapshot, error) {
	key := string(k) + "." + r.Key()
	if p, ok := s.latest.Get(key); ok && time.Since(p.taken) < want.maxAge {
		return p.Snapshot, nil
	}
	ctx = context.WithoutCancel(ctx) // others may wait for the same
	p, err, _ := s.requests.Do(key, func() (any, error) { return s.request(ctx, key, k, r, want) })
	if errors.Is(err, cluster.ErrNoSnapshot) {
		if p, ok := s.latest.Get(key); ok {
			return p.Snapshot, nil
		}
		return cluster.Snapshot{}, want.missing
	}
	if err != nil {
		return cluster.Snapshot{}, err
	}
	return p.(cluster.Snapshot), nil
}

// ask asks the worker, which sends no data if it has nothing new.
func (s *snapshots) request(ctx context.Context, key string, k cluster.SnapshotKind, r cluster.Record, want snapshotRule) (cluster.Snapshot, error) {
	before, ok := s.latest.Get(key)
	now, err := s.store.Snapshot(ctx, k, &r, before.Version, want.maxBytes)
	if err != nil {
		return cluster.Snapshot{}, err
	}
	if ok && now.Version == before.Version {
		now.Data = before.Data
	} else if !want.valid(now.Data) {
		return cluster.Snapshot{}, cluster.ErrNoSnapshot
	}
	s.latest.Put(key, snapshot{now, time.Now()}, int64(len(now.Data)))
	return now, nil
}
