package worker

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

const (
	pool   = "default"
	tenant = "acme"
	lease  = 300 * time.Millisecond
)

// A record is a job in a queue.
type record struct {
	task     protocol.Task
	state    job.State
	session  string
	heard    time.Time // of the last beat
	moves    uint64
	ends     int // number of accepted outcomes
	outcome  protocol.Outcome
	saves    []protocol.Save
	released int
	reports  []protocol.Report
	migrants [][]byte       // packed tours that its worker has sent
	rounds   map[int][]byte // packed tours by round; 0 is that of the end
	last     int            // first round after the end; 0 before the end
}

// A queue is a server that holds everything in memory.
type queue struct {
	t      *testing.T
	broker *broker.Broker
	nc     *nats.Conn

	mu        sync.Mutex
	jobs      []*record
	instances map[string][]byte // by hash
	blobs     map[string][]byte
	workers   map[string]protocol.Worker // by session
	abandoned []protocol.Claim
	changed   chan struct{} // closed and replaced at every change
	version   error         // reply to Hello and Next
	lose      map[string]int
	reject    bool    // whether results are rejected
	trouble   []error // replies to the next outcomes
	full      bool
	small     bool  // the server stores no checkpoints
	refused   int   // checkpoints
	refuse    error // reply to rounds
	gets      int
	hellos    int
	waiting   int // number of requests for a job that were received
}

// start starts a broker and a queue.
func start(t *testing.T) *queue {
	t.Helper()
	e, err := broker.Start(t.Context(), broker.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Shutdown)
	nc, err := e.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	q := &queue{
		t: t, broker: e, nc: nc, instances: map[string][]byte{}, blobs: map[string][]byte{}, workers: map[string]protocol.Worker{},
		changed: make(chan struct{}), lose: map[string]int{},
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context())) // it outlives the workers
	over := make(chan error, 1)
	go func() { over <- protocol.Serve(ctx, nc, q) }()
	t.Cleanup(func() {
		cancel()
		if err := <-over; err != nil {
			t.Error(err)
		}
	})
	return q
}

// change changes the queue and wakes all that wait for it.
func (q *queue) change(by func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	by()
	close(q.changed)
	q.changed = make(chan struct{})
}

// await waits until a condition holds: for long, as the race detector and a busy machine slow searches
// down.
func (q *queue) await(what string, is func() bool) {
	q.t.Helper()
	ctx, cancel := context.WithTimeout(q.t.Context(), 3*time.Minute)
	defer cancel()
	if !q.wait(ctx, is) {
		q.t.Fatalf("waited in vain until %s", what)
	}
}

func (q *queue) wait(ctx context.Context, is func() bool) bool {
	for {
		q.mu.Lock()
		ok, changed := is(), q.changed
		q.mu.Unlock()
		if ok {
			return true
		}
		select {
		case <-ctx.Done():
			return false
		case <-changed:
		}
	}
}

// ended waits until a job has ended and returns it.
func (q *queue) ended(r *record) *record {
	q.t.Helper()
	q.await("the job has ended", func() bool { return r.state.Ended() })
	return r
}

// submit adds a job with an instance file.
func (q *queue) submit(file []byte, settings job.Settings) *record {
	r := &record{state: job.Queued}
	r.task.Spec = job.Spec{Instance: job.Hash(file), File: "cities.csv", Settings: settings}
	r.task.Tenant = tenant
	q.change(func() {
		r.task.ID = fmt.Sprintf("job%d", len(q.jobs))
		q.instances[r.task.Spec.Instance] = file
		q.jobs = append(q.jobs, r)
	})
	return r
}

// lost returns an error instead of a reply if replies to a verb are to be lost.
func (q *queue) lost(verb string) error {
	if q.lose[verb] == 0 {
		return nil
	}
	q.lose[verb]--
	return fmt.Errorf("%w: the reply is lost", protocol.ErrUnavailable)
}

func (q *queue) Hello(_ string, h protocol.Hello) (w protocol.Welcome, err error) {
	q.change(func() {
		q.workers[h.Worker.Session] = h.Worker
		q.hellos++
		if err = q.version; err == nil {
			err = q.lost("hello")
		}
	})
	return protocol.Welcome{Version: "test", Lease: lease}, err
}

func (q *queue) Next(ctx context.Context, _ string, n protocol.Next) (offer protocol.Offer, err error) {
	ctx, cancel := context.WithTimeout(ctx, n.Wait)
	defer cancel()
	q.change(func() { q.waiting++ })
	session := n.Worker.Session
	claimed := q.wait(ctx, func() bool {
		if err = q.version; err != nil || q.workers[session].Draining {
			return true
		}
		for _, r := range q.jobs {
			if r.state == job.Queued {
				r.state, r.session, r.heard = job.Running, session, time.Now()
				r.task.Epoch++
				r.task.Secret = fmt.Sprint("secret", r.task.Epoch)
				task := r.task
				offer.Task = &task
				return true
			}
		}
		return false
	})
	if claimed && err == nil {
		q.change(func() { err = q.lost("next") })
	}
	return offer, err
}

