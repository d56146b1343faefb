package cluster

import (
	"context"
	"io"

	"github.com/tourmaline-opt/tourmaline/internal/diskcache"
	"github.com/tourmaline-opt/tourmaline/internal/inputs"
)

// Loader returns a function that reads the files of instances through a disk cache. The cache may
// be nil. It is shared by all tenants, but a tenant reads only instances of its own.
func (s *Store) Loader(cache *diskcache.Cache) inputs.Loader {
	return func(ctx context.Context, tenant, hash string) (inputs.File, error) {
		m, err := s.manifest(ctx, tenant, hash)
		if err != nil {
			return nil, err
		}
		if m.Blob.Inline != nil || cache == nil {
			data, err := s.InstanceBytes(ctx, tenant, hash)
			return inputs.Memory(data), err
		}
		return cache.Put(hash, func(w io.Writer) error { return s.CopyInstance(ctx, w, tenant, hash) })
	}
}
