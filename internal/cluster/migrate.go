package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

// migratedKey marks a bucket of manifests that contains the manifests of earlier versions. It has
// no dot, so it is not the key of a manifest.
const migratedKey = "migrated"

// migrateManifests moves the manifests of earlier versions, which are objects between the segments,
// to their bucket. It does nothing if this was done before. Several servers may do it at once, and
// an interrupted migration is repeated. It waits while the cluster has no leader.
func (s *Store) migrateManifests(ctx context.Context) error {
	_, err := retry.Do(ctx, func() (struct{}, error) { return struct{}{}, s.tryMigrateManifests(ctx) }, func(err error) (time.Duration, bool) {
		return pause, IsUnavailable(err)
	})
	return err
}

func (s *Store) tryMigrateManifests(ctx context.Context) error {
	_, err := s.manifests.bucket.Get(ctx, migratedKey)
	if !errors.Is(err, jetstream.ErrKeyNotFound) {
		return err
	}
	all, err := s.instances.objects.List(ctx)
	if err != nil && !errors.Is(err, jetstream.ErrNoObjectsFound) {
		return err
	}
	for _, o := range all {
		tenant, hash, _ := strings.Cut(o.Name, ".")
		if strings.Contains(hash, ".") { // a segment
			continue
		}
		if err := s.migrateManifest(ctx, tenant, o.Name); err != nil {
			return fmt.Errorf("cannot move the manifest of instance %s to bucket %s: %w", hash, manifestBucket, err)
		}
	}
	_, err = s.manifests.bucket.Put(ctx, migratedKey, nil)
	return err
}

func (s *Store) migrateManifest(ctx context.Context, tenant, object string) error {
	text, err := s.instances.getObject(ctx, object)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return nil // another server has moved it
	}
	if err != nil {
		return err
	}
	var m manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return err
	}
	if err := s.manifests.put(ctx, tenant, m); err != nil && !isConflict(err) {
		return err
	}
	return s.instances.removeSegment(ctx, object)
}