// Beat renews the leases of the listed jobs and returns jobs without a lease to the queue.
func (q *queue) Beat(_ string, b protocol.Beat) {
	q.change(func() {
		q.workers[b.Worker.Session] = b.Worker
		for _, j := range b.Jobs {
			if r := q.owned(j.Claim); r != nil {
				r.heard, r.moves = time.Now(), j.Moves
			}
		}
		for _, r := range q.jobs {
			if r.state == job.Running && time.Since(r.heard) > lease {
				r.state = job.Queued
			}
		}
	})
}

// owned returns the running job of a claim, or nil.
func (q *queue) owned(c protocol.Claim) *record {
	for _, r := range q.jobs {
		if r.task.Claim == c && r.state == job.Running {
			return r
		}
	}
	return nil
}

func (q *queue) Report(_ string, p protocol.Report) {
	q.change(func() {
		if r := q.owned(p.Claim); r != nil {
			r.reports = append(r.reports, p)
		}
	})
}

func (q *queue) Migrant(_ string, m protocol.Migrant) {
	q.change(func() {
		if r := q.owned(m.Claim); r != nil {
			r.migrants = append(r.migrants, bytes.Clone(m.Tour))
		}
	})
}

// Round stores the tour of a round and returns that of the previous island, which is a record of the
// same queue.
func (q *queue) Round(_ context.Context, _ string, m protocol.Round) (tour []byte, err error) {
	err = q.with("round", m.Claim, func(r *record) error {
		if q.refuse != nil {
			return q.refuse
		}
		number := m.Number
		if r.rounds == nil {
			r.rounds = map[int][]byte{}
		}
		if m.Last {
			r.last, number = m.Number, 0
		}
		if len(m.Tour) > 0 && r.rounds[number] == nil {
			r.rounds[number] = bytes.Clone(m.Tour)
		}
		for _, other := range q.jobs {
			if other.task.Spec.Rounds.Island != r.task.Spec.Rounds.Previous() || m.Last {
				continue
			}
			if tour = other.rounds[m.Number]; tour == nil && other.last > 0 && other.last <= m.Number {
				tour = other.rounds[0]
			}
		}
		return nil
	})
	return tour, err
}

// with calls a function with the running job of a claim and loses replies.
func (q *queue) with(verb string, c protocol.Claim, do func(r *record) error) (err error) {
	q.change(func() {
		r := q.owned(c)
		if r == nil {
			err = protocol.ErrFenced
			return
		}
		if err = do(r); err == nil {
			err = q.lost(verb)
		}
	})
	return err
}

func (q *queue) Get(_ context.Context, _ string, g protocol.Get) (part []byte, err error) {
	err = q.with("get", g.Claim, func(r *record) error {
		q.gets++
		data, ok := q.instances[r.task.Spec.Instance]
		if g.Kind == protocol.Checkpoint {
			data, ok = q.blobs[r.task.Checkpoint.Name]
		}
		if !ok {
			return protocol.ErrNotFound
		}
		part = data[g.Offset:min(g.Offset+protocol.SegmentSize, int64(len(data)))]
		return nil
	})
	return part, err
}

func blobName(c protocol.Claim, k protocol.Kind, number int) string {
	return fmt.Sprintf("%s.%d.%s.%d", c.ID, c.Epoch, k, number)
}

func (q *queue) Put(_ context.Context, _ string, p protocol.Put, data []byte) error {
	return q.with("put", p.Claim, func(*record) error {
		if q.full && p.Kind == protocol.Frames {
			return protocol.ErrFull
		}
		if q.small && p.Kind == protocol.Checkpoint {
			q.refused++
			return fmt.Errorf("%w: checkpoint of %d bytes", protocol.ErrTooLarge, p.Size)
		}
		name := fmt.Sprintf("%s/%d", blobName(p.Claim, p.Kind, p.Number), p.Segment)
		if before, twice := q.blobs[name]; twice && !bytes.Equal(before, data) {
			return fmt.Errorf("%w: %s was stored with other bytes", protocol.ErrInvalid, name)
		}
		q.blobs[name] = bytes.Clone(data)
		return nil
	})
}

// stored joins the segments of a blob.
func (q *queue) stored(c protocol.Claim, k protocol.Kind, s *protocol.Stored) ([]byte, error) {
	data := s.Inline
	for i := int64(0); s.Inline == nil && i*protocol.SegmentSize < s.Size; i++ {
		data = append(data, q.blobs[fmt.Sprintf("%s/%d", blobName(c, k, s.Number), i)]...)
	}
	if protocol.Sum(data) != s.SHA256 || int64(len(data)) != s.Size {
		return nil, protocol.ErrCorrupt
	}
	return data, nil
}

func (q *queue) Save(_ context.Context, _ string, s protocol.Save) error {
	return q.with("save", s.Claim, func(r *record) error {
		data, err := q.stored(s.Claim, protocol.Checkpoint, &s.Checkpoint)
		if err != nil {
			return err
		}
		if n := len(r.saves); n > 0 && r.saves[n-1].Checkpoint.Number == s.Checkpoint.Number && r.saves[n-1].Epoch == s.Epoch {
			return nil // already saved; the reply was lost
		}
		b := s.Checkpoint.Blob
		b.Name, b.Inline = fmt.Sprint("checkpoint", len(q.blobs)), nil
		q.blobs[b.Name] = data
		r.task.Checkpoint, r.task.Kept = &b, &s.At
		r.saves = append(r.saves, s)
		return nil
	})
}

