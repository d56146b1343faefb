package cluster

import (
	"cmp"
	"container/heap"
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// A Change is a change of the state of a job. Its revision orders it among all changes of a
// cluster: it is the number of the write of the job's record, and all servers use the same numbers.
type Change struct {
	Revision uint64
	Tenant   string
	ID       string
	State    State
	Epoch    uint64 // number of claims of the job so far
	Created  time.Time
	Time     time.Time // end of the job, or time at which the record was written
	Label    string
	Labels   map[string]string
	Digest   *Digest     // of the verified result
	Faults   []job.Fault // reasons for a failure
}

// maxChanges is the number of changes of all tenants that a hub retains, and at most twice as many.
const maxChanges = 8192

// A changeLog holds the latest changes in the order of their revisions. Only the reading of the
// records adds changes, because it alone sees all writes in order.
type changeLog struct {
	most   int // maximum number of changes
	latest []Change
	floor  uint64 // revision up to which changes are no longer retained
	last   uint64 // revision of the last record that was read
}

// add adds a change and drops old ones.
func (l *changeLog) add(c Change) {
	l.latest = append(l.latest, c)
	if len(l.latest) < 2*l.most { // copies a change only once on average
		return
	}
	dropped := len(l.latest) - l.most
	l.floor = l.latest[dropped-1].Revision
	l.latest = slices.Clone(l.latest[dropped:])
}

// after returns up to limit changes of a tenant after a revision, and the position after them.
func (l *changeLog) after(tenant string, revision uint64, limit int) (found []Change, next uint64) {
	from := sort.Search(len(l.latest), func(i int) bool { return l.latest[i].Revision > revision })
	for _, c := range l.latest[from:] {
		if c.Tenant != tenant {
			continue
		}
		if len(found) == limit {
			return found, found[limit-1].Revision
		}
		found = append(found, c)
	}
	return found, max(revision, l.last)
}

// seen is the state of a job in its last change. The epoch distinguishes two claims of a job if the
// reading of the records was interrupted between them.
type seen struct {
	state uint8
	epoch uint32
}

func seenIn(r *Record) seen {
	return seen{uint8(slices.Index(States(), r.State) + 1), uint32(r.Epoch)}
}

// logChange adds a record that was read to the changes if the state of its job has changed.
func (h *Hub) logChange(e *hubEntry, r *Record, written time.Time) {
	now := seenIn(r)
	switch {
	case e == nil, e.revision > 0 && (e.seen == now || r.revision <= e.revision):
		return // for example a checkpoint, or all records are being read again
	case r.revision > h.history.last:
		h.history.add(changeOf(r, r.revision, written))
	}
	e.revision, e.seen = r.revision, now
	for w := range h.watchers[key(r.Tenant, "")] {
		notify(w)
	}
}

func changeOf(r *Record, revision uint64, written time.Time) Change {
	c := Change{
		Revision: revision, Tenant: r.Tenant, ID: r.ID, State: r.State, Epoch: r.Epoch, Created: r.Created, Time: written,
		Label: r.Spec.Label, Labels: r.Spec.Labels, Digest: r.Digest, Faults: r.Faults,
	}
	if r.State.Ended() {
		c.Time = r.Ended
	}
	return c
}

// LastRevision returns the revision of the last write of a record.
func (s *Store) LastRevision(ctx context.Context) (uint64, error) {
	ctx, cancel := withTimeout(ctx)
	defer cancel()
	stream, err := s.js.Stream(ctx, keyValues(recordBucket).stream)
	if err != nil {
		return 0, err
	}
	return stream.CachedInfo().State.LastSeq, nil
}

// WatchTenant returns a channel that is signalled whenever a job of a tenant changes its state,
// until the caller calls done.
func (h *Hub) WatchTenant(tenant string) (changes <-chan struct{}, done func()) {
	return h.Watch(tenant, "")
}

// Position returns the position after the last change.
func (h *Hub) Position() uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.history.last
}

// ChangesAfter returns up to limit changes of a tenant after a position, in the order of their
// revisions, and the position after them. Only the last change of a job is certain to be among
// them. It reads jobs whose changes are not in memory from the store.
func (h *Hub) ChangesAfter(ctx context.Context, tenant string, position uint64, limit int) (found []Change, next uint64, err error) {
	select {
	case <-h.ready: // before, old changes may be missing
	case <-ctx.Done():
		return nil, position, ctx.Err()
	}
	h.mu.Lock()
	if position >= h.history.floor {
		defer h.mu.Unlock()
		found, next = h.history.after(tenant, position, limit)
		return found, next, nil
	}
	old, next := h.oldChanges(tenant, position, limit)
	h.mu.Unlock()
	found, err = h.readChanges(ctx, tenant, old)
	return found, next, err
}

// oldChanges returns the last changes of up to limit jobs up to the oldest change in memory, and
// the position after them. Those whose records are not in memory have only an id and a revision.
func (h *Hub) oldChanges(tenant string, position uint64, limit int) (found []Change, next uint64) {
	var oldest entryHeap
	for _, e := range h.index.of(tenant).jobs {
		if e.revision <= position || e.revision > h.history.floor {
			continue
		}
		if len(oldest) == limit && e.revision > oldest[0].revision {
			continue
		}
		if heap.Push(&oldest, e); len(oldest) > limit {
			heap.Pop(&oldest)
		}
	}
	slices.SortFunc(oldest, func(a, b *hubEntry) int { return cmp.Compare(a.revision, b.revision) })
	for _, e := range oldest {
		c := Change{Revision: e.revision, Tenant: tenant, ID: e.id}
		if e.live != nil {
			c = changeOf(&e.live.record, e.revision, later(e.live.record.Created, e.live.record.Started))
		}
		found = append(found, c)
	}
	if len(found) == limit {
		return found, found[limit-1].Revision
	}
	return found, h.history.floor
}

// An entryHeap is a heap with the latest change on top.
type entryHeap []*hubEntry

func (q entryHeap) Len() int           { return len(q) }
func (q entryHeap) Less(i, j int) bool { return q[i].revision > q[j].revision }
func (q entryHeap) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *entryHeap) Push(e any)        { *q = append(*q, e.(*hubEntry)) }
func (q *entryHeap) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// readChanges completes changes whose records are not in memory. It omits those of deleted jobs.
func (h *Hub) readChanges(ctx context.Context, tenant string, refs []Change) ([]Change, error) {
	faults := make([]error, len(refs))
	room := make(chan struct{}, 16) // concurrent reads
	var wg sync.WaitGroup
	for i := range refs {
		if refs[i].State != "" {
			continue
		}
		room <- struct{}{}
		wg.Go(func() {
			defer func() { <-room }()
			r, err := h.store.Get(ctx, tenant, refs[i].ID)
			if faults[i] = err; err == nil {
				refs[i] = changeOf(r, refs[i].Revision, later(r.Created, r.Started))
			}
		})
	}
	wg.Wait()
	found := refs[:0]
	for i, c := range refs {
		switch {
		case errors.Is(faults[i], ErrNotFound): // deleted in the meantime
		case faults[i] != nil:
			return nil, fmt.Errorf("cannot read the changes of the jobs: %w", faults[i])
		default:
			found = append(found, c)
		}
	}
	return found, nil
}

// HasLabel reports whether the job has a label of the form name=value.
func (c Change) HasLabel(label string) bool {
	name, value, _ := strings.Cut(label, "=")
	found, ok := c.Labels[name]
	return ok && found == value
}
