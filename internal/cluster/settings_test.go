package cluster

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// A server that is started without settings uses the stored ones. A server that is started with
// other settings is refused, and nothing changes.
func TestSettingsAreStoredOnce(t *testing.T) {
	nc := connect(t, t.TempDir())
	create := func(s Settings, change bool) (*Store, error) {
		return Create(t.Context(), nc, Options{Settings: s, Change: change})
	}
	first, err := create(Settings{Lease: 7 * time.Second, Retain: time.Hour}, false)
	must(t, err)
	want := Settings{1, 7 * time.Second, time.Hour, 30 * day, 30 * time.Minute}
	if got := first.Settings(); got != want {
		t.Fatalf("stored %+v", got)
	}
	second, err := create(Settings{}, false)
	if err != nil || second.Settings() != want {
		t.Fatalf("without settings: %+v, %v", second, err)
	}
	for _, other := range []Settings{{Retain: time.Second}, {Lease: time.Second}, {Replicas: 3}, {Stuck: time.Second}, {KeepInstances: time.Second}} {
		_, err := create(other, false)
		if _, ok := errors.AsType[*SettingsError](err); !ok || !strings.Contains(err.Error(), "but its cluster uses") {
			t.Errorf("%+v: %v", other, err)
		}
	}
	changed, err := create(Settings{Retain: 2 * time.Hour}, true)
	want.Retain = 2 * time.Hour
	if err != nil || changed.Settings() != want {
		t.Errorf("changed to %+v: %v", changed, err)
	}
	if again, err := create(Settings{}, false); err != nil || again.Settings() != want {
		t.Errorf("later: %+v, %v", again, err)
	}
}

// A store of an older version keeps its settings, and loses only its queue.
func TestOlderStoresKeepTheirSettings(t *testing.T) {
	nc := connect(t, t.TempDir())
	js, err := jetstream.New(nc)
	must(t, err)
	_, err = js.CreateStream(t.Context(), jetstream.StreamConfig{Name: legacyQueue, Subjects: []string{"jobs.>"}})
	must(t, err)
	_, err = js.CreateConsumer(t.Context(), legacyQueue, jetstream.ConsumerConfig{Durable: legacyConsumer, AckWait: 5 * time.Second, AckPolicy: jetstream.AckExplicitPolicy})
	must(t, err)
	s, err := Create(t.Context(), nc, Options{})
	if err != nil || s.Settings().Lease != 5*time.Second {
		t.Fatalf("%+v: %v", s, err)
	}
	_, err = js.Stream(t.Context(), legacyQueue)
	expect(t, err, jetstream.ErrStreamNotFound)
}

func at(seconds int64) func() time.Time { return func() time.Time { return time.Unix(seconds, 0) } }

// One wrong clock among three does not change the time of the cluster.
func TestTheTimeOfMostServers(t *testing.T) {
	const now, wrong = 1_000_000, 8 * 24 * 3600
	for _, c := range []struct {
		name   string
		own    int64
		others []int64
	}{
		{"alone", now, nil},
		{"own clock ahead", now + wrong, []int64{now, now}},
		{"own clock behind", now - wrong, []int64{now, now}},
		{"another ahead", now, []int64{now + wrong, now}},
		{"two servers, one ahead", now, []int64{now + wrong}},
		{"two servers, own ahead", now + wrong, []int64{now}},
	} {
		k := newClock("own", 1, at(c.own))
		for i, o := range c.others {
			k.hear(beacon{ID: string(rune('a' + i)), Clock: time.Unix(o, 0)})
		}
		if got := k.now().Unix(); got < now || got > now+5 {
			t.Errorf("%s: %d, expected %d", c.name, got, now)
		}
	}
}

// A server that hears too few others relies on the last comparison of its clock with theirs, and
// does not delete anything.
func TestOneClockOfThreeIsNotEnough(t *testing.T) {
	nc := connect(t, t.TempDir())
	const now, wrong = 1_000_000, 8 * 24 * 3600
	k := newClock("own", 2, at(now+wrong))
	if err := k.ask(t.Context(), nc); err == nil {
		t.Error("the time of one server is enough")
	}
	k.hear(beacon{ID: "a", Clock: time.Unix(now, 0)})
	must(t, k.ask(t.Context(), nc))
	k.now()
	k.servers = map[string]beacon{} // as if the other server was silent for long
	if got := k.now().Unix(); got < now || got > now+5 {
		t.Errorf("the time is %d, expected %d", got, now)
	}
}

