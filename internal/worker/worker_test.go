package worker

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// stepping returns settings of a search with a number of steps.
func stepping(steps int) job.Settings {
	return job.Settings{Algorithm: "ils", Seed: 7, Limits: tourmaline.Limits{Steps: steps}}
}

// endless returns settings of a search that runs until it is stopped. Without heat, the search
// improves steadily.
func endless() job.Settings {
	return job.Settings{Algorithm: "ils", Params: map[string]string{"heat": "0"}, Limits: tourmaline.Limits{Time: time.Hour}}
}

// A result contains those fields of a result that do not depend on time.
type result struct {
	Cost  float64
	Steps int
	Tour  []int64
}

func (q *queue) result(r *record) (found result) {
	q.t.Helper()
	if r.outcome.Result == nil {
		q.t.Fatalf("the job is %s without a result: %+v", r.state, r.outcome.Faults)
	}
	data, err := q.stored(r.outcome.Claim, protocol.Result, r.outcome.Result)
	if err != nil {
		q.t.Fatal(err)
	}
	if err := json.Unmarshal(data, &found); err != nil {
		q.t.Fatal(err)
	}
	return found
}

// library returns the result of the library for the same job.
func (q *queue) library(r *record) (found result) {
	q.t.Helper()
	in, err := r.task.Spec.Open(q.instances[r.task.Spec.Instance], job.Limits{})
	if err != nil {
		q.t.Fatal(err)
	}
	cfg, err := r.task.Spec.Config()
	if err != nil {
		q.t.Fatal(err)
	}
	cfg.Threads = 1
	got, err := tourmaline.Solve(q.t.Context(), in.Problem, cfg)
	if err != nil {
		q.t.Fatal(err)
	}
	data, err := json.Marshal(got)
	if err != nil {
		q.t.Fatal(err)
	}
	if err := json.Unmarshal(data, &found); err != nil {
		q.t.Fatal(err)
	}
	return found
}

// mustEqualLibrary checks that a job is done once, with exactly the result of the library.
func (q *queue) mustEqualLibrary(r *record) {
	q.t.Helper()
	got, want := q.result(q.ended(r)), q.library(r)
	if r.state != job.Done || r.ends != 1 {
		q.t.Errorf("ended %d times, as %s: %+v", r.ends, r.state, r.outcome.Faults)
	}
	if got.Cost != want.Cost || got.Steps != want.Steps || !slices.Equal(got.Tour, want.Tour) {
		q.t.Errorf("cost %v after %d steps, expected %v after %d", got.Cost, got.Steps, want.Cost, want.Steps)
	}
}

func TestAJobIsDone(t *testing.T) {
	q := start(t)
	r := q.submit(cities(200), stepping(30))
	q.run(Options{})
	q.mustEqualLibrary(r)
	if len(r.reports) == 0 {
		t.Error("no progress was reported")
	}
}

func TestInvalidJobsFail(t *testing.T) {
	q := start(t)
	r := q.submit([]byte("name,x,y\na,0,zero\n"), stepping(1))
	gone := q.submit(cities(10), stepping(1))
	q.change(func() { delete(q.instances, gone.task.Spec.Instance) })
	q.run(Options{Slots: 2})
	for _, r := range []*record{r, gone} {
		if q.ended(r); r.state != job.Failed || len(r.outcome.Faults) == 0 {
			t.Errorf("ended as %s: %+v", r.state, r.outcome.Faults)
		}
	}
}

// A job that moves to another worker gets the result that it would get without interruption.
func TestAResumedJobHasTheSameResult(t *testing.T) {
	q := start(t)
	r := q.submit(cities(1000), stepping(300))
	first := q.run(Options{Checkpoint: time.Millisecond})
	q.await("a checkpoint is saved", func() bool { return len(r.saves) > 1 })
	first.stop()
	if r.state != job.Queued || r.released != 1 || r.task.Kept == nil || r.task.Kept.Step == 0 {
		t.Fatalf("the job is %s after %d releases with the checkpoint %+v", r.state, r.released, r.task.Kept)
	}
	q.run(Options{})
	q.mustEqualLibrary(r)
	if r.task.Epoch != 2 {
		t.Errorf("the epoch is %d, expected 2", r.task.Epoch)
	}
}

