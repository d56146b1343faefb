package cluster

import (
	"context"
	"errors"
	"time"
)

// maxUnused is the maximum number of instances that a sweep deletes or records as used.
const maxUnused = 1000

// removeUnusedInstances deletes instances that were not used for the given time and that no job
// refers to. Manifests are stored in the order of their last recorded use, so it reads no more than
// the ones that it deletes. It records a use of an instance that a job refers to.
func (h *Hub) removeUnusedInstances(ctx context.Context, age time.Duration) error {
	select {
	case <-h.Ready():
	default:
		return nil // the hub does not know all jobs yet
	}
	oldest, err := h.store.manifests.list(ctx, "*.*", maxUnused)
	if err != nil {
		return err
	}
	used := map[string]map[string]bool{}
	for _, u := range oldest {
		// A use may be recorded up to an interval late.
		if h.store.Now().Sub(u.lastUse()) < age+useInterval {
			continue
		}
		if used[u.tenant] == nil {
			used[u.tenant] = h.instancesInUse(u.tenant)
		}
		if err := h.store.removeUnused(ctx, u, used[u.tenant][u.Hash]); err != nil {
			return err
		}
	}
	return nil
}

// removeUnused deletes an instance, or records its use if a job refers to it. It does nothing if
// the instance was used or deleted in the meantime.
func (s *Store) removeUnused(ctx context.Context, u listed, used bool) error {
	if used {
		_, err := s.UseInstance(ctx, u.tenant, u.Hash)
		return unlessGone(err)
	}
	m, err := s.manifest(ctx, u.tenant, u.Hash)
	if err == nil && m.lastUse().Equal(u.lastUse()) {
		err = s.deleteInstance(ctx, u.tenant, m)
	}
	return unlessGone(err)
}

// unlessGone drops the errors for an instance that was used or deleted in the meantime.
func unlessGone(err error) error {
	if errors.Is(err, ErrNotFound) || isConflict(err) {
		return nil
	}
	return err
}

// instancesInUse returns the hashes of the instances to which the jobs of a tenant refer.
func (h *Hub) instancesInUse(tenant string) map[string]bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	used := map[string]bool{}
	for hash := range h.index.of(tenant).instances {
		used[hash] = true
	}
	return used
}
