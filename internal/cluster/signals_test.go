//go:build unix && !race

package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/job"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// A watched site has a hub through which the test observes jobs.
type watched struct {
	*site
	*Store
	hub *Hub
}

func watch(t *testing.T, s *site) watched {
	t.Helper()
	store := s.store()
	hub := store.Follow(t.Context(), slog.New(slog.DiscardHandler))
	<-hub.Ready()
	return watched{s, store, hub}
}

// until waits until a job satisfies wanted.
func (w watched) until(r *Record, wanted func(Record) bool) Record {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), 30*time.Second)
	defer cancel()
	news, done := w.hub.Watch(r.Tenant, r.ID)
	defer done()
	for {
		v, ok := w.hub.View(r.Tenant, r.ID, 0)
		if ok && wanted(v.Record) {
			return v.Record
		}
		select {
		case <-ctx.Done():
			w.t.Fatalf("job %s stays %+v", r.ID, v.Record)
		case <-news:
		}
	}
}

func ended(r Record) bool { return r.State.Ended() }
func saved(r Record) bool { return r.State == Running && r.Kept != nil }

// large returns an instance whose checkpoints are too large to be stored inline.
func large() []byte { return cities(20000, rand.New(rand.NewPCG(3, 3))) }

// timed submits a job with a time limit.
func (w watched) timed(data []byte, key string, limit time.Duration) *Record {
	w.t.Helper()
	return submit(w.t, w.Store, data, job.Spec{Instance: job.Hash(data), File: "large.csv", Settings: job.Settings{Limits: tourmaline.Limits{Time: limit}}}, key)
}

// blobsOf returns the names of the objects that hold the checkpoints and results of a job.
func (w watched) blobsOf(r *Record) (names []string) {
	w.t.Helper()
	for _, b := range []blobs{w.states, w.results} {
		all, _ := b.objects.List(w.t.Context()) // returns an error if there are no objects
		for _, o := range all {
			names = append(names, o.Name)
		}
	}
	return slices.DeleteFunc(names, func(n string) bool { return len(n) < len(r.Key()) || n[:len(r.Key())] != r.Key() })
}

// A worker that was suspended while another worker claimed its job changes nothing when it
// continues. This holds whether or not the job has ended, and whether a heartbeat or only the epoch
// detects the claim.
func TestAStoppedWorkerIsFenced(t *testing.T) {
	for name, c := range map[string]struct {
		name string
		wake func(Record) bool
	}{
		"after the end":                     {"", ended},
		"after the end, only by its epoch":  {lazyName, ended},
		"before the end, only by its epoch": {lazyName, func(r Record) bool { return r.Epoch >= 2 && r.State == Running }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // it mostly waits for processes
			s := newSite(t)
			s.name = c.name
			checkFenced(t, watch(t, s), c.wake)
		})
	}
}