// Exactly one of several servers prefers a job.
func TestOneServerPrefersAJob(t *testing.T) {
	clocks := []*clock{newClock("a", 1, time.Now), newClock("b", 1, time.Now), newClock("c", 1, time.Now)}
	for _, c := range clocks {
		for _, id := range []string{"a", "b", "c"} {
			c.hear(beacon{ID: id, Clock: time.Now()})
		}
	}
	counts := map[string]int{}
	for i := range 300 {
		id, n := string(rune('a'+i%26))+string(rune('a'+i/26)), 0
		for _, c := range clocks {
			if c.preference()(id) {
				n++
				counts[c.id]++
			}
		}
		if n != 1 {
			t.Fatalf("%d servers prefer %s", n, id)
		}
	}
	for id, n := range counts {
		if n < 50 {
			t.Errorf("%s prefers only %d of 300 jobs", id, n)
		}
	}
}

// Servers hear each other's clocks.
func TestServersExchangeTheTime(t *testing.T) {
	nc := connect(t, t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	a, b := newClock("a", 1, time.Now), newClock("b", 1, at(0))
	for _, c := range []*clock{a, b} {
		go func() { _ = c.run(ctx, nc) }()
	}
	for ; ; time.Sleep(time.Millisecond) {
		a.mu.Lock()
		n := len(a.servers)
		a.mu.Unlock()
		if n == 2 {
			break
		}
		if t.Context().Err() != nil {
			t.Fatal("never heard")
		}
	}
	if got := a.now().Unix(); got > 100 {
		t.Errorf("the lower of two clocks is %d", got)
	}
}

// A job is retained by the later of the written time and the broker's: a wrong clock of one server
// does not delete results early.
func TestAWrongClockDeletesNothing(t *testing.T) {
	wrong := func() time.Time { return time.Now().Add(-8 * day) }
	s := start(t, Options{Clock: wrong}, DispatchOptions{})
	r := s.submit(t, "acme")
	_, err := s.Cancel(t.Context(), "acme", r.ID)
	must(t, err)
	if now := s.await(t, r, is(Cancelled)); time.Since(now.Ended) < 7*day {
		t.Fatalf("the clock was not wrong: %v", now.Ended)
	}
	must(t, s.hub.deleteOld(t.Context(), time.Now().Add(-7*day)))
	s.get(t, r)
	must(t, s.hub.deleteOld(t.Context(), time.Now().Add(time.Minute)))
	_, err = s.Get(t.Context(), "acme", r.ID)
	expect(t, err, ErrNotFound)
}

// A job that another server has deleted is no fault of a sweep.
func TestDeletedJobsAreNoFault(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	h := s.emptyHub()
	h.apply(nil, &Record{Tenant: "acme", ID: "gone", State: Done, Ended: time.Now().Add(-8 * day)})
	if len(h.oldest(time.Now(), 1)) != 1 {
		t.Fatal("the job does not count as ended")
	}
	must(t, h.deleteOld(t.Context(), time.Now()))
}

// A server that tries to claim a job which another server has ended learns the broker's time of the
// end: it does not delete the job because the clock of the other server was slow.
func TestALostClaimDeletesNothing(t *testing.T) {
	s := start(t, Options{Clock: func() time.Time { return time.Now().Add(-8 * day) }}, DispatchOptions{})
	r := s.submit(t, "acme")
	h := s.emptyHub()
	d := h.NewDispatcher(DispatchOptions{})
	h.apply(nil, r)
	_, err := s.Cancel(t.Context(), "acme", r.ID)
	must(t, err)
	w := &waiter{owner: owner{"pool", "s1", "left"}, offers: make(chan *Record, 1)}
	d.claimFor(w, h.index.find("acme", r.ID), r)
	if got := <-w.offers; got != nil || h.Count("acme")[Cancelled] != 1 {
		t.Errorf("claimed %+v", got)
	}
	if old := h.oldest(time.Now().Add(-7*day), 1); len(old) > 0 {
		t.Error("the job counts as old")
	}
}

// A server with a fast clock that has just started deletes and ends no jobs, because it asks the
// others for the time first.
func TestAFastClockAsksBeforeItDeletes(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	late := s.submit(t, "acme", func(spec *job.Spec) { spec.Placement.Deadline = time.Hour })
	r := s.submit(t, "acme")
	_, err := s.Cancel(t.Context(), "acme", r.ID)
	must(t, err)
	fast, err := Create(t.Context(), s.nc, Options{Clock: func() time.Time { return time.Now().Add(8 * day) }})
	must(t, err)
	hub := fast.Follow(t.Context(), slog.New(slog.DiscardHandler))
	<-hub.Ready()
	if len(hub.oldest(fast.Now().Add(-7*day), 1)) == 0 {
		t.Fatal("the clock is not fast")
	}
	must(t, hub.deleteExpired(t.Context()))
	s.get(t, r)
	fast.clock = newClock("again", 1, fast.options.Clock) // it has heard of no other server
	hub.NewDispatcher(DispatchOptions{}).failLate(t.Context())
	if now := s.get(t, late); now.State != Queued {
		t.Errorf("the job is %s", now.State)
	}
}

// A hub forgets records that vanish without a deletion marker.
func TestVanishedRecordsAreForgotten(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	gone, stays := s.submit(t, "acme"), s.submit(t, "acme")
	stream, err := s.js.Stream(t.Context(), keyValues(recordBucket).stream)
	must(t, err)
	must(t, stream.Purge(t.Context(), jetstream.WithPurgeSubject(keyValues(recordBucket).subject+gone.Key())))
	if !s.hub.hasVanished(t.Context()) {
		t.Fatal("not noticed")
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	done := make(chan struct{})
	go func() { _ = s.hub.readRecords(ctx, func() { close(done) }) }()
	<-done
	if n := s.hub.Count("acme")[Queued]; n != 1 {
		t.Errorf("%d jobs are known, expected 1", n)
	}
	if _, ok := s.hub.View("acme", stays.ID, NoEvents); !ok {
		t.Error("the other job was forgotten")
	}
}

// A page continues after the last job of the previous one, also if that job was deleted, and
// contains jobs that the hub does not hold in memory.
func TestPagesAreStable(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	var ids []string
	for range 5 {
		r := s.submit(t, "acme")
		ids = append(ids, r.ID)
		_, err := s.Cancel(t.Context(), "acme", r.ID)
		must(t, err)
		s.await(t, r, is(Cancelled))
	}
	s.hub.mu.Lock()
	s.hub.index.find("acme", ids[3]).live = nil
	s.hub.mu.Unlock()
	page, err := s.hub.Page(t.Context(), "acme", Filter{Limit: 2})
	if err != nil || len(page.Jobs) != 2 || page.Jobs[0].ID != ids[4] || page.Jobs[1].ID != ids[3] || page.Jobs[1].State != Cancelled {
		t.Fatalf("%+v: %v", page, err)
	}
	must(t, s.Delete(t.Context(), s.get(t, &page.Jobs[1])))
	next, err := s.hub.Page(t.Context(), "acme", Filter{Limit: 2, After: page.Next})
	if err != nil || len(next.Jobs) != 2 || next.Jobs[0].ID != ids[2] || next.Jobs[1].ID != ids[1] {
		t.Fatalf("%+v: %v", next, err)
	}
	last, err := s.hub.Page(t.Context(), "acme", Filter{Limit: 2, After: next.Next, State: Cancelled})
	if err != nil || len(last.Jobs) != 1 || last.Next != "" {
		t.Errorf("%+v: %v", last, err)
	}
	_, err = s.hub.Page(t.Context(), "acme", Filter{Limit: 2, After: "nonsense"})
	expect(t, err, ErrPosition)
	none, err := s.hub.Page(t.Context(), "acme", Filter{Limit: 2, State: Done})
	if err != nil || len(none.Jobs) != 0 {
		t.Errorf("%+v: %v", none, err)
	}
}

// A hub retains neither events nor records of jobs that ended before many others.
func TestOldJobsTakeLittleMemory(t *testing.T) {
	h := &Hub{log: slog.New(slog.DiscardHandler), index: index{}, watchers: map[string]map[chan struct{}]bool{}, changes: map[*changeFeed]bool{}}
	const n = maxRecent + 10
	for i := range n {
		r := Record{Tenant: "a", ID: string(rune('a'+i%26)) + strings.Repeat("x", i/26), State: Done, Created: time.Unix(int64(i), 0), revision: uint64(i + 1)}
		h.apply(nil, &r)
	}
	full, events := 0, 0
	for e := range h.index.all() {
		if e.live != nil {
			full++
			if !e.live.eventless {
				events++
			}
		}
	}
	if full != maxRecent || events != maxEnded {
		t.Errorf("%d records and the events of %d jobs are retained, expected %d and %d", full, events, maxRecent, maxEnded)
	}
}
