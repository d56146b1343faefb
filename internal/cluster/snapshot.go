package cluster

import (
	"context"
	"encoding/binary"
	"math"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// ErrNoSnapshot indicates that no worker currently has a snapshot of the job.
var ErrNoSnapshot = protocol.ErrNoSnapshot

// A Snapshot is the data that a worker has sent.
type Snapshot = protocol.Snapshot

// A SnapshotKind is a kind of data about a running job that a worker can send.
type SnapshotKind = protocol.Command

// The kinds of snapshots.
const (
	// TourSnapshot is the best tour: city numbers as in the instance, from 0, as int32 in
	// little-endian order.
	TourSnapshot = protocol.TakeTour
	// TrailSnapshot is the list of the strongest trails of a colony in little-endian order: the
	// number of trails as uint32, then for each trail two cities as int32 and the strength as
	// float32.
	TrailSnapshot = protocol.TakeTrail
)

// MaxTrails is the maximum number of trails in a snapshot.
const MaxTrails = 20_000

const (
	// snapshotTimeout bounds the wait for a worker. A worker answers at the end of a step, and a
	// step with a million cities takes seconds.
	snapshotTimeout = 10 * time.Second
)

// TrailBytes is the size of a trail in a snapshot, in bytes.
const TrailBytes = 12

// TourBytes encodes a tour in the format of TourSnapshot.
func TourBytes(tour tsp.Tour) []byte {
	return encode(make([]byte, 0, 4*len(tour)), []int32(tour))
}

func trailBytes(trails []search.Trail) []byte {
	order := binary.LittleEndian
	data := order.AppendUint32(make([]byte, 0, 4+TrailBytes*len(trails)), uint32(len(trails)))
	for _, l := range trails {
		data = order.AppendUint32(order.AppendUint32(data, uint32(l.From)), uint32(l.To))
		data = order.AppendUint32(data, math.Float32bits(l.Strength))
	}
	return data
}

// Snapshot requests a snapshot of at most maxBytes from the worker that runs a job. If have is the
// current version, the snapshot contains no data.
func (s *Store) Snapshot(ctx context.Context, k SnapshotKind, of *Record, have string, maxBytes int) (Snapshot, error) {
	ctx, cancel := context.WithTimeout(ctx, snapshotTimeout)
	defer cancel()
	m := protocol.Message{Command: k, Tenant: of.Tenant, ID: of.ID, Epoch: of.Epoch, Have: have}
	return protocol.TakeSnapshot(ctx, s.nc, of.Pool, of.Session, m, maxBytes)
}

// IsTour reports whether the encoded cities contain every city from 0 to n-1 exactly once.
func IsTour(cities []byte, n int) bool {
	if len(cities) != 4*n {
		return false
	}
	seen := make([]bool, n)
	for i := range n {
		c := binary.LittleEndian.Uint32(cities[4*i:])
		if int64(c) >= int64(n) || seen[c] {
			return false
		}
		seen[c] = true
	}
	return true
}
