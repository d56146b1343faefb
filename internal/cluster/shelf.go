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
type Shelf struct {
	store   *Store
	inputs  *lru.Cache[volume, *job.Input]
	reading singleflight.Group
	desks   chan struct{} // reading takes memory: only so many at a time
}

// A volume is an instance as it is read.
type volume struct{ tenant, hash, file, problem, reading string }

// NewShelf makes a shelf for so many bytes, at which so many may read at a time.
func (s *Store) NewShelf(bytes int64, readers int) *Shelf {
	return &Shelf{store: s, inputs: lru.New[volume, *job.Input](bytes), desks: make(chan struct{}, readers)}
}

func volumeOf(tenant string, s job.Spec) volume {
	how, _ := json.Marshal(s.Reading) // strings only
	return volume{tenant, s.Instance, s.File, s.Kind(), string(how)}
}

// Open is the instance of a Spec, as the tenant has stored it.
func (h *Shelf) Open(ctx context.Context, tenant string, s job.Spec, limits job.Limits) (*job.Input, error) {
	lasting := context.WithoutCancel(ctx) // others may wait for the same
	return h.read(ctx, tenant, s, limits, func() ([]byte, error) { return h.store.InstanceBytes(lasting, tenant, s.Instance) })
}

// Read is the instance of a Spec whose file is at hand.
func (h *Shelf) Read(ctx context.Context, tenant string, s job.Spec, limits job.Limits, file []byte) (*job.Input, error) {
	return h.read(ctx, tenant, s, limits, func() ([]byte, error) { return file, nil })
}

// read is an instance from the shelf, or else from its bytes.
func (h *Shelf) read(ctx context.Context, tenant string, s job.Spec, limits job.Limits, data func() ([]byte, error)) (*job.Input, error) {
	v := volumeOf(tenant, s)
	in, ok := h.inputs.Get(v)
	if !ok {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case got := <-h.reading.DoChan(fmt.Sprintf("%q", v), func() (any, error) { return h.fetch(v, s, limits, data) }):
			if got.Err != nil {
				return nil, got.Err
			}
			in = got.Val.(*job.Input)
		}
	}
	return in.With(s, limits)
}

// fetch reads an instance as all who ask for it can use it.
func (h *Shelf) fetch(v volume, s job.Spec, limits job.Limits, data func() ([]byte, error)) (*job.Input, error) {
	if in, ok := h.inputs.Get(v); ok {
		return in, nil
	}
	h.desks <- struct{}{}
	defer func() { <-h.desks }()
	file, err := data()
	if err != nil {
		return nil, err
	}
	s.Route, s.Settings = job.Route{}, job.Settings{}
	in, err := s.Open(file, limits)
	if err != nil {
		return nil, err
	}
	h.inputs.Put(v, in, weight(in, file))
	return in, nil
}

// Remove forgets an instance of a tenant.
func (h *Shelf) Remove(tenant, hash string) {
	h.inputs.Remove(func(v volume) bool { return v.tenant == tenant && v.hash == hash })
}

const (
	perCity = 64 // bytes: coordinates, number, headers of names
	perPair = 16 // two matrices
	perByte = 40 // that a reader keeps at most for each of its file
)

// weight is about how many bytes an instance takes in memory.
func weight(in *job.Input, file []byte) int64 {
	n, size := int64(in.Info.N), int64(len(file))
	most := perCity * n
	if in.Document == nil || in.Document.Instance.Coords() == nil {
		most += perPair * n * n
	}
	if !compressed(file) {
		most = min(most, perByte*size)
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
