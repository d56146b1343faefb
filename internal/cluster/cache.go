package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"golang.org/x/sync/singleflight"

	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/lru"
)

// A Shelf has instances that were read lately, so that a file is not fetched and read for
// every job. An instance that was deleted elsewhere stays on it until others need the room.
type InstanceCache struct {
	store   *Store
	inputs  *lru.Cache[cacheKey, *job.Input]
	loading singleflight.Group
	readers chan struct{} // reading takes memory: only so many at a time
}

// A volume is an instance as it is read.
type cacheKey struct{ tenant, hash, file, problem, reading string }

// NewShelf makes a shelf for so many bytes, at which so many may read at a time.
func (s *Store) NewInstanceCache(bytes int64, readers int) *InstanceCache {
	return &InstanceCache{store: s, inputs: lru.New[cacheKey, *job.Input](bytes), readers: make(chan struct{}, readers)}
}

func cacheKeyOf(tenant string, s job.Spec) cacheKey {
	how, _ := json.Marshal(s.Reading) // strings only
	return cacheKey{tenant, s.Instance, s.File, s.Kind(), string(how)}
}

// Open is the instance of a Spec, as the tenant has stored it.
func (h *InstanceCache) Open(ctx context.Context, tenant string, s job.Spec, limits job.Limits) (*job.Input, error) {
	lasting := context.WithoutCancel(ctx) // others may wait for the same
	return h.open(ctx, tenant, s, limits, func() ([]byte, error) { return h.store.InstanceBytes(lasting, tenant, s.Instance) })
}

// Read is the instance of a Spec whose file is at hand.
func (h *InstanceCache) OpenBytes(ctx context.Context, tenant string, s job.Spec, limits job.Limits, file []byte) (*job.Input, error) {
	return h.open(ctx, tenant, s, limits, func() ([]byte, error) { return file, nil })
}

// read is an instance from the shelf, or else from its bytes.
func (h *InstanceCache) open(ctx context.Context, tenant string, s job.Spec, limits job.Limits, data func() ([]byte, error)) (*job.Input, error) {
	v := cacheKeyOf(tenant, s)
	in, ok := h.inputs.Get(v)
	if !ok {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case got := <-h.loading.DoChan(fmt.Sprintf("%q", v), func() (any, error) { return h.load(v, s, limits, data) }):
			if got.Err != nil {
				return nil, got.Err
			}
			in = got.Val.(*job.Input)
		}
	}
	return in.With(s, limits)
}

// fetch reads an instance as all who ask for it can use it.
func (h *InstanceCache) load(v cacheKey, s job.Spec, limits job.Limits, data func() ([]byte, error)) (*job.Input, error) {
	if in, ok := h.inputs.Get(v); ok {
		return in, nil
	}
	h.readers <- struct{}{}
	defer func() { <-h.readers }()
	file, err := data()
	if err != nil {
		return nil, err
	}
	s.Route, s.Settings = job.Route{}, job.Settings{}
	in, err := s.Open(file, limits)
	if err != nil {
		return nil, err
	}
	h.inputs.Put(v, in, memoryOf(in, file))
	return in, nil
}

// Remove forgets an instance of a tenant.
func (h *InstanceCache) Remove(tenant, hash string) {
	h.inputs.Remove(func(v cacheKey) bool { return v.tenant == tenant && v.hash == hash })
}

const (
	bytesPerCity = 64 // bytes: coordinates, number, headers of names
	bytesPerPair = 16 // two matrices
	bytesPerByte = 40 // that a reader keeps at most for each of its file
)

// weight is about how many bytes an instance takes in memory.
func memoryOf(in *job.Input, file []byte) int64 {
	n, size := int64(in.Info.N), int64(len(file))
	most := bytesPerCity * n
	if in.Document == nil || in.Document.Instance.Coords() == nil {
		most += bytesPerPair * n * n
	}
	if !compressed(file) {
		most = min(most, bytesPerByte*size)
	}
	return most + size
}

// compressed tells gzip, zstd and zip by their first bytes.
func compressed(file []byte) bool {
	for _, magic := range []string{"\x1f\x8b", "\x28\xb5\x2f\xfd", "PK"} {
		if bytes.HasPrefix(file, []byte(magic)) {
			return true
		}
	}
	return false
}
