package cluster

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"
)

// A hubEntry is a hub's knowledge of a job. There can be millions of ended jobs, so an entry holds
// the record only while the job is open or ended recently.
type hubEntry struct {
	owner   *tenantJobs
	id      string
	state   State
	created int64    // in nanoseconds
	ended   int64    // in nanoseconds, by the later of the servers' and the broker's clock; 0 if open
	labels  []string // as name=value, sorted
	// hash of the instance, which jobs with the same instance share in memory
	instance *instanceUse
	read     uint64 // number of the reading of all records that last saw the job
	revision uint64 // of the last change of the state; 0 if no reading of the records has seen the job

	live    *liveJob
	claimed bool  // this server is claiming the job
	since   int64 // time since which the job waits, if it is in waits; in nanoseconds
	seen    seen  // state of the last change
}

// A liveJob is the part of an entry that is dropped some time after the job has ended.
type liveJob struct {
	record    Record
	events    []Event // latest events of the stream; nil if they are no longer retained
	latest    Event   // latest event with progress
	eventless bool    // events are no longer retained
}

// tenantJobs orders and counts the jobs of a tenant.
type tenantJobs struct {
	name   string
	byID   map[string]*hubEntry
	jobs   timeline
	rare   map[State]*timeline // jobs in states other than Done, which most jobs of a long list are in
	counts map[State]int
	queue  queue // jobs that wait for a worker
	waits  waits
	active int // jobs that run or are being claimed

	instances    map[string]*instanceUse
	running      map[*hubEntry]bool
	withDeadline map[*hubEntry]bool // queued jobs with a deadline
}

// An instanceUse counts the jobs that refer to an instance.
type instanceUse struct {
	hash string
	jobs int
}

// use counts a job that refers to an instance.
func (t *tenantJobs) use(hash string) *instanceUse {
	u := t.instances[hash]
	if u == nil {
		u = &instanceUse{hash: strings.Clone(hash)}
		t.instances[u.hash] = u
	}
	u.jobs++
	return u
}

// drop removes the reference of a job to an instance.
func (t *tenantJobs) drop(u *instanceUse) {
	if u == nil {
		return
	}
	if u.jobs--; u.jobs == 0 {
		delete(t.instances, u.hash)
	}
}

// index holds the jobs of each tenant.
type index map[string]*tenantJobs

// of returns the jobs of a tenant, which may have none.
func (x index) of(tenant string) *tenantJobs { return cmp.Or(x[tenant], &tenantJobs{name: tenant}) }

func (x index) find(tenant, id string) *hubEntry { return x.of(tenant).byID[id] }

// add adds a job whose record is set by update.
func (x index) add(tenant, id string, created time.Time) *hubEntry {
	of := x[tenant]
	if of == nil {
		of = &tenantJobs{
			name: strings.Clone(tenant), byID: map[string]*hubEntry{}, rare: map[State]*timeline{Queued: {}, Running: {}, Failed: {}, Cancelled: {}}, counts: map[State]int{}, queue: queue{},
			instances: map[string]*instanceUse{}, running: map[*hubEntry]bool{}, withDeadline: map[*hubEntry]bool{},
		}
		x[of.name] = of
	}
	e := &hubEntry{owner: of, id: strings.Clone(id), created: created.UnixNano()}
	of.byID[e.id] = e
	of.jobs.insert(e)
	return e
}

// update applies a new record of a job.
func (e *hubEntry) update(r Record) {
	e.leave()
	e.state, e.ended, e.labels = r.State, 0, r.Spec.LabelList()
	if e.live == nil {
		e.live = &liveJob{}
	}
	e.live.record = r
	if !r.State.Ended() {
		e.live.eventless = false // queued again
	}
	if e.state.Ended() {
		e.ended = r.endedAt().UnixNano()
	}
	if e.instance == nil {
		e.instance = e.owner.use(r.Spec.Instance)
	}
	e.enter()
}

// enter adds a job to the counts and the queue.
func (e *hubEntry) enter() {
	of := e.owner
	of.counts[e.state]++
	if line := of.rare[e.state]; line != nil {
		line.insert(e)
	}
	switch {
	case e.state == Queued && !e.claimed:
		of.queue.add(e)
		of.waits.add(e, of.counts[Queued])
	case !e.state.Ended():
		of.active++
	}
	if e.state == Running {
		of.running[e] = true
	}
	if e.state == Queued && e.live.record.Spec.Placement.Deadline > 0 {
		of.withDeadline[e] = true
	}
}

// leave removes a job from the counts and the queue.
func (e *hubEntry) leave() {
	of := e.owner
	switch {
	case e.state == "":
		return // not counted yet
	case e.state == Queued && !e.claimed:
		of.queue.remove(e)
	case !e.state.Ended():
		of.active--
	}
	of.counts[e.state]--
	if line := of.rare[e.state]; line != nil {
		line.remove(e)
	}
	delete(of.running, e)
	delete(of.withDeadline, e)
}

// setClaimed marks a queued job as being claimed by this server, or removes the mark.
func (e *hubEntry) setClaimed(is bool) {
	if e.owner == nil { // deleted
		return
	}
	e.leave()
	e.claimed = is
	e.enter()
}

func (x index) remove(e *hubEntry) {
	of := e.owner
	e.leave()
	of.drop(e.instance)
	of.jobs.remove(e)
	delete(of.byID, e.id)
	if len(of.byID) == 0 {
		delete(x, of.name)
	}
}

// endedAt returns the time from which the job is retained. The clock of the server that ended the
// job, or that of the broker, may be slow.
func (r *Record) endedAt() time.Time { return later(r.Ended, r.written) }

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// Count returns the number of jobs in each state for one tenant, or for all tenants if tenant is
// "".
func (h *Hub) Count(tenant string) map[State]int {
	h.mu.Lock()
	defer h.mu.Unlock()
	counts := map[State]int{}
	for name, of := range h.index {
		if tenant == "" || tenant == name {
			for state, n := range of.counts {
				counts[state] += n
			}
		}
	}
	return counts
}

// Tenants returns the tenants that have jobs.
func (h *Hub) Tenants() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Sorted(maps.Keys(h.index))
}

// Unfinished returns the jobs of a tenant that have not ended, oldest first.
func (h *Hub) Unfinished(tenant string) (open []Record) {
	h.mu.Lock()
	defer h.mu.Unlock()
	of := h.index.of(tenant)
	left := of.counts[Queued] + of.counts[Running]
	// most unfinished jobs are among the latest
	for e := range of.jobs.latest() {
		if left == 0 {
			break
		}
		if !e.state.Ended() {
			open = append(open, e.live.record)
			left--
		}
	}
	slices.Reverse(open)
	return open
}

// all returns the entries of all jobs.
func (x index) all() iter.Seq[*hubEntry] {
	return func(yield func(*hubEntry) bool) {
		for _, of := range x {
			for e := range of.jobs.all() {
				if !yield(e) {
					return
				}
			}
		}
	}
}
