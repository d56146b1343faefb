package worker

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/search"
)

// take requests a snapshot of a running job.
func (q *queue) take(r *record, c protocol.Command, have string) (protocol.Snapshot, error) {
	q.t.Helper()
	ctx, cancel := context.WithTimeout(q.t.Context(), 10*time.Second)
	defer cancel()
	var m protocol.Message
	var session string
	q.look(func() {
		m = protocol.Message{Command: c, Tenant: tenant, ID: r.task.ID, Epoch: r.task.Epoch, Have: have}
		session = r.session
	})
	return protocol.TakeSnapshot(ctx, q.nc, pool, session, m, 4<<20)
}

// A worker sends the best tour of a running job.
func TestTourSnapshots(t *testing.T) {
	const n = 1000
	q := start(t)
	r := q.submit(cities(n), endless())
	q.run(Options{})
	q.await("the search runs", func() bool { return len(r.reports) > 0 })
	s, err := q.take(r, protocol.TakeTour, "")
	if err != nil || !protocol.IsTour(s.Data, n) || s.Version == "" {
		t.Fatalf("version %q with %d bytes: %v", s.Version, len(s.Data), err)
	}
}

// The server receives no data if it has the current version.
func TestKnownSnapshots(t *testing.T) {
	q := start(t)
	r := q.submit(cities(4), stepping(1))
	a := q.claim(New(q.nc, pool, Options{}))
	stop, err := a.worker.client.Listen(a.worker.session, a.worker.obey)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	solver, err := a.openSolver()
	if err != nil {
		t.Fatal(err)
	}
	a.solver.Store(solver)
	if err := a.search(solver); err != nil {
		t.Fatal(err)
	}
	first, err := q.take(r, protocol.TakeTour, "")
	if err != nil || !protocol.IsTour(first.Data, 4) {
		t.Fatalf("%+v: %v", first, err)
	}
	if again, err := q.take(r, protocol.TakeTour, first.Version); err != nil || again.Version != first.Version || again.Data != nil {
		t.Errorf("%+v: %v", again, err)
	}
	if _, err := q.take(r, protocol.TakeTrail, ""); !errors.Is(err, protocol.ErrNoSnapshot) {
		t.Errorf("a search without trails: %v", err)
	}
}

func TestTrailSnapshots(t *testing.T) {
	q := start(t)
	r := q.submit(cities(100), job.Settings{Algorithm: "mmas", Limits: tourmaline.Limits{Time: time.Hour}})
	q.run(Options{})
	q.await("the colony runs", func() bool { return len(r.reports) > 0 && r.reports[len(r.reports)-1].At.Step > 5 })
	s, err := q.take(r, protocol.TakeTrail, "")
	if err != nil || len(s.Data) < 4+protocol.TrailBytes || len(s.Data) != 4+protocol.TrailBytes*int(binary.LittleEndian.Uint32(s.Data)) {
		t.Errorf("%d bytes: %v", len(s.Data), err)
	}
}

// Beats list the running jobs, and their moves increase while the search makes steps.
func TestBeats(t *testing.T) {
	q := start(t)
	r := q.submit(cities(500), endless())
	q.run(Options{Slots: 3})
	q.await("a beat lists the job", func() bool { return r.moves > 0 && q.workers[r.session].Running == 1 })
	var before uint64
	q.look(func() { before = r.moves })
	q.await("the job makes progress", func() bool { return r.moves > before })
	q.cut(r)
	q.await("a beat reports the end", func() bool { return q.workers[r.session].Running == 0 })
	if w := q.workers[r.session]; w.Slots != 3 || w.Name != "test" || w.Cores != 1 {
		t.Errorf("the worker is %+v", w)
	}
}

// A search that makes no step has constant moves, although its worker sends beats.
func TestAStuckJobDoesNotMove(t *testing.T) {
	q := start(t)
	q.submit(cities(10), stepping(1))
	w := New(q.nc, pool, Options{})
	a := q.claim(w)
	if x, y := w.pulses(), w.pulses(); len(x.Jobs) != 1 || x.Jobs[0] != y.Jobs[0] || x.Jobs[0].Claim != a.task.Claim {
		t.Errorf("beats %+v and %+v", x, y)
	}
}