// A checkpoint that the server refuses is logged. The search goes on, and its result is the same.
func TestARefusedCheckpointDoesNotAffectTheJob(t *testing.T) {
	q := start(t)
	q.small = true
	r := q.submit(cities(1000), stepping(300))
	var log bytes.Buffer
	p := q.run(Options{Checkpoint: time.Millisecond, Log: slog.New(slog.NewTextHandler(&log, nil))})
	q.mustEqualLibrary(r)
	p.stop() // it logs no more
	if r.task.Epoch != 1 || len(r.saves) > 0 || q.refused == 0 {
		t.Errorf("epoch %d, %d checkpoints, %d refused", r.task.Epoch, len(r.saves), q.refused)
	}
	if want := "the server does not store so much data: checkpoint of "; !strings.Contains(log.String(), want) {
		t.Errorf("the log has no %q: %s", want, log.String())
	}
}

// Lost replies neither lose a job nor end it twice.
func TestLostReplies(t *testing.T) {
	q := start(t)
	q.change(func() {
		for _, verb := range []string{"hello", "next", "get", "put", "save", "finish"} {
			q.lose[verb] = 2
		}
	})
	r := q.submit(cities(3000), stepping(50))
	q.run(Options{Checkpoint: time.Millisecond})
	q.mustEqualLibrary(r)
	for _, verb := range []string{"hello", "next", "get", "put", "save", "finish"} {
		if q.lose[verb] > 0 {
			t.Errorf("no reply to %q was lost", verb)
		}
	}
	for i, s := range r.saves[1:] {
		if s.Checkpoint.Number <= r.saves[i].Checkpoint.Number {
			t.Errorf("checkpoint %d was saved after %d", s.Checkpoint.Number, r.saves[i].Checkpoint.Number)
		}
	}
}

// A worker that has lost a job stops the search, writes nothing more and says that it is alive.
func TestFencingStopsTheSearch(t *testing.T) {
	for name, fence := range map[string]func(q *queue, r *record){
		"message": func(q *queue, r *record) {
			q.tell(r, protocol.Fence)
		},
		"save": func(q *queue, r *record) { q.change(func() { r.task.Secret = "another" }) },
	} {
		t.Run(name, func(t *testing.T) {
			q := start(t)
			r := q.submit(cities(500), endless())
			q.run(Options{Checkpoint: 10 * time.Millisecond})
			q.await("the search runs", func() bool { return len(r.saves) > 0 })
			var claim protocol.Claim
			q.look(func() { claim = r.task.Claim })
			fence(q, r)
			q.await("the worker abandons the job", func() bool { return slices.Contains(q.abandoned, claim) })
			q.await("the worker is idle", func() bool { return q.workers[r.session].Running == 0 })
			q.look(func() {
				if r.ends != 0 || r.released != 0 {
					t.Errorf("it was ended %d times and released %d times", r.ends, r.released)
				}
			})
		})
	}
}

// A drained worker finishes its jobs, takes no more and ends.
func TestDrain(t *testing.T) {
	q := start(t)
	r := q.submit(cities(500), endless())
	p := q.run(Options{Slots: 2})
	q.await("the search runs", func() bool { return len(r.reports) > 0 })
	q.tell(r, protocol.Drain)
	q.await("the worker says so", func() bool { return q.workers[r.session].Draining })
	later := q.submit(cities(10), stepping(1))
	q.tell(r, protocol.Cancel)
	p.returned()
	if r.state != job.Cancelled || later.state != job.Queued {
		t.Errorf("the first job is %s, the second %s", r.state, later.state)
	}
	if err := p.accept.Err(); err == nil {
		t.Error("it accepts jobs")
	}
}

// A worker that begins to drain does not miss a job that a server is sending.
func TestADrainingWorkerWaitsForTheReply(t *testing.T) {
	q := start(t)
	w := New(q.nc, pool, Options{})
	if err := w.Join(t.Context()); err != nil {
		t.Fatal(err)
	}
	received := make(chan *protocol.Task, 1)
	go func() {
		task, _ := w.next() // nil on failure
		received <- task
	}()
	q.await("the request is received", func() bool { return q.waiting == 1 })
	w.drain()
	q.submit(cities(10), stepping(1))
	if task := <-received; task == nil {
		t.Error("the job was not received")
	}
}

// A job that reaches a draining worker is returned.
func TestAJobForADrainingWorkerIsReturned(t *testing.T) {
	q := start(t)
	w := New(q.nc, pool, Options{})
	r := q.submit(cities(10), stepping(1))
	task := q.claim(w).task
	q.change(func() { q.lose["release"] = 1 })
	w.drain()
	w.giveBack(task)
	if r.state != job.Queued || r.released != 1 {
		t.Errorf("the job is %s after %d releases", r.state, r.released)
	}
}