func checkFenced(t *testing.T, w watched, wake func(Record) bool) {
	t.Helper()
	data := large()
	first := w.worker()
	r := w.timed(data, "a", 6*time.Second) // long enough for a checkpoint on a busy machine
	w.until(r, saved)
	first.signal(syscall.SIGSTOP)
	w.name = ""
	second := w.worker()
	w.until(r, wake)
	first.signal(syscall.SIGCONT)
	w.until(r, ended)
	before, err := w.Get(t.Context(), r.Tenant, r.ID)
	if err != nil {
		t.Fatal(err)
	}
	second.signal(syscall.SIGTERM)
	<-second.ended

	// The first worker, which has abandoned its job, runs this one.
	w.until(w.timed(data, "b", 100*time.Millisecond), ended)
	after, err := w.Get(t.Context(), r.Tenant, r.ID)
	if err != nil || after.revision != before.revision || after.State != Done || after.Epoch < 2 {
		t.Errorf("the record was written again: %+v, %v", after, err)
	}
	if _, err := w.ResultBytes(t.Context(), after); err != nil {
		t.Error(err)
	}
	for key, of := range history(t, w.Store) {
		checkHistory(t, key, of)
	}
	if err := w.removeOrphans(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	for _, left := range w.blobsOf(r) {
		if !refersTo(after.Result, left) && !refersTo(after.Frames, left) {
			t.Errorf("there is blob %s of the job, expected those of its result and its frames", left)
		}
	}
}

// A job that kills its workers fails after maxClaims claims, although every process has the same
// name, as in a container that is restarted. Other jobs are not affected.
func TestAPoisonIsGivenUp(t *testing.T) {
	t.Parallel() // it mostly waits for processes
	s := newSite(t)
	s.poison, s.name = newID("acme", "poison"), "worker-0"
	w := watch(t, s)
	spec := job.Spec{Instance: job.Hash([]byte(square)), File: "square.csv"}
	bad := submit(t, w.Store, []byte(square), spec, "poison")
	var good []*Record
	for i := range 8 {
		good = append(good, submit(t, w.Store, []byte(square), spec, fmt.Sprint("good ", i)))
	}
	for range maxClaims {
		p := w.worker()
		<-p.ended
		if code := p.ProcessState.ExitCode(); code != 9 {
			t.Fatalf("a worker ended with %d, expected to be killed by the job", code)
		}
	}
	w.worker()
	r := w.until(bad, ended)
	if !poisoned(r) || r.Epoch != maxClaims+1 {
		t.Errorf("ended as %s with epoch %d: %+v", r.State, r.Epoch, r.Faults)
	}
	for _, g := range good {
		if r := w.until(g, ended); r.State != Done {
			t.Errorf("another job ended as %s: %+v", r.State, r.Faults)
		}
	}
	if letter, err := w.DeadLetter(t.Context(), bad.Tenant, bad.ID); err != nil || !poisoned(letter.Record) {
		t.Errorf("the dead letter is %+v: %v", letter, err)
	}
}

func poisoned(r Record) bool {
	return r.State == Failed && len(r.Faults) == 1 && r.Faults[0].Code == codePoison
}

// checkCancelled verifies the result of a cancelled job and checks that it is no worse than its
// last checkpoint.
func (w watched) checkCancelled(r *Record, data []byte, kept *Progress) {
	w.t.Helper()
	w.until(r, ended)
	full, err := w.Get(w.t.Context(), r.Tenant, r.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	if full.State != Cancelled || full.Result == nil {
		w.t.Fatalf("ended as %s with result %v: %+v", full.State, full.Result, full.Faults)
	}
	result, err := w.ResultBytes(w.t.Context(), full)
	if err != nil {
		w.t.Fatal(err)
	}
	in, err := full.Spec.Open(data, job.Limits{})
	if err != nil {
		w.t.Fatal(err)
	}
	if v, err := in.Verify(result); err != nil || v.Cost > kept.Cost {
		w.t.Errorf("the result costs %v, %v was kept: %v", v.Cost, kept.Cost, err)
	}
}

func (w watched) cancel(r *Record) *Record {
	w.t.Helper()
	r, err := w.Cancel(w.t.Context(), r.Tenant, r.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

// A job can be cancelled in any state. If it has a checkpoint, its result is no worse than the
// checkpoint.
func TestCancelKeepsTheBest(t *testing.T) {
	t.Parallel() // it mostly waits for processes
	w := watch(t, newSite(t))
	data := large()
	if r := w.cancel(w.timed(data, "queued", time.Minute)); r.State != Cancelled || r.Result != nil {
		t.Errorf("a queued job ended as %s", r.State)
	}

	p := w.worker()
	r := w.timed(data, "running", time.Minute)
	kept := w.until(r, saved).Kept
	w.cancel(r)
	w.checkCancelled(r, data, kept)

	r = w.timed(data, "dead", time.Minute)
	kept = w.until(r, saved).Kept
	p.kill()
	w.cancel(r)
	p = w.worker()
	w.checkCancelled(r, data, kept)

	r = w.timed(data, "given back", time.Minute)
	w.until(r, saved)
	p.signal(syscall.SIGTERM)
	kept = w.until(r, func(r Record) bool { return r.State == Queued }).Kept
	w.cancel(r)
	w.worker()
	w.checkCancelled(r, data, kept)
}

// The median time to cancel a running job is less than a tenth of a second.
func TestCancelIsQuick(t *testing.T) {
	t.Parallel() // it mostly waits for processes
	w := watch(t, newSite(t))
	w.worker()
	data := cities(1000, rand.New(rand.NewPCG(5, 5)))
	var took []time.Duration
	for i := range 20 {
		r := w.timed(data, fmt.Sprint(i), time.Minute)
		w.until(r, func(r Record) bool {
			v, _ := w.hub.View(r.Tenant, r.ID, 0)
			return len(v.Events) > 0
		})
		began := time.Now()
		w.cancel(r)
		w.until(r, ended)
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	t.Logf("median %v, most %v", took[len(took)/2], took[len(took)-1])
	if median := took[len(took)/2]; median > 100*time.Millisecond {
		t.Errorf("a cancel took %v, expected less than 100 ms", median)
	}
}

// A worker that receives SIGTERM saves its job and returns it to the queue, and another worker
// resumes it.
func TestAWorkerThatEndsGivesBack(t *testing.T) {
	t.Parallel() // it mostly waits for processes
	w := watch(t, newSite(t))
	data := cities(5000, rand.New(rand.NewPCG(7, 7)))
	spec := job.Spec{Instance: job.Hash(data), File: "cities.csv", Settings: job.Settings{Algorithm: "ils", Seed: 3}}
	spec.Settings.Steps = stepsIn(t, spec, data, 3*time.Second)
	first := w.worker()
	r := submit(t, w.Store, data, spec, "")
	w.until(r, saved)
	w.worker()
	first.signal(syscall.SIGTERM)
	taken := w.until(r, func(r Record) bool { return r.State == Running && r.Epoch == 2 })
	if taken.Claims != 1 {
		t.Errorf("%d claims count, expected that of the second worker", taken.Claims)
	}
	<-first.ended
	if code := first.ProcessState.ExitCode(); code != 0 {
		t.Errorf("the worker ended with %d", code)
	}
	w.until(r, ended)
	full, err := w.Get(t.Context(), r.Tenant, r.ID)
	if err != nil {
		t.Fatal(err)
	}
	result, err := w.ResultBytes(t.Context(), full)
	if err != nil {
		t.Fatal(err)
	}
	if err := testkit.SameResult(untraced(t, result), untraced(t, local(t, spec, data))); err != nil {
		t.Error(err)
	}
}

// untraced returns a result without its trace. The traces differ, because improvements found in a
// step that was interrupted and later repeated are recorded with the previous step.
func untraced(t *testing.T, result []byte) []byte {
	t.Helper()
	var all map[string]json.RawMessage
	if err := json.Unmarshal(result, &all); err != nil {
		t.Fatal(err)
	}
	delete(all, "trace")
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