// A worker logs that the server rejected its result, and requests the next job.
func TestARejectedResult(t *testing.T) {
	q := start(t)
	q.change(func() { q.reject = true })
	r := q.submit(cities(10), stepping(1))
	var log bytes.Buffer
	p := q.run(Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	q.ended(r)
	p.stop()
	if !strings.Contains(log.String(), "level=ERROR") || !strings.Contains(log.String(), "the server rejected the result") || !strings.Contains(log.String(), "a wrong tour") {
		t.Errorf("the log is %s", log.String())
	}
}

// A worker tries to end a job until the server accepts the end or does not want it.
func TestEndingAJob(t *testing.T) {
	for name, c := range map[string]struct {
		trouble []error
		number  int // of the result; 0 means no result
		state   job.State
	}{
		"at once":     {nil, 1, job.Done},
		"later":       {[]error{protocol.ErrUnavailable, protocol.ErrFull}, 1, job.Done},
		"stored anew": {[]error{protocol.ErrCorrupt, protocol.ErrCorrupt}, 3, job.Done},
		"invalid":     {[]error{protocol.ErrInvalid}, 0, job.Failed},
		"too large":   {[]error{protocol.ErrTooLarge}, 0, job.Failed},
		"never":       {[]error{protocol.ErrInvalid, protocol.ErrInvalid}, 0, job.Running},
		"deleted":     {[]error{protocol.ErrNotFound}, 0, job.Running},
	} {
		t.Run(name, func(t *testing.T) {
			q := start(t)
			r := q.submit(cities(10), stepping(1))
			w := New(q.nc, pool, Options{})
			w.pause = time.Millisecond
			a := q.claim(w)
			q.change(func() { q.trouble = c.trouble })
			a.finish(outcome{state: job.Done, data: noise(protocol.InlineSize + 1)})
			number := 0
			if r.outcome.Result != nil {
				number = r.outcome.Result.Number
			}
			if r.state != c.state || number != c.number || a.isFenced() != (name == "deleted") {
				t.Errorf("the job is %s with result %d, fenced: %v; expected %s with result %d", r.state, number, a.isFenced(), c.state, c.number)
			}
		})
	}
}

// After a reconnection the worker introduces itself again and its search continues.
func TestReconnection(t *testing.T) {
	q := start(t)
	nc := q.connect()
	r := q.submit(cities(500), endless())
	p := q.runOn(nc, Options{})
	q.await("the search runs", func() bool { return len(r.reports) > 0 })
	if err := nc.ForceReconnect(); err != nil {
		t.Fatal(err)
	}
	q.await("the worker says hello again", func() bool { return q.hellos == 2 })
	q.change(func() { r.reports = nil })
	q.await("the search goes on", func() bool { return len(r.reports) > 0 && r.task.Epoch == 1 })
	q.change(func() { q.version = protocol.ErrVersion })
	if err := nc.ForceReconnect(); err != nil {
		t.Fatal(err)
	}
	if err := <-p.over; !errors.Is(err, protocol.ErrVersion) {
		t.Errorf("ended with %v", err)
	}
	if r.state != job.Queued || r.released != 1 {
		t.Errorf("the job is %s after %d releases", r.state, r.released)
	}
}

// A worker that has lost its server stops when requested, even if it cannot save its job or write
// its result.
func TestAWorkerEndsWithoutItsServer(t *testing.T) {
	q := start(t)
	r := q.submit(cities(500), endless())
	p := q.runOn(q.connect(), Options{Slots: 2, Grace: 300 * time.Millisecond})
	q.await("the search runs", func() bool { return len(r.reports) > 0 })
	held := p.find(func(*attempt) bool { return true })
	p.nc.Close()
	p.stop()
	held.finish(outcome{state: job.Done})
	if r.ends != 0 || r.released != 0 {
		t.Errorf("ended %d times and released %d times without a server", r.ends, r.released)
	}
}

// A cooling search is not saved, because the checkpoint would not match the reported progress.
func TestACoolingSearchIsNotSaved(t *testing.T) {
	q := start(t)
	q.submit(cities(50), stepping(1))
	a := q.claim(New(q.nc, pool, Options{}))
	solver, err := a.openSolver()
	if err != nil {
		t.Fatal(err)
	}
	later := time.Now().Add(time.Hour)
	a.saver.saveIfDue(solver, search.Progress{Step: 1, Cooling: search.Stall}, later)
	if a.blobs != 0 {
		t.Error("it was saved while it cooled")
	}
	a.saver.saveIfDue(solver, search.Progress{Step: 1}, later)
	if a.blobs != 1 {
		t.Error("it was not saved before")
	}
}

// A worker sends beats more often when a server has a shorter lease than the one that it knows.
func TestAShorterLease(t *testing.T) {
	q := start(t)
	p := q.run(Options{})
	q.await("the worker is there", func() bool { return q.waiting > 0 })
	for _, c := range []struct{ told, want time.Duration }{{lease / 2, lease / 2}, {lease, lease / 2}, {0, lease / 2}, {lease / 4, lease / 4}} {
		p.obey(protocol.Message{Command: protocol.Renew, Lease: c.told})
		if got := p.pulses().Lease; got != c.want || p.beatInterval() != c.want/3 {
			t.Errorf("told %v: a lease of %v, a beat every %v, expected a lease of %v", c.told, got, p.beatInterval(), c.want)
		}
	}
}
