package cluster

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/tourmaline-opt/tourmaline/internal/humanize"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

const (
	// blobShare is the part of the free space that a checkpoint or frames may take, and poolShare the
	// part that all unsaved uploads of a pool may take, as well as the part for all its checkpoints.
	blobShare, poolShare = 4, 2
	// smallBlob is the size up to which a blob may take a larger part of the free space, and the
	// reserve, so that jobs are saved and end although the disk is almost full. smallUploads is this
	// size for all uploads of a pool.
	smallBlob, smallUploads = 16 << 20, 256 << 20
)

// uploads counts the bytes of the uploads of each pool that are being recorded.
type uploads struct {
	mu     sync.Mutex
	byPool map[string]int64
}

// Put implements protocol.Handler. It stores a segment of a blob of a job.
func (d *Dispatcher) Put(ctx context.Context, pool string, p protocol.Put, data []byte) error {
	if err := checkPut(p, len(data)); err != nil {
		return err
	}
	r, err := d.owned(ctx, pool, p.Claim)
	if err != nil {
		return err
	}
	if u := (Unsaved{p.Kind, p.Number, p.Size}); !slices.Contains(r.Unsaved, u) {
		if err := d.begin(ctx, pool, r, p.Claim, u); err != nil {
			return storeError(err)
		}
	}
	err = d.store.bucket(p.Kind).putSegment(ctx, blobName(p.Claim, p.Number), p.Segment, data)
	if err == nil {
		err = d.store.checkStillUnsaved(ctx, pool, p)
	}
	return storeError(err)
}

// checkPut rejects a segment that does not fit the size of its blob.
func checkPut(p protocol.Put, length int) error {
	if !slices.Contains([]protocol.Kind{protocol.Checkpoint, protocol.Result, protocol.Frames}, p.Kind) {
		return fmt.Errorf("%w: workers do not write data of kind %q", protocol.ErrInvalid, p.Kind)
	}
	b := Blob{Name: "x", Size: p.Size, Segment: segmentSize}
	if p.Number < 1 || p.Size <= inlineSize || p.Size > protocol.MaxBlob {
		return fmt.Errorf("%w: %s number %d with %d bytes: expected a number from 1, and from %d to %d bytes",
			protocol.ErrInvalid, p.Kind, p.Number, p.Size, inlineSize+1, int64(protocol.MaxBlob))
	}
	if p.Segment < 0 || p.Segment >= b.segments() || int64(length) != b.segmentLength(p.Segment) {
		return fmt.Errorf("%w: segment %d of a %s with %d bytes has %d bytes: expected %d segments of %d bytes, of which the last is shorter",
			protocol.ErrInvalid, p.Segment, p.Kind, p.Size, length, b.segments(), segmentSize)
	}
	return nil
}

// begin admits and records an upload.
func (d *Dispatcher) begin(ctx context.Context, pool string, r *Record, c protocol.Claim, u Unsaved) error {
	if err := d.checkSize(r, u); err != nil {
		return err
	}
	recorded, err := d.reserve(pool, r, u)
	if err != nil {
		return err
	}
	defer recorded()
	now, err := d.store.begin(ctx, pool, c, u)
	if err == nil {
		d.hub.learn(now)
	}
	return err
}

// checkSize returns ErrTooLarge if a blob is larger than the job or the free space permits.
func (d *Dispatcher) checkSize(r *Record, u Unsaved) error {
	most := d.store.options.MaxCheckpoint
	switch u.Kind {
	case protocol.Result:
		most = maxResult(r.N)
	case protocol.Frames:
		most = protocol.MaxFramesSize(r.N)
	}
	if u.Size > most {
		return fmt.Errorf("%w: %s of %s: expected at most %s", protocol.ErrTooLarge, u.Kind, humanize.Bytes(u.Size), humanize.Bytes(most))
	}
	if u.Kind == protocol.Frames {
		if err := d.store.CheckSpace(u.Size); err != nil {
			return err
		}
	}
	if u.Kind == protocol.Result || u.Size <= smallBlob {
		return nil
	}
	if room, known := d.store.options.Room(); known && u.Size > room/blobShare {
		return fmt.Errorf("%w: %s of %s: expected at most %s, a quarter of the free space",
			protocol.ErrTooLarge, u.Kind, humanize.Bytes(u.Size), humanize.Bytes(max(smallBlob, room/blobShare)))
	}
	return nil
}

// reserve returns ErrUnavailable if the unsaved uploads of a pool would take too much of the free
// space, and ErrTooLarge if its checkpoints would. The caller calls recorded when the hub knows of
// the upload.
func (d *Dispatcher) reserve(pool string, r *Record, u Unsaved) (recorded func(), err error) {
	d.uploads.mu.Lock()
	defer d.uploads.mu.Unlock()
	saved, unsaved := d.hub.uploadedBytes(pool, r)
	unsaved += d.uploads.byPool[pool]
	if most, ok := d.fits(unsaved+u.Size, 0); !ok {
		return nil, fmt.Errorf("%w: the unsaved uploads of pool %s have %s: expected at most %s, half of the free space, with another %s",
			protocol.ErrUnavailable, pool, humanize.Bytes(unsaved), humanize.Bytes(most), humanize.Bytes(u.Size))
	}
	if most, ok := d.fits(saved+unsaved+u.Size, saved); !ok && u.Kind == protocol.Checkpoint {
		return nil, fmt.Errorf("%w: the checkpoints of pool %s have %s: expected at most %s, half of the space without them, with another %s",
			protocol.ErrTooLarge, pool, humanize.Bytes(saved+unsaved), humanize.Bytes(most), humanize.Bytes(u.Size))
	}
	d.uploads.byPool[pool] += u.Size
	return func() {
		d.uploads.mu.Lock()
		defer d.uploads.mu.Unlock()
		if d.uploads.byPool[pool] -= u.Size; d.uploads.byPool[pool] == 0 {
			delete(d.uploads.byPool, pool)
		}
	}, nil
}

// fits reports whether a pool may upload so many bytes, of which some are saved. It returns the
// maximum.
func (d *Dispatcher) fits(size, saved int64) (most int64, ok bool) {
	if size <= smallUploads {
		return smallUploads, true
	}
	room, known := d.store.options.Room()
	most = max(smallUploads, (room+saved)/poolShare)
	return most, !known || size <= most
}

// uploadedBytes returns the size of the saved checkpoints of the running jobs of a pool but one,
// and of their unsaved uploads.
func (h *Hub) uploadedBytes(pool string, except *Record) (saved, unsaved int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, of := range h.index {
		for e := range of.running {
			r := &e.live.record
			if r.Pool != pool || r.Key() == except.Key() {
				continue
			}
			if r.Checkpoint != nil {
				saved += r.Checkpoint.Size
			}
			for _, u := range r.Unsaved {
				unsaved += u.Size
			}
		}
	}
	return saved, unsaved
}

// learn applies a record that this server has written, before it is read from the stream.
func (h *Hub) learn(r *Record) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if e := h.index.find(r.Tenant, r.ID); e != nil && e.owner != nil {
		h.apply(e, r)
	}
}