func (q *queue) Finish(_ context.Context, _ string, o protocol.Outcome) (e protocol.Ended, err error) {
	q.change(func() {
		if len(q.trouble) > 0 {
			err, q.trouble = q.trouble[0], q.trouble[1:]
			return
		}
		for _, r := range q.jobs {
			if r.task.Claim == o.Claim && r.state.Ended() { // already written; the reply was lost
				e.State = r.state
				err = q.lost("finish")
				return
			}
		}
		r := q.owned(o.Claim)
		if r == nil {
			err = protocol.ErrFenced
			return
		}
		for kind, s := range map[protocol.Kind]*protocol.Stored{protocol.Result: o.Result, protocol.Frames: o.Frames} {
			if s != nil && err == nil {
				_, err = q.stored(o.Claim, kind, s)
			}
		}
		if err != nil {
			return
		}
		if r.state, r.outcome = o.State, o; q.reject {
			r.state, e.Faults = job.Failed, []job.Fault{{Code: job.BadResult, Detail: "a wrong tour"}}
		}
		r.ends++
		e.State = r.state
		err = q.lost("finish")
	})
	return e, err
}

func (q *queue) Release(_ context.Context, _ string, c protocol.Claim) (err error) {
	q.change(func() {
		for _, r := range q.jobs {
			if r.task.Claim != c || r.state.Ended() {
				continue
			}
			if r.state == job.Running {
				r.released++
			}
			r.state = job.Queued
			err = q.lost("release")
			return
		}
		err = protocol.ErrFenced
	})
	return err
}

func (q *queue) Abandon(_ context.Context, _ string, c protocol.Claim) error {
	q.change(func() { q.abandoned = append(q.abandoned, c) })
	return nil
}

// tell sends a control message about a job to the worker that runs it.
func (q *queue) tell(r *record, c protocol.Command) {
	q.t.Helper()
	q.send(r, protocol.Message{Command: c})
}

// send sends a control message about a job, without its claim, to the worker that runs it.
func (q *queue) send(r *record, m protocol.Message) {
	q.t.Helper()
	q.mu.Lock()
	m.Tenant, m.ID, m.Epoch = tenant, r.task.ID, r.task.Epoch
	session := r.session
	q.mu.Unlock()
	if err := protocol.Send(q.nc, pool, session, m); err != nil {
		q.t.Fatal(err)
	}
}

// A process is a running worker.
type process struct {
	*Worker
	t    *testing.T
	quit context.CancelFunc
	over chan error
}

// run runs a worker until the test ends or it is stopped.
func (q *queue) run(o Options) *process {
	q.t.Helper()
	return q.runOn(q.nc, o)
}

// runOn runs a worker on a connection.
func (q *queue) runOn(nc *nats.Conn, o Options) *process {
	q.t.Helper()
	o.Name, o.Cores = "test", 1
	if o.Progress == 0 {
		o.Progress = 20 * time.Millisecond
	}
	ctx, quit := context.WithCancel(q.t.Context())
	p := &process{New(nc, pool, o), q.t, quit, make(chan error, 1)}
	go func() {
		p.over <- p.Run(ctx)
		close(p.over)
	}()
	q.t.Cleanup(func() { p.stop() })
	return p
}

// stop stops the worker and waits until it has returned its jobs.
func (p *process) stop() {
	p.t.Helper()
	p.quit()
	p.returned()
}

// returned waits until Run returns without an error.
func (p *process) returned() {
	p.t.Helper()
	select {
	case err := <-p.over:
		if err != nil {
			p.t.Error(err)
		}
	case <-time.After(30 * time.Second):
		p.t.Fatal("the worker does not end")
	}
}

// connect returns another connection to the broker.
func (q *queue) connect() *nats.Conn {
	q.t.Helper()
	nc, err := q.broker.Connect()
	if err != nil {
		q.t.Fatal(err)
	}
	q.t.Cleanup(nc.Close)
	return nc
}

// claim claims the next job for a worker that does not run.
func (q *queue) claim(w *Worker) *attempt {
	q.t.Helper()
	if err := w.Join(q.t.Context()); err != nil {
		q.t.Fatal(err)
	}
	task, err := w.next()
	if err != nil || task == nil {
		q.t.Fatalf("received %+v: %v", task, err)
	}
	a := newAttempt(q.t.Context(), w, task)
	w.add(a)
	q.t.Cleanup(a.close)
	return a
}

// look reads the queue.
func (q *queue) look(at func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	at()
}

// cities returns a file with n random cities.
func cities(n int) []byte {
	chance := rand.New(rand.NewPCG(9, 9))
	var b strings.Builder
	b.WriteString("x,y\n")
	for range n {
		fmt.Fprintf(&b, "%d,%d\n", chance.IntN(1e6), chance.IntN(1e6))
	}
	return []byte(b.String())
}
