package cluster

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// live returns the number of ended jobs whose records are in memory.
func (h *Hub) liveEnded() (n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for e := range h.index.all() {
		if e.state.Ended() && e.live != nil {
			n++
		}
	}
	return n
}

// storeEnded writes the records of n ended jobs.
func (s service) storeEnded(t testing.TB, n int) {
	t.Helper()
	for i := range n {
		now := s.Now()
		r := &Record{
			Schema: schema, Tenant: "acme", ID: fmt.Sprintf("job%d", i), State: Done, Created: now, Ended: now,
			Spec: job.Spec{Instance: "sha256:00", Labels: map[string]string{"run": fmt.Sprint(i % 2)}},
		}
		must(t, s.create(t.Context(), r))
	}
}

// A hub that starts beside many ended jobs has only the latest in memory, and knows the others well
// enough to list and to count them. Reading all records again changes nothing.
func TestOnlyTheLatestEndedJobsAreInMemory(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	const many = maxRecent + 50
	s.storeEnded(t, many)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	h := s.Follow(ctx, slog.New(slog.DiscardHandler))
	<-h.Ready()
	if n := h.liveEnded(); n != maxRecent {
		t.Errorf("%d records in memory, expected %d", n, maxRecent)
	}
	first, err := s.Get(t.Context(), "acme", "job0")
	must(t, err)
	for _, name := range []string{"start", "second reading"} {
		if n := h.Count("acme")[Done]; n != many || len(h.ended) != many {
			t.Errorf("%s: counted %d and %d, expected %d", name, n, len(h.ended), many)
		}
		page, err := h.Page(t.Context(), "acme", Filter{State: Done, Labels: []string{"run=0"}, Limit: many})
		if err != nil || len(page.Jobs) != many/2 || page.Jobs[many/2-1].ID != first.ID {
			t.Errorf("%s: listed %d jobs: %v", name, len(page.Jobs), err)
		}
		h.readAgain(t, s.Store)
	}
	if n := h.liveEnded(); n != maxRecent {
		t.Errorf("%d records in memory after a second reading, expected %d", n, maxRecent)
	}
}

// readAgain applies all records once more.
func (h *Hub) readAgain(t *testing.T, s *Store) {
	t.Helper()
	w, err := s.records.WatchAll(t.Context())
	must(t, err)
	for e := range w.Updates() {
		if e == nil {
			break
		}
		h.applyRecord(e)
	}
	must(t, w.Stop())
}

// A hub notices that the records were restored from a backup.
func TestAHubNoticesOtherRecords(t *testing.T) {
	s := start(t, Options{}, DispatchOptions{})
	if s.hub.hasVanished(t.Context()) {
		t.Error("the records have vanished")
	}
	must(t, s.js.DeleteStream(t.Context(), keyValues(recordBucket).stream))
	must(t, createStreams(t.Context(), s.js, streams(s.options)))
	if !s.hub.hasVanished(t.Context()) {
		t.Error("the hub follows a stream that does not exist any more")
	}
}

// A filter by state finds the jobs in this state, page by page.
func TestPagesByState(t *testing.T) {
	x, h := index{}, &Hub{}
	h.index = x
	for i := range 30 {
		e := x.add("acme", fmt.Sprint(i), time.Unix(int64(i), 0))
		e.update(Record{ID: e.id, State: Done})
		if i%3 == 0 {
			e.update(Record{ID: e.id, State: Failed})
		}
	}
	var got []string
	for next, pages := "", 0; pages == 0 || next != ""; pages++ {
		refs, after, err := h.pick("acme", Filter{State: Failed, After: next, Limit: 4})
		must(t, err)
		for _, r := range refs {
			got = append(got, r.ID)
		}
		next = after
	}
	if want := "[27 24 21 18 15 12 9 6 3 0]"; fmt.Sprint(got) != want {
		t.Errorf("listed %v, expected %v", got, want)
	}
	if refs, _, err := h.pick("acme", Filter{State: Running, Limit: 4}); err != nil || len(refs) > 0 {
		t.Errorf("listed %v: %v", refs, err)
	}
}

// An entry is a stored record.
type entry struct {
	jetstream.KeyValueEntry
	key, value string
}

func (e entry) Key() string   { return e.key }
func (e entry) Value() []byte { return []byte(e.value) }

// A glance succeeds for records of ended jobs, and never for what only resembles one.
func TestGlanceAt(t *testing.T) {
	const begin = `{"schema":"tourmaline/job/v1","tenant":"a","id":"b","spec":{"instance":"i","file":",\"result\":{"},"state":"done"`
	for value, want := range map[string]bool{
		begin + `}`: true,
		begin + `,"result":{"inline":"AA"},"frames":{"name":"x"}}`:               true,
		begin + `,"inner":{"x":1,"result":{"inline":"AA"}}}`:                     false,
		begin + `,"ended":7,"result":{}}`:                                        false,
		`{"schema":"tourmaline/job/v2","tenant":"a","id":"b","state":"done"}`:    false,
		`{"schema":"tourmaline/job/v1","tenant":"a","id":"b","state":"running"}`: false,
		`{"schema":"tourmaline/job/v1","tenant":"a","id":"c","state":"done"}`:    false,
		`{`: false,
	} {
		g, ok := glanceAt(entry{key: "a.b", value: value})
		if ok != want || ok && g.Spec.Instance != "i" {
			t.Errorf("%s: %+v, %t", value, g, ok)
		}
	}
}

// BenchmarkGlance compares a glance at a record with decoding it.
func BenchmarkGlance(b *testing.B) {
	s := start(b, Options{}, DispatchOptions{})
	r := s.submit(b, "acme")
	h := s.hand(b, "pool", "s1")
	h.finish(h.next(), solved(b, r.Spec))
	e, err := s.records.Get(b.Context(), r.Key())
	must(b, err)
	b.Run("glance", func(b *testing.B) {
		for b.Loop() {
			if _, ok := glanceAt(e); !ok {
				b.Fatal("no glance")
			}
		}
	})
	b.Run("record", func(b *testing.B) {
		for b.Loop() {
			if _, err := recordOf(e); err != nil {
				b.Fatal(err)
			}
		}
	})
}
