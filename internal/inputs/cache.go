// Package inputs caches parsed instances.
package inputs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"

	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"

	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/lru"
	"github.com/tourmaline-opt/tourmaline/internal/memory"
)

// A File is the content of an instance file.
type File interface {
	Bytes() []byte // must not be used after Close
	Close() error
}

// Memory returns a File of bytes in memory.
func Memory(data []byte) File { return inMemory(data) }

type inMemory []byte

func (m inMemory) Bytes() []byte { return m }
func (m inMemory) Close() error  { return nil }

// A Loader returns the file of an instance. The hash of the file is that of the instance.
type Loader func(ctx context.Context, tenant, hash string) (File, error)

// A Cache holds parsed instances, so that a process does not fetch and parse a file for every job.
// An instance that is deleted from the store stays in the cache until it is evicted.
type Cache struct {
	loader  Loader
	inputs  *lru.Cache[cacheKey, *job.Input]
	loading singleflight.Group
	readers chan struct{}       // limits concurrent loading
	parsing *semaphore.Weighted // limits the memory of concurrent parsing
	most    int64               // size of parsing
}

// A cacheKey identifies an instance and the options for parsing it, with its vehicles if it has
// several.
type cacheKey struct{ tenant, hash, file, problem, reading string }

// largestShare is the part of the available memory that the most recently parsed instance may take
// even if it is larger than the cache.
const largestShare = 4

// New returns a cache of the given size in bytes that loads and parses at most readers files
// concurrently. It also keeps the last instance that is larger than the cache, if that takes at
// most a quarter of the available memory.
func New(bytes int64, readers int, loader Loader) *Cache {
	c := &Cache{
		loader: loader, inputs: lru.New[cacheKey, *job.Input](bytes).KeepLargest(memory.Limit() / largestShare),
		readers: make(chan struct{}, max(readers, 1)),
	}
	return c.LimitParsing(ParsingMemory)
}

// LimitParsing sets the memory in bytes for parsing files concurrently. A file that needs more is
// parsed alone. It must be called before the cache is used.
func (h *Cache) LimitParsing(bytes int64) *Cache {
	h.parsing, h.most = semaphore.NewWeighted(bytes), bytes
	return h
}

func cacheKeyOf(tenant string, s job.Spec) cacheKey {
	part := job.Spec{Reading: s.Reading}
	if s.Several() {
		part.Fleet, part.Route, part.Schedule = s.Fleet, s.Route, s.Schedule
	}
	how, _ := json.Marshal(part) // cannot fail: all numbers are finite
	return cacheKey{tenant, s.Instance, s.File, s.Kind(), string(how)}
}

// Open returns the instance of a Spec. It loads an instance only once for concurrent callers.
func (h *Cache) Open(ctx context.Context, tenant string, s job.Spec, limits job.Limits) (*job.Input, error) {
	v := cacheKeyOf(tenant, s)
	in, ok := h.inputs.Get(v)
	if !ok {
		lasting := context.WithoutCancel(ctx) // other callers may wait for the same instance
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case got := <-h.loading.DoChan(fmt.Sprintf("%q", v), func() (any, error) { return h.load(lasting, v, s, limits) }):
			if got.Err != nil {
				return nil, got.Err
			}
			in = got.Val.(*job.Input)
		}
	}
	return in.With(s, limits)
}

// OpenBytes returns the instance of a Spec from the bytes of its file. It does not use the bytes
// after it returns.
func (h *Cache) OpenBytes(ctx context.Context, tenant string, s job.Spec, limits job.Limits, file []byte) (*job.Input, error) {
	v := cacheKeyOf(tenant, s)
	in, ok := h.inputs.Get(v)
	if !ok {
		var err error
		if in, err = h.parse(ctx, v, s, limits, file); err != nil {
			return nil, err
		}
	}
	return in.With(s, limits)
}

// load loads and parses an instance.
func (h *Cache) load(ctx context.Context, v cacheKey, s job.Spec, limits job.Limits) (*job.Input, error) {
	if in, ok := h.inputs.Get(v); ok {
		return in, nil
	}
	h.readers <- struct{}{}
	defer func() { <-h.readers }()
	in, err := h.loadOnce(ctx, v, s, limits)
	if errors.Is(err, errUnreadable) { // the loader verifies its file and gets another
		in, err = h.loadOnce(ctx, v, s, limits)
	}
	return in, err
}

func (h *Cache) loadOnce(ctx context.Context, v cacheKey, s job.Spec, limits job.Limits) (*job.Input, error) {
	file, err := h.loader(ctx, v.tenant, v.hash)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // the file was only read
	return h.parse(ctx, v, s, limits, file.Bytes())
}

// errUnreadable indicates that the bytes of a file can no longer be read.
var errUnreadable = errors.New("the file was changed or cannot be read")

// readable calls read, which reads a file that may be mapped into memory. It returns errUnreadable
// if the file was truncated or its disk fails, which would otherwise end the process.
func readable(read func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch what := recover().(type) {
		case nil:
		case interface{ Addr() uintptr }: // a fault at an address
			err = errUnreadable
		default:
			panic(what)
		}
	}()
	return read()
}

// parse parses an instance without its settings and, for one vehicle, without its route, so that
// all callers can share the result.
func (h *Cache) parse(ctx context.Context, v cacheKey, s job.Spec, limits job.Limits, file []byte) (in *job.Input, err error) {
	err = readable(func() error {
		in, err = h.parseFile(ctx, v, s, limits, file)
		return err
	})
	return in, err
}

func (h *Cache) parseFile(ctx context.Context, v cacheKey, s job.Spec, limits job.Limits, file []byte) (*job.Input, error) {
	need := min(parsingNeeds(file, limits), h.most)
	if err := h.parsing.Acquire(ctx, need); err != nil {
		return nil, err
	}
	defer h.parsing.Release(need)
	if need >= largeParsing {
		defer debug.FreeOSMemory()
	}
	s.Settings = job.Settings{}
	if !s.Several() {
		s.Route = job.Route{}
	}
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
