package cluster

import (
	"context"
	"log/slog"
	"math"
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

	ready    chan struct{} // closed when all records have been read once
	released chan struct{} // signalled when a worker returns a job to the queue

	mu            sync.Mutex
	jobs          map[string]*hubEntry
	index         index
	changes       map[*changeFeed]bool
	ended         []*hubEntry // latest ended jobs whose events are still retained
	lastEvent     uint64      // sequence number of the last applied event
	streamCreated time.Time   // creation time of the event stream
}

// A hubEntry holds a hub's data on a job.
type hubEntry struct {
	record   Record
	events   []Event // latest events of the stream
	latest   Event   // latest event with progress
	watchers map[chan struct{}]bool
	retired  bool // the job ended some time ago and its events are no longer retained
}

const (
	// maxEvents is the maximum number of events retained per job.
	maxEvents = 512
	// maxEnded is the maximum number of ended jobs whose events are retained.
	maxEnded = 256
)

// Follow returns a hub that follows all jobs until the context is cancelled.
func (s *Store) Follow(ctx context.Context, log *slog.Logger) *Hub {
	h := &Hub{
		store: s, log: log, ready: make(chan struct{}), released: make(chan struct{}, 1),
		jobs: map[string]*hubEntry{}, index: index{}, changes: map[*changeFeed]bool{},
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
		w, err := h.store.records.WatchAll(ctx)
		if err != nil {
			h.log.Debug("cannot watch the records", "error", err)
			continue
		}
		for e := range w.Updates() {
			if e == nil {
				once.Do(func() { close(h.ready) })
				continue
			}
			h.applyRecord(e)
		}
		_ = w.Stop()
	}
}

func (h *Hub) applyRecord(e jetstream.KeyValueEntry) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if e.Operation() != jetstream.KeyValuePut {
		h.removeJob(e.Key())
		return
	}
	r, err := recordOf(e)
	if err != nil {
		h.log.Warn("unreadable record", "key", e.Key(), "error", err)
		return
	}
	f := h.entry(e.Key())
	if r.revision <= f.record.revision {
		return
	}
	before := f.record
	f.record = r.summary()
	h.index.update(f, before)
	if before.State != r.State {
		h.markChanged(r.Tenant)
		h.retire(f)
	}
	if before.State == Running && r.State == Queued {
		notify(h.released)
	}
	f.notifyWatchers()
}

func (h *Hub) removeJob(key string) {
	f := h.jobs[key]
	if f == nil {
		return
	}
	delete(h.jobs, key)
	h.index.remove(f)
	h.markChanged(f.record.Tenant)
	f.notifyWatchers()
}

// retire records that a job has ended. If more than maxEnded jobs have ended, it drops the events
// of the oldest, because there can be very many ended jobs.
func (h *Hub) retire(f *hubEntry) {
	if !f.record.State.Ended() {
		return
	}
	h.ended = append(h.ended, f)
	if len(h.ended) > maxEnded {
		h.ended[0].events, h.ended[0].retired = nil, true
		h.ended = slices.Clone(h.ended[1:])
	}
}

func (h *Hub) entry(key string) *hubEntry {
	f := h.jobs[key]
	if f == nil {
		f = &hubEntry{watchers: map[chan struct{}]bool{}}
		h.jobs[key] = f
	}
	return f
}

func (f *hubEntry) notifyWatchers() {
	for w := range f.watchers {
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

// View returns the current view of a job with the events after a sequence number.
func (h *Hub) View(tenant, id string, after uint64) (View, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	f := h.jobs[key(tenant, id)]
	if f == nil || f.record.ID == "" {
		return View{}, false
	}
	v := View{Record: f.record, Latest: f.latest}
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
	f := h.entry(name)
	f.watchers[c] = true
	return c, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(f.watchers, c)
		if f.record.ID == "" && len(f.watchers) == 0 && h.jobs[name] == f {
			delete(h.jobs, name) // the job does not exist
		}
	}
}

// Jobs returns the jobs of a tenant, or of all tenants if tenant is "", latest first.
func (h *Hub) Jobs(tenant string) (all []Record) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for name, of := range h.index {
		if tenant == "" || tenant == name {
			for _, f := range of.jobs {
				all = append(all, f.record)
			}
		}
	}
	slices.SortFunc(all, func(a, b Record) int { return older(&b, &a) })
	return all
}

// Wait waits until a job has ended.
func (h *Hub) Wait(ctx context.Context, tenant, id string) error {
	changes, done := h.Watch(tenant, id)
	defer done()
	for {
		if v, ok := h.View(tenant, id, NoEvents); ok && v.Record.State.Ended() {
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