// A released job is saved and goes back to the queue.
func TestRelease(t *testing.T) {
	q := start(t)
	r := q.submit(cities(500), endless())
	q.run(Options{Checkpoint: time.Hour})
	var at job.Progress
	q.await("the search runs", func() bool {
		if len(r.reports) > 0 {
			at = r.reports[len(r.reports)-1].At
		}
		return at.Step > 0
	})
	q.tell(r, protocol.Release)
	q.await("it runs again", func() bool { return r.task.Epoch == 2 })
	q.look(func() {
		if r.released != 1 || r.task.Kept == nil || r.task.Kept.Step < at.Step {
			t.Errorf("released %d times at %+v, expected at least step %d", r.released, r.task.Kept, at.Step)
		}
	})
}

// A cancelled job ends with its best solution, also if it is not running.
func TestCancelKeepsTheBest(t *testing.T) {
	q := start(t)
	r := q.submit(cities(500), endless())
	p := q.run(Options{Checkpoint: time.Millisecond})
	q.await("the search runs", func() bool { return len(r.saves) > 0 && len(r.reports) > 3 })
	p.stop()
	kept := *r.task.Kept
	q.change(func() { r.task.Cancel = true })
	unsaved := q.submit(cities(500), endless()) // the instance is cached
	q.change(func() { unsaved.task.Cancel = true })
	q.run(Options{})
	if got := q.result(q.ended(r)); r.state != job.Cancelled || got.Cost != kept.Cost || got.Steps != kept.Step {
		t.Errorf("ended as %s with cost %v after %d steps, expected %v after %d", r.state, got.Cost, got.Steps, kept.Cost, kept.Step)
	}
	if q.ended(unsaved); unsaved.state != job.Cancelled || unsaved.outcome.Result != nil {
		t.Errorf("a job that never ran is %s with result %v: %+v", unsaved.state, unsaved.outcome.Result, unsaved.outcome.Faults)
	}
}

// A cancelled job that is running ends with the best solution that it has reported.
func TestCancelWhileRunning(t *testing.T) {
	q := start(t)
	r := q.submit(cities(1000), endless())
	q.run(Options{})
	q.await("the search runs", func() bool { return len(r.reports) > 3 })
	var best float64
	q.look(func() { best = r.reports[3].At.Cost })
	q.tell(r, protocol.Cancel)
	if got := q.result(q.ended(r)); r.state != job.Cancelled || got.Cost > best {
		t.Errorf("ended as %s with cost %v, expected at most %v", r.state, got.Cost, best)
	}
}

// A worker ends with a clear message if the server speaks another version.
func TestAnotherVersion(t *testing.T) {
	q := start(t)
	q.change(func() { q.version = protocol.ErrVersion })
	err := New(q.nc, pool, Options{}).Run(t.Context())
	if !errors.Is(err, protocol.ErrVersion) || !strings.Contains(err.Error(), "use the same release on servers and workers") {
		t.Errorf("it ended with %v", err)
	}
}

// A worker ends with a clear message if another server than the one that has accepted it speaks
// another version, and returns its running job.
func TestAnotherVersionAmongServers(t *testing.T) {
	q := start(t)
	r := q.submit(cities(500), endless())
	p := q.run(Options{Slots: 3})
	q.await("the search runs", func() bool { return len(r.reports) > 0 })
	q.change(func() { q.version = protocol.ErrVersion })
	select {
	case err := <-p.over:
		if !errors.Is(err, protocol.ErrVersion) || r.state != job.Queued || r.released != 1 {
			t.Errorf("it ended with %v, and the job is %s after %d releases", err, r.state, r.released)
		}
	case <-time.After(20 * time.Second):
		t.Error("a worker that gets no jobs still asks for them")
	}
}

// A worker whose server never answers ends when it is told to.
func TestAWorkerEndsWithoutAServer(t *testing.T) {
	q := start(t)
	q.change(func() { q.lose["hello"] = 1 << 30 })
	p := q.run(Options{})
	q.await("it has tried", func() bool { return len(q.workers) > 0 })
	p.stop()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := New(q.nc, pool, Options{}).Join(ctx); !errors.Is(err, protocol.ErrUnavailable) {
		t.Errorf("it joined: %v", err)
	}
}
