package cluster

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

// A Hub follows all jobs, so that many may watch and list them at the cost of one.
type Hub struct {
	store *Store
	log   *slog.Logger

	ready    chan struct{} // closed when all records were read once
	released chan struct{} // has something in it when a worker has given a job back

	mu            sync.Mutex
	jobs          map[string]*hubEntry
	index         index
	changes       map[*changeFeed]bool
	ended         []*hubEntry // the latest ones, which have their events still
	lastEvent     uint64      // the sequence number of the last event
	streamCreated time.Time   // when the stream was made that it is of
}

// followed is what a hub knows of a job.
type hubEntry struct {
	record   Record
	events   []Event // of the stream, the latest ones
	latest   Event   // that tells of progress
	watchers map[chan struct{}]bool
	retired  bool // it ended some time ago: its events are not kept
}

const (
	// ringSize is how many events of a job a hub keeps.
	maxEvents = 512
	// mostEnded is how many jobs that have ended it keeps events of.
	maxEnded = 256
)

// Follow begins to follow all jobs, until the context ends.
func (s *Store) Follow(ctx context.Context, log *slog.Logger) *Hub {
	h := &Hub{
		store: s, log: log, ready: make(chan struct{}), released: make(chan struct{}, 1),
		jobs: map[string]*hubEntry{}, index: index{}, changes: map[*changeFeed]bool{},
	}
	go h.followRecords(ctx)
	go h.followEvents(ctx) // once it is known which jobs there are
	return h
}

// Ready is closed when all jobs are known.
func (h *Hub) Ready() <-chan struct{} { return h.ready }

func (h *Hub) followRecords(ctx context.Context) {
	var once sync.Once
	for ctx.Err() == nil {
		w, err := h.store.records.WatchAll(ctx)
		if err != nil {
			h.log.Debug("records cannot be watched", "error", err)
			retry.Sleep(ctx, pause)
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
		retry.Sleep(ctx, pause)
	}
}

// learn takes up a new state of a record.
func (h *Hub) applyRecord(e jetstream.KeyValueEntry) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if e.Operation() != jetstream.KeyValuePut {
		h.removeJob(e.Key())
		return
	}
	r, err := recordOf(e)
	if err != nil {
		h.log.Warn("a record cannot be read", "key", e.Key(), "error", err)
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

// drop takes up that a job was forgotten.
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

// retire forgets the events of jobs that ended some time ago: there can be very many.
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

// wake tells the watchers of a job that there is something new. One that has not looked
// yet is told once.
func (f *hubEntry) notifyWatchers() {
	for w := range f.watchers {
		notify(w)
	}
}

// tell puts something into a channel, unless there is something in it.
func notify(news chan<- struct{}) {
	select {
	case news <- struct{}{}:
	default:
	}
}

func (h *Hub) followEvents(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-h.ready:
	}
	for ctx.Err() == nil {
		err := h.resumeEvents(ctx)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			// It was in the memory of a server that has been restarted.
			err = createStreams(ctx, h.store.js, h.store.options, streams(h.store.options))
		}
		if err != nil && ctx.Err() == nil {
			h.log.Debug("events cannot be followed", "error", err)
			retry.Sleep(ctx, pause)
		}
	}
}

// resume goes on after the last event that was heard.
func (h *Hub) resumeEvents(ctx context.Context) error {
	within, cancel := withTimeout(ctx)
	defer cancel()
	stream, err := h.store.js.Stream(within, eventStream)
	if err != nil {
		return err
	}
	c, err := stream.OrderedConsumer(within, jetstream.OrderedConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: h.nextSequence(stream.CachedInfo()),
	})
	if err != nil {
		return err
	}
	return h.consume(ctx, c)
}

// next is the sequence number after the last event that was heard. A stream that was made
// anew, or has lost its memory, begins again: nothing of the one before counts then.
func (h *Hub) nextSequence(of *jetstream.StreamInfo) uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !of.Created.Equal(h.streamCreated) || of.State.LastSeq < h.lastEvent {
		h.streamCreated, h.lastEvent = of.Created, 0
		for _, f := range h.jobs {
			f.events, f.latest.Sequence = nil, 0
		}
	}
	return h.lastEvent + 1
}

// consume hears events until the connection was broken and made again: the stream may be a
// new one then, whose numbers begin at 1.
func (h *Hub) consume(ctx context.Context, c jetstream.Consumer) error {
	all, err := c.Messages()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	connected := h.store.nc.StatusChanged(nats.CONNECTED)
	defer h.store.nc.RemoveStatusListener(connected)
	go func() {
		select {
		case <-ctx.Done():
		case <-connected:
		}
		all.Stop()
	}()
	for {
		m, err := all.Next()
		if err != nil {
			return err
		}
		h.applyEvent(m)
	}
}

// hear takes up an event: not of a job that was forgotten or ended long ago, nor of a worker
// that no longer has it.
func (h *Hub) applyEvent(m jetstream.Msg) {
	meta, err := m.Metadata()
	if err != nil {
		return
	}
	e, err := decodeEvent(m.Data())
	if err != nil {
		h.log.Warn("an event cannot be read", "error", err)
		return
	}
	name := strings.TrimPrefix(m.Subject(), eventSubject)
	e.Tenant, e.ID, _ = strings.Cut(name, ".")
	e.Sequence = meta.Sequence.Stream
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lastEvent = e.Sequence
	f := h.jobs[name]
	if f == nil || f.retired || e.Epoch > 0 && e.Epoch < f.record.Epoch {
		return
	}
	f.events = append(f.events, e)
	if e.Progress != nil {
		f.latest = e
	}
	if len(f.events) > maxEvents {
		f.events = slices.Clone(f.events[len(f.events)-maxEvents:])
	}
	f.notifyWatchers()
}

// A View is what a hub knows of a job: its record without what is large, and its events
// after some sequence number.
type View struct {
	Record Record
	Events []Event
	Latest Event  // that tells of progress
	Last   uint64 // the sequence number of the last event; 0: there is none
}

// NoEvents is a sequence number that no event comes after.
const NoEvents = math.MaxUint64

// Look is what is known of a job now.
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

// Watch is a channel that has something in it whenever there is something new about a job,
// until done is called.
func (h *Hub) Watch(tenant, id string) (news <-chan struct{}, done func()) {
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
			delete(h.jobs, name) // there never was such a job
		}
	}
}

// Jobs are the jobs of a tenant, or of all if it is "", the latest first.
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
	news, done := h.Watch(tenant, id)
	defer done()
	for {
		if v, ok := h.View(tenant, id, NoEvents); ok && v.Record.State.Ended() {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-news:
		case <-time.After(time.Minute):
		}
	}
}
