// Package inputs caches parsed instances.
package inputs

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"golang.org/x/sync/singleflight"

	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/lru"
)

// A Loader returns the file of an instance. The hash of the file is that of the instance.
type Loader func(ctx context.Context, tenant, hash string) ([]byte, error)

// A Cache holds parsed instances, so that a process does not fetch and parse a file for every job.
// An instance that is deleted from the store stays in the cache until it is evicted.
type Cache struct {
	loader  Loader
	inputs  *lru.Cache[cacheKey, *job.Input]
	loading singleflight.Group
	readers chan struct{} // limits concurrent parsing, which uses a lot of memory
}

// A cacheKey identifies an instance and the options for parsing it.
type cacheKey struct{ tenant, hash, file, problem, reading string }

// New returns a cache of the given size in bytes that loads and parses at most readers files
// concurrently.
func New(bytes int64, readers int, loader Loader) *Cache {
	return &Cache{loader: loader, inputs: lru.New[cacheKey, *job.Input](bytes), readers: make(chan struct{}, readers)}
}

func cacheKeyOf(tenant string, s job.Spec) cacheKey {
	how, _ := json.Marshal(s.Reading) // cannot fail: it contains only strings
	return cacheKey{tenant, s.Instance, s.File, s.Kind(), string(how)}
}

// Open returns the instance of a Spec. It loads an instance only once for concurrent callers.
func (h *Cache) Open(ctx context.Context, tenant string, s job.Spec, limits job.Limits) (*job.Input, error) {
	lasting := context.WithoutCancel(ctx) // other callers may wait for the same instance
	return h.open(ctx, tenant, s, limits, func() ([]byte, error) { return h.loader(lasting, tenant, s.Instance) })
}

// OpenBytes returns the instance of a Spec from the bytes of its file.
func (h *Cache) OpenBytes(ctx context.Context, tenant string, s job.Spec, limits job.Limits, file []byte) (*job.Input, error) {
	return h.open(ctx, tenant, s, limits, func() ([]byte, error) { return file, nil })
}

// open returns an instance from the cache, or parses it if it is not cached.
func (h *Cache) open(ctx context.Context, tenant string, s job.Spec, limits job.Limits, data func() ([]byte, error)) (*job.Input, error) {
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

// load parses an instance without its route and settings, so that all callers can share the result.
func (h *Cache) load(v cacheKey, s job.Spec, limits job.Limits, data func() ([]byte, error)) (*job.Input, error) {
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

// Remove deletes an instance of a tenant from the cache.
func (h *Cache) Remove(tenant, hash string) {
	h.inputs.Remove(func(v cacheKey) bool { return v.tenant == tenant && v.hash == hash })
}

const (
	bytesPerCity = 64 // coordinates, number and name header
	bytesPerPair = 16 // two matrices
	bytesPerByte = 40 // maximum memory that a reader retains per byte of the file
)

// memoryOf estimates the memory that an instance uses.
func memoryOf(in *job.Input, file []byte) int64 {
	n, size := int64(in.Info.N), int64(len(file))
	memory := bytesPerCity * n
	if in.Document == nil || in.Document.Instance.Coords() == nil {
		memory += bytesPerPair * n * n
	}
	if !compressed(file) {
		memory = min(memory, bytesPerByte*size)
	}
	return memory + size
}

// compressed reports whether a file starts with the magic bytes of gzip, zstd or zip.
func compressed(file []byte) bool {
	starts := func(magic string) bool { return bytes.HasPrefix(file, []byte(magic)) }
	return slices.ContainsFunc([]string{"\x1f\x8b", "\x28\xb5\x2f\xfd", "PK"}, starts)
}
