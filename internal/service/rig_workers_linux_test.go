//go:build figures

package service_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// A fleet is a set of simulated workers. Each has a connection of its own and speaks the protocol of
// real workers, but solves nothing: it returns the result that a real worker has found.
type fleet struct {
	rig   *rig
	takes time.Duration         // time that a job takes
	taken func(*protocol.Task)  // called for every job
	done  atomic.Int64          // finished jobs
	fault atomic.Pointer[error] // first error
	sent  atomic.Int64          // messages to the servers
	again atomic.Int64          // requests that were repeated
	mu    sync.Mutex
	times []time.Duration // from the request for a job to the end of the job, without the time that it takes
}

// employ runs n workers until the context is done.
func (f *fleet) employ(ctx context.Context, n int) (wait func()) {
	f.rig.t.Helper()
	options, pool, err := broker.WorkerOptions(filepath.Join(f.rig.dir, "worker.key"))
	if err != nil {
		f.rig.t.Fatal(err)
	}
	var wg, ready sync.WaitGroup
	dialing := make(chan struct{}, 32)
	for i := range n {
		ready.Add(1)
		wg.Go(func() {
			dialing <- struct{}{}
			nc, err := nats.Connect(f.rig.nodes[i%len(f.rig.nodes)].broker, append(options, nats.Timeout(30*time.Second))...)
			<-dialing
			ready.Done()
			if err != nil {
				f.fail(err)
				return
			}
			defer nc.Close()
			w := &simulated{fleet: f, client: protocol.NewClient(nc, pool)}
			w.about = protocol.Worker{Session: fmt.Sprintf("rig%d", i), Name: fmt.Sprintf("rig%d", i), Cores: 1, Slots: 1, Memory: 1 << 30}
			w.run(ctx)
		})
	}
	ready.Wait()
	return wg.Wait
}

func (f *fleet) fail(err error) { f.fault.CompareAndSwap(nil, &err) }

// check fails the test if a worker has failed.
func (f *fleet) check() {
	f.rig.t.Helper()
	if err := f.fault.Load(); err != nil {
		f.rig.t.Error("a worker: ", *err)
	}
}

// A simulated worker has one slot.
type simulated struct {
	*fleet
	client *protocol.Client
	about  protocol.Worker
	mu     sync.Mutex
	claim  *protocol.Claim // of the current job
}

// Intervals of real workers.
const (
	beatEvery = 5 * time.Second
	nextWait  = 5 * time.Second
)

func (w *simulated) run(ctx context.Context) {
	if _, err := w.client.Hello(ctx, w.about); err != nil {
		w.fail(err)
		return
	}
	var beats sync.WaitGroup
	defer beats.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	beats.Go(func() {
		for tick := time.NewTicker(beatEvery); ; {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				w.beat()
			}
		}
	})
	for ctx.Err() == nil {
		began := time.Now()
		w.sent.Add(1)
		// A request for a job is not dropped: the job would be lost until its lease ends.
		task, err := w.client.Next(context.WithoutCancel(ctx), w.about, nextWait)
		if err == nil && task != nil {
			err = w.work(context.WithoutCancel(ctx), task, began)
		}
		if errors.Is(err, protocol.ErrUnavailable) {
			w.again.Add(1)
			err = nil
		}
		if err != nil && ctx.Err() == nil {
			w.fail(err)
			time.Sleep(100 * time.Millisecond)
		}
	}
}

func (w *simulated) beat() {
	b := protocol.Beat{Worker: w.about}
	w.mu.Lock()
	if w.claim != nil {
		b.Jobs = []protocol.Pulse{{Claim: *w.claim, Moves: uint64(time.Now().UnixNano())}}
	}
	w.mu.Unlock()
	w.sent.Add(1)
	_ = w.client.Beat(b)
}

func (w *simulated) set(c *protocol.Claim) {
	w.mu.Lock()
	w.claim = c
	w.mu.Unlock()
	w.beat() // as real workers do
}

// work sends what a real worker sends for a short job: beats, a report, a checkpoint and a result.
func (w *simulated) work(ctx context.Context, task *protocol.Task, began time.Time) error {
	if w.taken != nil {
		w.taken(task)
	}
	w.set(&task.Claim)
	defer w.set(nil)
	at := job.Progress{Step: 1, Seconds: 0.001, Cost: 40}
	w.sent.Add(1)
	if err := w.client.Report(protocol.Report{Claim: task.Claim, At: at}); err != nil {
		return err
	}
	if w.takes > 0 {
		time.Sleep(w.takes)
	}
	checkpoint := []byte(`{"simulated":"` + task.ID + `"}`)
	s, err := w.client.Store(ctx, task.Claim, protocol.Checkpoint, 1, checkpoint)
	if err != nil {
		return err
	}
	w.sent.Add(2)
	save := func() error { return w.client.Save(ctx, protocol.Save{Claim: task.Claim, Checkpoint: *s, At: at}) }
	if err := w.repeat(save); err != nil {
		return err
	}
	result, err := w.client.Store(ctx, task.Claim, protocol.Result, 2, w.rig.result)
	if err != nil {
		return err
	}
	var end protocol.Ended
	err = w.repeat(func() (err error) {
		end, err = w.client.Finish(ctx, protocol.Outcome{Claim: task.Claim, State: job.Done, Result: result})
		return err
	})
	switch {
	case err != nil:
		return err
	case end.State != job.Done:
		return fmt.Errorf("job %s ended as %v: %v", task.ID, end.State, end.Faults)
	}
	w.done.Add(1)
	w.fleet.mu.Lock()
	w.times = append(w.times, time.Since(began)-w.takes)
	w.fleet.mu.Unlock()
	return nil
}

