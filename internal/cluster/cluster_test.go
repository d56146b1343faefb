package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/inputs"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

// A service is a store on its own broker, with a hub and a dispatcher.
type service struct {
	*Store
	hub        *Hub
	dispatcher *Dispatcher
}

// a lease that no test outlasts, and one that expires soon
const (
	longLease  = time.Minute
	shortLease = 300 * time.Millisecond
)

func start(t testing.TB, o Options, d DispatchOptions) service {
	t.Helper()
	return serve(t, connect(t, t.TempDir()), o, d)
}

// connect starts a broker and returns a connection to it.
func connect(t testing.TB, dir string) *nats.Conn {
	t.Helper()
	e, err := broker.Start(t.Context(), broker.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Shutdown)
	nc, err := e.Connect()
	if err != nil {
		t.Fatal(err)
	}
	return nc
}

// serve starts a server on a broker.
func serve(t testing.TB, nc *nats.Conn, o Options, d DispatchOptions) service {
	t.Helper()
	if o.Lease == 0 {
		o.Lease = longLease
	}
	s, err := Create(t.Context(), nc, o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	hub := s.Follow(ctx, slog.New(slog.DiscardHandler))
	d.Cache, d.Version = inputs.New(1<<20, 1, s.Loader(nil)), "test"
	made := service{s, hub, hub.NewDispatcher(d)}
	over := make(chan error, 1)
	go func() { over <- made.dispatcher.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-over; err != nil {
			t.Error(err)
		}
	})
	<-hub.Ready()
	made.hand(t, "ready", "s0").answered()
	return made
}

// A hand is a worker that solves nothing by itself: a test decides what it does.
type hand struct {
	*protocol.Client
	t      testing.TB
	worker protocol.Worker
	leases *leases
}

func (s service) hand(t testing.TB, pool, session string) *hand {
	worker := protocol.Worker{Session: session, Name: "left", Cores: 4, Slots: 1, Memory: 1 << 30}
	return &hand{protocol.NewClient(s.nc, pool), t, worker, &s.dispatcher.leases}
}

// answered waits until a server answers requests.
func (h *hand) answered() {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(h.t.Context(), 20*time.Second)
	defer cancel()
	_, err := retry.Do(ctx, func() (protocol.Welcome, error) { return h.Hello(ctx, h.worker) }, func(error) (time.Duration, bool) { return time.Millisecond, true })
	must(h.t, err)
}

// messages returns a channel that receives what servers send to the worker until the test ends.
func (h *hand) messages() <-chan protocol.Message {
	h.t.Helper()
	heard := make(chan protocol.Message, 8)
	stop, err := h.Listen(h.worker.Session, func(m protocol.Message) { heard <- m })
	must(h.t, err)
	h.t.Cleanup(stop)
	return heard
}

// next returns the next job. It fails the test if no job is queued. The job counts as confirmed,
// although the worker sends no beat.
func (h *hand) next() *protocol.Task {
	h.t.Helper()
	task, err := h.Next(h.t.Context(), h.worker, 10*time.Second)
	if err != nil || task == nil {
		h.t.Fatalf("no job: %v, %v", task, err)
	}
	h.leases.mu.Lock()
	defer h.leases.mu.Unlock()
	if of := h.leases.byKey[key(task.Tenant, task.ID)]; of != nil {
		of.offered = false
	}
	return task
}

// none fails the test if there is a job.
func (h *hand) none() {
	h.t.Helper()
	if task, err := h.Next(h.t.Context(), h.worker, 0); err != nil || task != nil {
		h.t.Fatalf("got job %+v, %v, expected none", task, err)
	}
}

// finish ends a job with a result.
func (h *hand) finish(of *protocol.Task, result []byte) protocol.Ended {
	h.t.Helper()
	return h.finishAs(of, 1, result)
}

// finishAs ends a job with a result that has a number.
func (h *hand) finishAs(of *protocol.Task, number int, result []byte) protocol.Ended {
	h.t.Helper()
	r, err := h.Store(h.t.Context(), of.Claim, protocol.Result, number, result)
	if err != nil {
		h.t.Fatal(err)
	}
	end, err := h.Finish(h.t.Context(), protocol.Outcome{Claim: of.Claim, State: Done, Result: r})
	if err != nil {
		h.t.Fatal(err)
	}
	return end
}

func (s service) submit(t testing.TB, tenant string, settings ...func(*job.Spec)) *Record {
	t.Helper()
	u, err := s.PutInstance(t.Context(), tenant, "square.csv", []byte(square))
	if err != nil {
		t.Fatal(err)
	}
	spec := job.Spec{Instance: u.Hash, File: "square.csv", Settings: job.Settings{Algorithm: "exact", Seed: 1}}
	for _, set := range settings {
		set(&spec)
	}
	r, _, err := s.Submit(t.Context(), Submission{Tenant: tenant, Spec: spec})
	if err != nil {
		t.Fatal(err)
	}
	s.await(t, r, func(Record) bool { return true })
	return r
}

// await waits until the hub's record of a job is as wanted.
func (s service) await(t testing.TB, r *Record, wanted func(Record) bool) Record {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	changes, done := s.hub.Watch(r.Tenant, r.ID)
	defer done()
	for {
		if v, ok := s.hub.View(r.Tenant, r.ID, NoEvents); ok && wanted(v.Record) {
			return v.Record
		}
		select {
		case <-changes:
		case <-ctx.Done():
			now, err := s.Get(t.Context(), r.Tenant, r.ID)
			t.Fatalf("the record never became as wanted: %+v, %v", now, err)
		}
	}
}

func (s service) get(t testing.TB, r *Record) *Record {
	t.Helper()
	now, err := s.Get(t.Context(), r.Tenant, r.ID)
	if err != nil {
		t.Fatal(err)
	}
	return now
}

func is(state State) func(Record) bool { return func(r Record) bool { return r.State == state } }

const square = "name,x,y\na,0,0\nb,9,0\nc,9,9\nd,0,9\ne,5,4\n"

// solved returns the result of a job, solved in this process.
func solved(t testing.TB, s job.Spec) []byte {
	t.Helper()
	in, err := s.Open([]byte(square), job.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := s.Config()
	if err != nil {
		t.Fatal(err)
	}
	r, err := tourmaline.Solve(t.Context(), in.Problem, cfg)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func expect(t interface {
	Helper()
	Fatalf(string, ...any)
}, got, want error,
) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Fatalf("got %v, expected %v", got, want)
	}
}
