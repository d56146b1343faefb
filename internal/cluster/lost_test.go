package cluster

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// wakeUps returns the number of wake-ups per subject.
func (s service) wakeUps(t *testing.T) map[string]uint64 {
	t.Helper()
	queue, err := s.js.Stream(t.Context(), queueStream)
	if err != nil {
		t.Fatal(err)
	}
	info, err := queue.Info(t.Context(), jetstream.WithSubjectFilter(wakeSubject+">"))
	if err != nil {
		t.Fatal(err)
	}
	return info.State.Subjects
}

func (s service) purgeQueue(t *testing.T) {
	t.Helper()
	queue, err := s.js.Stream(t.Context(), queueStream)
	if err == nil {
		err = queue.Purge(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// stored returns the number of messages in a blob store.
func stored(t *testing.T, b blobs) uint64 {
	t.Helper()
	info, err := b.stream.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return info.State.Msgs
}

// settle waits until the hub has the current revision of a job.
func (s service) settle(t *testing.T, r *Record) {
	t.Helper()
	now, err := s.Get(t.Context(), r.Tenant, r.ID)
	if err != nil {
		t.Fatal(err)
	}
	news, done := s.hub.Watch(r.Tenant, r.ID)
	defer done()
	for {
		if v, ok := s.hub.View(r.Tenant, r.ID, 0); ok && v.Record.revision >= now.revision {
			return
		}
		<-news
	}
}

var sweeping = SweepOptions{Retain: time.Hour, Log: slog.New(slog.DiscardHandler)}

// A lost wake-up is sent again, even if the queue contains unneeded wake-ups.
func TestLostWakeUpsComeAgain(t *testing.T) {
	s := start(t, 0)
	lost := s.submit(t, "square.csv", square, job.Settings{})
	s.purgeQueue(t)
	over := s.submit(t, "square.csv", square, job.Settings{Seed: 1})
	if _, err := s.Cancel(t.Context(), over.Tenant, over.ID); err != nil {
		t.Fatal(err)
	}
	held := s.submit(t, "square.csv", square, job.Settings{Seed: 2})
	for _, r := range []*Record{lost, over, held} {
		s.settle(t, r)
	}
	o := sweeping
	o.Held = func(r Record) bool { return r.ID == held.ID }
	for range 2 {
		s.hub.sweep(t.Context(), o)
		if n := s.wakeUps(t); n[wakeSubject+lost.Key()] != 1 || len(n) != 3 {
			t.Errorf("there are wake-ups %v, expected one of each job", n)
		}
	}
}

// slow submits a job that runs until it is cancelled, and waits until it is running.
func (s service) slow(t *testing.T) *Record {
	t.Helper()
	data := cities(500, rand.New(rand.NewPCG(9, 9)))
	r := s.submit(t, "cities.csv", string(data), job.Settings{Limits: tourmaline.Limits{Time: time.Minute}})
	s.await(t, r, func(r Record) bool { return r.State == Running })
	return r
}

func (s service) await(t *testing.T, r *Record, wanted func(Record) bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	news, done := s.hub.Watch(r.Tenant, r.ID)
	defer done()
	for {
		v, ok := s.hub.View(r.Tenant, r.ID, 0)
		if ok && wanted(v.Record) {
			return
		}
		select {
		case <-ctx.Done():
			t.Fatalf("job %s stays %+v", r.ID, v.Record)
		case <-news:
		}
	}
}

// A second wake-up of a running job, sent after a zombie's ack has deleted the first, does not move
// the job. This holds whether the owner or another worker receives the wake-up.
func TestASecondWakeUpStealsNothing(t *testing.T) {
	for name, other := range map[string]bool{"the same worker": false, "another worker": true} {
		t.Run(name, func(t *testing.T) {
			s := start(t, 2)
			jobs := []*Record{s.slow(t)}
			if other { // the first worker has no free slot
				jobs = append(jobs, s.slow(t))
				s.run(t, "other", 1)
			}
			s.purgeQueue(t)
			s.hub.sweep(t.Context(), sweeping)
			// Wait for longer than a redelivery takes. The owner keeps the wake-up alive or has
			// acknowledged it, so no other worker claims the job.
			<-time.After(2 * s.ackWait)
			for _, r := range jobs {
				if _, err := s.Cancel(t.Context(), r.Tenant, r.ID); err != nil {
					t.Fatal(err)
				}
				if r := s.ended(t, r); r.Epoch != 1 || r.State != Cancelled {
					t.Errorf("ended as %s with epoch %d, expected the first worker to have done it", r.State, r.Epoch)
				}
			}
		})
	}
}

// A job with a dead owner and no wake-up is completed nevertheless.
func TestAZombiesAckDelays(t *testing.T) {
	s := start(t, 0)
	r := s.submit(t, "square.csv", square, job.Settings{})
	if _, err := s.claim(t.Context(), r.Tenant, r.ID, claimRequest{worker: "dead"}); err != nil {
		t.Fatal(err)
	}
	s.purgeQueue(t)
	s.settle(t, r)
	s.hub.sweep(t.Context(), sweeping)
	s.run(t, "alive", 1)
	if r := s.ended(t, r); r.State != Done || r.Epoch != 2 {
		t.Errorf("ended as %s with epoch %d", r.State, r.Epoch)
	}
}

// Jobs that ended long ago are deleted, together with all their data.
func TestOldJobsAreForgotten(t *testing.T) {
	s := start(t, 1)
	data := cities(5000, rand.New(rand.NewPCG(9, 9)))
	r := s.ended(t, s.submit(t, "cities.csv", string(data), job.Settings{Limits: tourmaline.Limits{Steps: 1}}))
	if r.Result.Name == "" || stored(t, s.results) == 0 {
		t.Fatalf("the result %+v is no blob", r.Result)
	}
	s.settle(t, r)
	s.hub.sweep(t.Context(), sweeping)
	if _, err := s.ResultBytes(t.Context(), r); err != nil {
		t.Fatalf("a job that is not old: %v", err)
	}
	o := sweeping
	o.Retain = time.Nanosecond
	s.hub.sweep(t.Context(), o)
	if _, err := s.Get(t.Context(), r.Tenant, r.ID); err == nil {
		t.Error("the job is still there")
	}
	if n := stored(t, s.results) + stored(t, s.states); n != 0 {
		t.Errorf("%d messages of its blobs are left", n)
	}
	records, err := s.js.Stream(t.Context(), "KV_"+recordBucket)
	if err != nil {
		t.Fatal(err)
	}
	marker, err := records.GetLastMsgForSubject(t.Context(), "$KV."+recordBucket+"."+r.Key())
	if err != nil || marker.Header.Get("Nats-TTL") == "" {
		t.Errorf("the marker stays for ever: %v, %v", marker, err)
	}
}

func TestOrphansAreRemoved(t *testing.T) {
	s := start(t, 0)
	ctx := t.Context()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	r := s.submit(t, "square.csv", square, job.Settings{})
	bytes := make([]byte, inlineSize+1)
	first, err := s.claim(ctx, r.Tenant, r.ID, claimRequest{worker: "one"})
	must(err)
	must(s.checkpoint(ctx, first, bytes, Progress{Cost: 2}, 1))
	// The worker crashes before it writes the record.
	_, err = s.states.put(ctx, blobName(first, 2), bytes)
	must(err)
	_, err = s.results.put(ctx, blobName(first, 1), bytes)
	must(err)
	second, err := s.claim(ctx, r.Tenant, r.ID, claimRequest{worker: "two"})
	must(err)
	_, err = s.states.put(ctx, blobName(second, 1), bytes) // the record is not written yet
	must(err)
	for _, subject := range []string{s.states.chunks("x"), s.results.chunks("x"), s.instances.chunks("x")} {
		_, err := s.js.Publish(ctx, subject, []byte("a chunk whose entry never came"))
		must(err)
	}
	u, err := s.PutInstance(ctx, "acme", "large.csv", bytes)
	must(err)
	// The manifest is never written.
	_, err = s.instances.put(ctx, manifestKey("acme", job.Hash([]byte("y")))+".y", bytes)
	must(err)
	// The manifest refers to the segments of another upload.
	_, err = s.instances.put(ctx, manifestKey("acme", u.Hash)+".y", bytes)
	must(err)

	before := stored(t, s.instances)
	must(s.removeOrphans(ctx, time.Hour))
	if n := stored(t, s.instances); n != before {
		t.Errorf("%d messages of instances are left of %d, some of which may be uploads on their way", n, before)
	}
	must(s.removeOrphans(ctx, 0))
	const object = 2 // messages per object: a chunk and an entry
	if n := stored(t, s.states); n != 2*object {
		t.Errorf("%d messages of checkpoints are left, expected the one that counts and the one that is on its way", n)
	}
	if n := stored(t, s.results); n != 0 {
		t.Errorf("%d messages of results are left", n)
	}
	if _, err := s.InstanceBytes(ctx, "acme", u.Hash); err != nil {
		t.Errorf("an instance with its manifest: %v", err)
	}
	// The large instance remains. The small one is part of its manifest.
	if n, want := stored(t, s.instances), uint64(object); n != want {
		t.Errorf("%d messages of instances are left, expected %d", n, want)
	}
	must(s.DeleteInstance(ctx, "acme", u.Hash))
	if n := stored(t, s.instances); n != 0 {
		t.Errorf("%d messages of instances are left after the only large one was deleted", n)
	}
}

// A deaf bucket writes records but loses some of the replies.
type deaf struct {
	jetstream.KeyValue
	lose *atomic.Int32 // number of replies still to lose
}

func newDeaf(b jetstream.KeyValue, lose int32) deaf {
	d := deaf{b, &atomic.Int32{}}
	d.lose.Store(lose)
	return d
}

func (d deaf) Update(ctx context.Context, key string, value []byte, revision uint64) (uint64, error) {
	now, err := d.KeyValue.Update(ctx, key, value, revision)
	if err == nil && d.lose.Add(-1) >= 0 {
		return 0, nats.ErrTimeout
	}
	return now, err
}

// If a record refers to a checkpoint, the checkpoint exists, even if the write was not confirmed.
func TestACheckpointSurvivesALostAnswer(t *testing.T) {
	s := start(t, 0)
	r := s.submit(t, "square.csv", square, job.Settings{})
	own, err := s.claim(t.Context(), r.Tenant, r.ID, claimRequest{worker: "one"})
	if err != nil {
		t.Fatal(err)
	}
	s.records = newDeaf(s.records, 1)
	if err := s.checkpoint(t.Context(), own, make([]byte, inlineSize+1), Progress{Cost: 2}, 1); err == nil {
		t.Fatal("the answer was not lost")
	}
	now, err := s.Get(t.Context(), r.Tenant, r.ID)
	if err != nil || now.Checkpoint == nil {
		t.Fatalf("the record has no checkpoint: %v", err)
	}
	if _, err := s.states.get(t.Context(), now.Checkpoint); err != nil {
		t.Error(err)
	}
}

// Lost replies do not make a job end twice or lose its result.
func TestAResultSurvivesLostAnswers(t *testing.T) {
	s := start(t, 0)
	s.records = newDeaf(s.records, 4)
	s.run(t, "deaf", 1)
	data := cities(5000, rand.New(rand.NewPCG(9, 9)))
	r := s.ended(t, s.submit(t, "cities.csv", string(data), job.Settings{Limits: tourmaline.Limits{Steps: 1}}))
	if r.State != Done {
		t.Fatalf("ended as %s: %+v", r.State, r.Faults)
	}
	if _, err := s.ResultBytes(t.Context(), r); err != nil {
		t.Error(err)
	}
}

// A job that was released with a checkpoint and then cancelled needs a worker, so Cancel sends a
// wake-up even though the job was held.
func TestCancelWakesWhatIsQueued(t *testing.T) {
	s := start(t, 0)
	r := s.submit(t, "square.csv", square, job.Settings{})
	own, err := s.claim(t.Context(), r.Tenant, r.ID, claimRequest{worker: "one"})
	if err == nil {
		err = s.checkpoint(t.Context(), own, []byte("some"), Progress{Cost: 1}, 1)
	}
	if err == nil {
		err = s.release(t.Context(), own)
	}
	if err != nil {
		t.Fatal(err)
	}
	s.purgeQueue(t)
	if _, err := s.Cancel(t.Context(), r.Tenant, r.ID); err != nil {
		t.Fatal(err)
	}
	if n := s.wakeUps(t); len(n) != 1 {
		t.Errorf("there are wake-ups %v, expected one", n)
	}
}

// A job whose checkpoint is missing starts from the beginning.
func TestASpoiltCheckpointIsNoFault(t *testing.T) {
	s := start(t, 0)
	r := s.submit(t, "square.csv", square, job.Settings{})
	own, err := s.claim(t.Context(), r.Tenant, r.ID, claimRequest{worker: "one"})
	if err == nil {
		err = s.checkpoint(t.Context(), own, make([]byte, inlineSize+1), Progress{Cost: 1e9}, 1)
	}
	if err == nil {
		err = s.states.removeSegment(t.Context(), segment(blobName(own, 1), 0))
	}
	if err == nil {
		err = s.release(t.Context(), own)
	}
	if err != nil {
		t.Fatal(err)
	}
	s.run(t, "two", 1)
	if r := s.ended(t, r); r.State != Done {
		t.Errorf("ended as %s: %+v", r.State, r.Faults)
	}
}