// repeat repeats a request that no server can answer at the moment, as real workers do.
func (w *simulated) repeat(request func() error) error {
	err := request()
	for range 10 {
		if !errors.Is(err, protocol.ErrUnavailable) {
			break
		}
		w.again.Add(1)
		err = request()
	}
	return err
}

// cpu returns the processor time that the servers have used, in seconds.
func (r *rig) cpu() (all []float64) {
	for _, n := range r.nodes {
		all = append(all, n.processor(r.t))
	}
	return all
}

// shares describes the part of a core that each server has used since.
func (r *rig) shares(since []float64, seconds float64) string {
	text := ""
	for i, now := range r.cpu() {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprintf("%.3f", (now-since[i])/seconds)
	}
	return text + " of a core"
}

// idleWorkers measures the load of workers that have no jobs.
func (r *rig) idleWorkers() {
	r.t.Helper()
	f := &fleet{rig: r}
	ctx, cancel := context.WithCancel(r.t.Context())
	began := time.Now()
	wait := f.employ(ctx, *rigSize.workers)
	r.row(fmt.Sprintf("connecting %d workers", *rigSize.workers), "%.1f s", time.Since(began).Seconds())
	time.Sleep(2 * time.Second)
	sent, cpu, began := f.sent.Load(), r.cpu(), time.Now()
	time.Sleep(max(*rigSize.seconds, 2*beatEvery))
	seconds := time.Since(began).Seconds()
	r.row(fmt.Sprintf("%d workers without jobs", *rigSize.workers), "%.0f messages/s (beats and requests for jobs); each server uses %s",
		float64(f.sent.Load()-sent)/seconds, r.shares(cpu, seconds))
	r.memoryRow(fmt.Sprintf("with %d workers", *rigSize.workers))
	cancel()
	wait()
	f.check()
}

// throughput measures the jobs that all workers together finish while jobs are queued.
func (r *rig) throughput() {
	r.t.Helper()
	f := &fleet{rig: r}
	lost := r.counter("tourmaline_claim_conflicts_total")
	ctx, cancel := context.WithCancel(r.t.Context())
	began := time.Now()
	wait := f.employ(ctx, *rigSize.workers)
	// All workers ask at the same time. The measurement begins when they are out of step.
	for f.done.Load() < int64(*rigSize.workers) && time.Since(began) < 2*time.Minute {
		time.Sleep(10 * time.Millisecond)
	}
	r.row(fmt.Sprintf("the first %d jobs, all requested at the same time", f.done.Load()), "%.1f s", time.Since(began).Seconds())
	done, cpu, began := f.done.Load(), r.cpu(), time.Now()
	time.Sleep(*rigSize.seconds)
	finished, seconds := f.done.Load()-done, time.Since(began).Seconds()
	r.row(fmt.Sprintf("jobs through %d workers with the full protocol", *rigSize.workers), "%.0f/s; each server uses %s", float64(finished)/seconds, r.shares(cpu, seconds))
	cancel()
	wait()
	f.check()
	if len(f.times) > 0 {
		r.row("from the request for a job to its verified end", "%s", milliseconds(f.times))
	}
	r.row("requests that workers repeated", "%d", f.again.Load())
	lost = r.counter("tourmaline_claim_conflicts_total") - lost
	r.row("claims lost to another server", "%.0f of %d (%.2f %%)", lost, f.done.Load(), 100*lost/max(float64(f.done.Load()), 1))
}

// fairness measures how long the jobs of a tenant wait beside many queued jobs of another tenant.
func (r *rig) fairness() {
	r.t.Helper()
	var mu sync.Mutex
	took := map[string]chan time.Time{}
	at := func(id string) chan time.Time {
		mu.Lock()
		defer mu.Unlock()
		if took[id] == nil {
			took[id] = make(chan time.Time, 1)
		}
		return took[id]
	}
	f := &fleet{rig: r, takes: time.Second}
	f.taken = func(t *protocol.Task) {
		if t.Tenant == "few" {
			at(t.ID) <- time.Now()
		}
	}
	ctx, cancel := context.WithCancel(r.t.Context())
	wait := f.employ(ctx, *rigSize.few1s)
	time.Sleep(2 * time.Second) // all workers are busy
	var waited []time.Duration
	for i := range *rigSize.few {
		began := time.Now()
		data, err := r.nodes[i%len(r.nodes)].as(r.few, "POST", "/v1/jobs", r.body, http.StatusAccepted)
		var a answered
		if err == nil {
			err = json.Unmarshal(data, &a)
		}
		if err != nil {
			r.t.Fatal(err)
		}
		select {
		case got := <-at(a.ID):
			waited = append(waited, got.Sub(began))
		case <-time.After(time.Minute):
			r.t.Fatal("a job waits for more than a minute")
		}
	}
	cancel()
	wait()
	f.check()
	r.row(fmt.Sprintf("waiting time of a tenant's 1 s job beside %d queued jobs of another, %d workers", *rigSize.open, *rigSize.few1s), "%s", milliseconds(waited))
}

// counter returns the sum of a metric over all servers. It is 0 if the servers do not have it.
func (r *rig) counter(name string) (sum float64) {
	for _, n := range r.nodes {
		data, err := n.as(r.many, "GET", "/metrics", "", http.StatusOK)
		if err != nil {
			r.t.Fatal(err)
		}
		sum += metric(string(data), name)
	}
	return sum
}
