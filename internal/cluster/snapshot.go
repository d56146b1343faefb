package cluster

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/search"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// Headers of snapshot messages.
const (
	versionHeader = "Tour-Version"
	partHeader    = "Tour-Part"
	partsHeader   = "Tour-Parts"
)

// ErrNoSnapshot indicates that no worker currently has a snapshot of the job.
var ErrNoSnapshot = errors.New("no snapshot available")

// A SnapshotKind is a kind of data about a running job that a worker can send. Requests for it use
// the subject of the same name.
type SnapshotKind string

// The kinds of snapshots.
const (
	// TourSnapshot is the best tour: city numbers as in the instance, from 0, as int32 in
	// little-endian order.
	TourSnapshot SnapshotKind = "tour"
	// TrailSnapshot is the list of the strongest trails of a colony in little-endian order: the
	// number of trails as uint32, then for each trail two cities as int32 and the strength as
	// float32.
	TrailSnapshot SnapshotKind = "trails"
)

var snapshotKinds = []SnapshotKind{TourSnapshot, TrailSnapshot}

func (k SnapshotKind) subject() string { return string(k) + "." }

// MaxTrails is the maximum number of trails in a snapshot.
const MaxTrails = 20_000

const (
	// snapshotTimeout bounds the wait for a worker. A worker answers at the end of a step, and a
	// step with a million cities takes seconds.
	snapshotTimeout = 10 * time.Second
	// maxVersion is an upper bound for the length of a version in bytes.
	maxVersion = 64
)

// TrailBytes is the size of a trail in a snapshot, in bytes.
const TrailBytes = 12

// A Snapshot is the data that a worker has sent. Snapshots with different versions may differ.
type Snapshot struct {
	Version string
	Data    []byte
}

// serveSnapshot returns a handler that answers requests for a snapshot, in parts. A client that has
// the current version receives no data.
func (w *Worker) serveSnapshot(k SnapshotKind) nats.MsgHandler {
	return func(m *nats.Msg) {
		a := w.attemptAt(strings.TrimPrefix(m.Subject, k.subject()))
		if a == nil || m.Reply == "" {
			return
		}
		if solver := a.solver.Load(); solver != nil {
			go a.reply(m, k, solver, time.Now())
		}
	}
}

func (a *attempt) reply(m *nats.Msg, k SnapshotKind, of *tourmaline.Solver, asked time.Time) {
	at := of.Progress() // waits for the end of the current step
	if time.Since(asked) > snapshotTimeout {
		return // the client has timed out
	}
	p := Snapshot{Version: k.version(a.record.Epoch, at)}
	if p.Version != string(m.Data) {
		p.Data = k.data(of)
	}
	a.worker.sendSnapshot(m.Reply, p)
}

// version returns an identifier that changes whenever the snapshot changes.
func (k SnapshotKind) version(epoch uint64, at search.Progress) string {
	if k == TourSnapshot {
		return fmt.Sprintf("%d.%d.%v", epoch, at.Improved, at.Cost)
	}
	return fmt.Sprintf("%d.%d", epoch, at.Step)
}

func (k SnapshotKind) data(solver *tourmaline.Solver) []byte {
	if k == TourSnapshot {
		tour, _ := solver.Best().(tsp.Tour)
		return TourBytes(tour)
	}
	stats, err := solver.Stats(search.Detail{Trails: MaxTrails})
	if err != nil || len(stats.Trails) == 0 {
		return nil
	}
	return trailBytes(stats.Trails)
}

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

func (w *Worker) sendSnapshot(to string, p Snapshot) {
	parts := (len(p.Data) + chunkSize - 1) / chunkSize
	for i := range max(parts, 1) {
		m := nats.NewMsg(to)
		m.Header.Set(versionHeader, p.Version)
		m.Header.Set(partHeader, strconv.Itoa(i))
		m.Header.Set(partsHeader, strconv.Itoa(parts))
		m.Data = p.Data[i*chunkSize : min((i+1)*chunkSize, len(p.Data))]
		if w.store.nc.PublishMsg(m) != nil {
			return // the client will retry
		}
	}
}

// Snapshot requests a snapshot of at most maxBytes from the worker that runs a job. If have is the
// current version, the snapshot contains no data.
func (s *Store) Snapshot(ctx context.Context, k SnapshotKind, of *Record, have string, maxBytes int) (Snapshot, error) {
	ctx, cancel := context.WithTimeout(ctx, snapshotTimeout)
	defer cancel()
	inbox := s.nc.NewRespInbox()
	sub, err := s.nc.SubscribeSync(inbox)
	if err != nil {
		return Snapshot{}, err
	}
	defer func() { _ = sub.Unsubscribe() }()
	if err := s.nc.PublishRequest(k.subject()+of.Key(), inbox, []byte(have)); err != nil {
		return Snapshot{}, err
	}
	var p Snapshot
	for i, parts := 0, 1; i < parts; i++ {
		m, err := sub.NextMsgWithContext(ctx)
		if err != nil {
			return Snapshot{}, fmt.Errorf("%w: %w", ErrNoSnapshot, err)
		}
		n, err := strconv.Atoi(m.Header.Get(partsHeader))
		p.Version, p.Data = m.Header.Get(versionHeader), append(p.Data, m.Data...)
		if err != nil || m.Header.Get(partHeader) != strconv.Itoa(i) || i > 0 && n != parts ||
			len(p.Data) > maxBytes || len(p.Version) > maxVersion {
			return Snapshot{}, ErrNoSnapshot
		}
		parts = n
	}
	if len(p.Data) == 0 && p.Version != have {
		return Snapshot{}, ErrNoSnapshot
	}
	return p, nil
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
