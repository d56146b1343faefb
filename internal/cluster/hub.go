package cluster

import (
	"cmp"
	"context"
	"log/slog"
	"math"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

// A Hub follows all jobs, so that many clients can watch and list jobs at the cost of one client.
type Hub struct {
	store *Store
	log   *slog.Logger

	ready chan struct{} // closed when all records have been read once

	mu            sync.Mutex
	index         index
	watchers      map[string]map[chan struct{}]bool // by record key
	changes       map[*changeFeed]bool
	ended         []endedJob  // ended jobs, sorted by the time of their end
	recent        []*hubEntry // latest ended jobs whose records are retained
	reading       uint64      // number of the current reading of all records
	history       changeLog
	started       bool     // all records have been read once
	latest        []reread // latest ended jobs, until the hub has started
	dispatchers   []*Dispatcher
	lastEvent     uint64    // sequence number of the last applied event
	streamCreated time.Time // creation time of the event stream
	// creation time of the stream of the records
	recordsCreated time.Time
}

// An endedJob is a job and the time of its end. It is outdated if the job has another one by now.
type endedJob struct {
	*hubEntry
	at int64
}

const (
	// maxEvents is the maximum number of events retained per job.
	maxEvents = 512
	// maxEnded is the maximum number of ended jobs whose events are retained.
	maxEnded = 256
	// maxRecent is the maximum number of ended jobs whose records are retained.
	maxRecent = 4096
)

// Follow returns a hub that follows all jobs until the context is cancelled.
func (s *Store) Follow(ctx context.Context, log *slog.Logger) *Hub {
	h := &Hub{
		store: s, log: log, ready: make(chan struct{}), index: index{},
		watchers: map[string]map[chan struct{}]bool{}, changes: map[*changeFeed]bool{}, history: changeLog{most: maxChanges},
	}
	go h.followRecords(ctx)
	go h.followEvents(ctx) // waits until the records have been read
	return h
}

// Ready returns a channel that is closed when all records have been read.
func (h *Hub) Ready() <-chan struct{} { return h.ready }

func (h *Hub) followRecords(ctx context.Context) {
	var once sync.Once
	for valid := ctx.Err() == nil; valid; valid = retry.Sleep(ctx, pause) {
		if err := h.readRecords(ctx, func() { once.Do(h.becomeReady) }); err != nil {
			h.log.Debug("cannot watch the records", "error", err)
		}
	}
}

// becomeReady reports that all records have been read. Reading leaves several times as much garbage
// as the hub keeps, so the memory is returned to the system.
func (h *Hub) becomeReady() {
	close(h.ready)
	go debug.FreeOSMemory()
}

// resyncEvery is the interval between checks for records that vanished without a trace.
const resyncEvery = time.Minute

// readRecords reads all records and follows their changes. It returns if a record vanished without
// a deletion marker, so that all records are read again.
func (h *Hub) readRecords(ctx context.Context, complete func()) error {
	w, err := h.store.records.WatchAll(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = w.Stop() }()
	h.beginReading(ctx)
	tick := time.NewTicker(resyncEvery)
	defer tick.Stop()
	for {
		select {
		case e, open := <-w.Updates():
			switch {
			case !open:
				return nil
			case e == nil:
				h.removeVanished()
				h.readLatest()
				complete()
			default:
				h.applyRecord(e)
			}
		case <-tick.C:
			if h.hasVanished(ctx) {
				return nil
			}
		}
	}
}

// beginReading counts a reading of all records and remembers the stream that is read.
func (h *Hub) beginReading(ctx context.Context) {
	created, _, err := h.recordStream(ctx)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.reading++; err == nil {
		h.recordsCreated = created
	}
}

// recordStream returns the creation time of the stream of the records, and the number of records.
func (h *Hub) recordStream(ctx context.Context) (created time.Time, records uint64, err error) {
	ctx, cancel := withTimeout(ctx)
	defer cancel()
	stream, err := h.store.js.Stream(ctx, keyValues(recordBucket).stream)
	if err != nil {
		return created, 0, err
	}
	info := stream.CachedInfo()
	return info.Created, info.State.Msgs, nil
}

// hasVanished reports whether the hub has more jobs than the store has records, or whether the
// records were restored from a backup.
func (h *Hub) hasVanished(ctx context.Context) bool {
	created, records, err := h.recordStream(ctx)
	if err != nil {
		return false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	jobs := 0
	for _, of := range h.index {
		jobs += of.jobs.size
	}
	return uint64(jobs) > records || !h.recordsCreated.IsZero() && !created.Equal(h.recordsCreated)
}

// removeVanished removes the jobs that the current reading of all records has not found.
func (h *Hub) removeVanished() {
	h.mu.Lock()
	defer h.mu.Unlock()
	var gone []*hubEntry
	for e := range h.index.all() {
		if e.read != h.reading {
			gone = append(gone, e)
		}
	}
	for _, e := range gone {
		h.removeJob(e)
	}
}

func (h *Hub) applyRecord(e jetstream.KeyValueEntry) {
	tenant, id, _ := cutKey(e.Key())
	h.mu.Lock()
	defer h.mu.Unlock()
	defer func() { h.history.last = max(h.history.last, e.Revision()) }()
	f := h.index.find(tenant, id)
	if e.Operation() != jetstream.KeyValuePut {
		if f != nil {
			h.removeJob(f)
		}
		return
	}
	if h.recallEnded(f, e) {
		return
	}
	r, err := recordOf(e)
	if err != nil {
		h.log.Warn("unreadable record", "key", e.Key(), "error", err)
		return
	}
	h.apply(f, r)
	h.logChange(h.index.find(tenant, id), r, e.Created())
}

// recallEnded applies the record of an ended job if the hub is starting or the job ended long ago.
// It reports whether it did.
func (h *Hub) recallEnded(f *hubEntry, e jetstream.KeyValueEntry) bool {
	known := f != nil && f.live == nil && f.state.Ended()
	if h.started && !known {
		return false
	}
	g, ok := glanceAt(e)
	if !ok {
		return false
	}
	f = h.recall(f, g, e.Created())
	if e.Revision() > f.revision {
		f.revision = e.Revision()
		h.history.skip(e.Revision())
	}
	if h.started {
		return true
	}
	if h.latest = append(h.latest, reread{f, e}); len(h.latest) > maxRecent {
		h.latest[0], h.latest = reread{}, h.latest[1:]
	}
	return true
}

func (h *Hub) apply(f *hubEntry, r *Record) {
	if f != nil && f.created != r.Created.UnixNano() { // the id was used again
		h.removeJob(f)
		f = nil
	}
	if f == nil {
		f = h.index.add(r.Tenant, r.ID, r.Created)
	}
	f.read = h.reading
	if f.live == nil && f.state.Ended() && r.State.Ended() {
		return // known, and its record is no longer in memory
	}
	if f.live != nil && r.revision <= f.live.record.revision {
		return
	}
	before := f.state
	f.update(r.summary())
	if before != r.State {
		h.markChanged(r.Tenant)
		h.retire(f)
	}
	if before != r.State && r.State != Running {
		for _, d := range h.dispatchers {
			d.match()
		}
	}
	h.notifyWatchers(f)
}

func (h *Hub) removeJob(e *hubEntry) {
	h.index.remove(e)
	h.markChanged(e.owner.name)
	h.notifyWatchers(e)
	e.owner, e.live = nil, nil
}

// retire records that a job has ended. It drops the events and records of jobs that ended before
// many others, because there can be very many ended jobs.
func (h *Hub) retire(e *hubEntry) {
	if e.state.Ended() {
		h.insertEnded(e)
		h.retain(e)
	}
}

// insertEnded adds a job to the list of ended jobs.
func (h *Hub) insertEnded(e *hubEntry) {
	i := len(h.ended) // most jobs are the last to have ended
	if i > 0 && h.ended[i-1].at > e.ended {
		i, _ = slices.BinarySearchFunc(h.ended, e.ended, func(d endedJob, at int64) int { return cmp.Compare(d.at, at) })
	}
	h.ended = slices.Insert(h.ended, i, endedJob{e, e.ended})
}

// retain retains the record of a job that has just ended, in place of another.
func (h *Hub) retain(e *hubEntry) {
	h.recent = append(h.recent, e)
	if i := len(h.recent) - maxEnded - 1; i >= 0 {
		if of := h.recent[i].live; of != nil {
			of.events, of.eventless = nil, true
		}
	}
	if len(h.recent) > maxRecent {
		if e := h.recent[0]; e.state.Ended() {
			e.live = nil
		}
		h.recent[0], h.recent = nil, h.recent[1:]
	}
}

func (h *Hub) notifyWatchers(e *hubEntry) {
	if e.owner == nil || len(h.watchers) == 0 {
		return
	}
	for w := range h.watchers[key(e.owner.name, e.id)] {
		notify(w)
	}
}

// notify sends a signal without blocking.
func notify(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// A View is a hub's view of a job: its record without large fields, and its events after a sequence
// number.
type View struct {
	Record Record
	Events []Event
	Latest Event  // latest event with progress
	Last   uint64 // sequence number of the last event, or 0
}

// NoEvents is greater than the sequence number of any event.
const NoEvents = math.MaxUint64

// View returns the current view of a job with the events after a sequence number. ok is false if
// the job does not exist, or ended long ago and must be read from the store.
func (h *Hub) View(tenant, id string, after uint64) (v View, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	e := h.index.find(tenant, id)
	if e == nil || e.live == nil {
		return View{}, false
	}
	f := e.live
	v = View{Record: f.record, Latest: f.latest}
	if n := len(f.events); n > 0 {
		v.Last = f.events[n-1].Sequence
	}
	from := len(f.events)
	for from > 0 && f.events[from-1].Sequence > after {
		from--
	}
	v.Events = slices.Clone(f.events[from:])
	return v, true
}

// Watch returns a channel that is signalled whenever a job changes, until the caller calls done.
func (h *Hub) Watch(tenant, id string) (changes <-chan struct{}, done func()) {
	c := make(chan struct{}, 1)
	h.mu.Lock()
	defer h.mu.Unlock()
	name := key(tenant, id)
	if h.watchers[name] == nil {
		h.watchers[name] = map[chan struct{}]bool{}
	}
	h.watchers[name][c] = true
	return c, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if delete(h.watchers[name], c); len(h.watchers[name]) == 0 {
			delete(h.watchers, name)
		}
	}
}

// Wait waits until a job has ended.
func (h *Hub) Wait(ctx context.Context, tenant, id string) error {
	changes, done := h.Watch(tenant, id)
	defer done()
	for {
		if h.hasEnded(tenant, id) {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-changes:
		case <-time.After(time.Minute):
		}
	}
}

func (h *Hub) hasEnded(tenant, id string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	e := h.index.find(tenant, id)
	return e != nil && e.state.Ended()
}
