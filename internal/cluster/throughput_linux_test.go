//go:build figures

package cluster

import (
	"context"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// leastShare is the minimum throughput of jobs relative to a loop that performs only the same
// writes.
const leastShare = 0.6

const (
	throughputTime  = 500 * time.Millisecond // duration of a round
	throughputPairs = 20
	throughputBy    = 8 // number of submitters, and number of workers
)

// The throughput of tiny jobs is close to the throughput of their writes alone. Jobs and bare
// writes alternate in many short rounds on the same broker, which syncs every write; on a busy
// machine a single round is not reliable. In memory, where a sync takes no time, the processor time
// shows the cost of the protocol itself.
func TestThroughput(t *testing.T) {
	t.Run("disk", func(t *testing.T) { throughput(t, t.TempDir(), leastShare) })
	t.Run("memory", func(t *testing.T) {
		dir, err := os.MkdirTemp("/dev/shm", "throughput") //nolint:usetesting // in memory
		if err != nil {
			t.Skip(err)
		}
		t.Cleanup(func() { _ = os.RemoveAll(dir) })
		throughput(t, dir, 0)
	})
}

func throughput(t *testing.T, dir string, least float64) {
	s := startIn(t, dir, throughputBy)
	u, err := s.PutInstance(t.Context(), "acme", "square.csv", []byte(square))
	if err != nil {
		t.Fatal(err)
	}
	spec := job.Spec{Instance: u.Hash, File: "square.csv"}
	bare := newBareLoop(t, s, s.volley(t, spec))
	before := s.written(t)
	var loop, jobs rounds
	var share []float64
	for pair := range throughputPairs {
		turns := []func(){func() { loop.add(func() { bare.one(t) }) }, func() { jobs.add(func() { s.oneJob(t, spec) }) }}
		if pair%2 == 1 {
			slices.Reverse(turns)
		}
		for _, turn := range turns {
			turn()
		}
		share = append(share, jobs.rates[pair]/loop.rates[pair])
	}
	s.sameWrites(t, before, jobs.count, loop.count)
	t.Logf("records of %d bytes, a wake-up of %d, events of %d; %d pairs of rounds of %v, %d at a time", bare.records, bare.wakeUp, bare.events, throughputPairs, throughputTime, throughputBy)
	t.Logf("bare loop: median %.0f/s, %.2f ms of processor time each", quantile(loop.rates, 0.5), loop.processor())
	t.Logf("jobs:      median %.0f/s, %.2f ms of processor time each", quantile(jobs.rates, 0.5), jobs.processor())
	t.Logf("share, pair by pair: median %.2f, quartiles %.2f and %.2f, from %.2f to %.2f; of all rounds together %.2f",
		quantile(share, 0.5), quantile(share, 0.25), quantile(share, 0.75), slices.Min(share), slices.Max(share), float64(jobs.count)/float64(loop.count))
	if m := quantile(share, 0.5); m < least {
		t.Errorf("jobs reach %.2f of the bare loop, expected at least %.2f", m, least)
	}
}

// rounds are the measured rounds of one kind.
type rounds struct {
	count int
	rates []float64 // operations per second, by round
	spent time.Duration
}

// add runs do as often as possible for the duration of a round.
func (r *rounds) add(do func()) {
	var n atomic.Int64
	began, spent := time.Now(), processorTime()
	var wg sync.WaitGroup
	for range throughputBy {
		wg.Go(func() {
			for time.Since(began) < throughputTime {
				do()
				n.Add(1)
			}
		})
	}
	wg.Wait()
	r.count += int(n.Load())
	r.rates = append(r.rates, float64(n.Load())/time.Since(began).Seconds())
	r.spent += processorTime() - spent
}

// processor returns the processor time of one operation, in milliseconds.
func (r *rounds) processor() float64 { return r.spent.Seconds() * 1000 / float64(r.count) }

// processorTime returns the processor time that this process has used.
func processorTime() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func quantile(of []float64, q float64) float64 {
	of = slices.Sorted(slices.Values(of))
	return of[int(q*float64(len(of)-1)+0.5)]
}

// written returns the number of messages written to the streams of the jobs and of the bare loop.
func (s service) written(t *testing.T) (count [2][3]uint64) {
	t.Helper()
	for i, names := range [2][3]string{{"KV_" + recordBucket, queueStream, eventStream}, {"KV_BARE", "BARE", "BARE-EVENTS"}} {
		for k, name := range names {
			stream, err := s.js.Stream(t.Context(), name)
			if err != nil {
				t.Fatal(err)
			}
			count[i][k] = stream.CachedInfo().State.LastSeq
		}
	}
	return count
}

// sameWrites checks that a job and a turn of the bare loop perform the same number of writes.
// Otherwise their times are not comparable.
func (s service) sameWrites(t *testing.T, before [2][3]uint64, jobs, loops int) {
	t.Helper()
	now := s.written(t)
	// Events may differ, because a delayed job publishes its progress once more.
	for k, what := range []string{"records", "wake-ups"} {
		j, b := now[0][k]-before[0][k], now[1][k]-before[1][k]
		if j*uint64(loops) != b*uint64(jobs) {
			t.Errorf("%s: %d jobs wrote %d, %d turns of the bare loop %d", what, jobs, j, loops, b)
		}
	}
}

// oneJob submits a job and waits until it has ended.
func (s service) oneJob(t *testing.T, spec job.Spec) {
	r, _, err := s.Submit(t.Context(), Submission{Tenant: "acme", Spec: spec})
	if err == nil {
		err = s.hub.Wait(t.Context(), r.Tenant, r.ID)
	}
	if err != nil {
		t.Error(err)
	}
}

// A volley contains the sizes of the messages that a job writes: its records, its wake-up and its
// events.
type volley struct {
	records, events []int
	wakeUp          int
}

// volley runs a job and returns the sizes of its messages.
func (s service) volley(t *testing.T, spec job.Spec) (v volley) {
	t.Helper()
	w, err := s.records.WatchAll(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = w.Stop() }()
	// Skip the existing records. No later update is missed.
	for e := <-w.Updates(); e != nil; e = <-w.Updates() {
	}
	events, err := s.nc.SubscribeSync(eventSubject + ">")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = events.Unsubscribe() }()
	wakeUps, err := s.nc.SubscribeSync(wakeSubject + ">")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = wakeUps.Unsubscribe() }()
	if _, _, err := s.Submit(t.Context(), Submission{Tenant: "acme", Spec: spec}); err != nil {
		t.Fatal(err)
	}
	for state := Queued; !state.Ended(); {
		if e := <-w.Updates(); e != nil {
			r, err := recordOf(e)
			if err != nil {
				t.Fatal(err)
			}
			v.records, state = append(v.records, len(e.Value())), r.State
		}
	}
	for state := Queued; !state.Ended(); {
		m, err := events.NextMsgWithContext(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		e, err := decodeEvent(m.Data)
		if err != nil {
			t.Fatal(err)
		}
		v.events, state = append(v.events, len(m.Data)), e.State
	}
	m, err := wakeUps.NextMsgWithContext(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	v.wakeUp = len(m.Data)
	return v
}

// A bareLoop performs the writes of jobs without running jobs.
type bareLoop struct {
	volley
	s     service
	kv    jetstream.KeyValue
	queue jetstream.Consumer
	open  sync.Map // maps each key to a channel that is closed when its writes are done
}

func newBareLoop(t *testing.T, s service, v volley) *bareLoop {
	t.Helper()
	var err error
	b := &bareLoop{s: s, volley: v}
	for _, c := range streams(Options{}.withDefaults()) {
		switch c.Name {
		case "KV_" + recordBucket:
			c.Name, c.Subjects = "KV_BARE", []string{"$KV.BARE.>"}
		case eventStream:
			c.Name, c.Subjects = "BARE-EVENTS", []string{"bare-events.>"}
		case queueStream:
			c.Name, c.Subjects = "BARE", []string{"bare.>"}
		default:
			continue
		}
		if _, err = s.js.CreateStream(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	if b.kv, err = s.js.KeyValue(t.Context(), "BARE"); err != nil {
		t.Fatal(err)
	}
	b.queue, err = s.js.CreateConsumer(t.Context(), "BARE", jetstream.ConsumerConfig{
		Durable: consumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: s.ackWait, MaxDeliver: -1, MaxAckPending: 1 << 20,
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	var workers sync.WaitGroup
	for range throughputBy {
		workers.Go(func() { b.work(ctx, t) })
	}
	t.Cleanup(func() { end(); workers.Wait() })
	return b
}

// one performs all writes of a job.
func (b *bareLoop) one(t *testing.T) {
	key, over := "acme."+newID("", ""), make(chan struct{})
	b.open.Store(key, over)
	_, err := b.kv.Create(t.Context(), key, make([]byte, b.records[0]))
	if err == nil {
		_, err = b.s.js.Publish(t.Context(), "bare."+key, make([]byte, b.wakeUp))
	}
	if err != nil {
		t.Error(err)
		return
	}
	<-over
}

// work performs the writes of a worker.
func (b *bareLoop) work(ctx context.Context, t *testing.T) {
	for ctx.Err() == nil {
		wait, cancel := context.WithTimeout(ctx, pullTimeout)
		m, err := b.queue.Next(jetstream.FetchContext(wait))
		cancel()
		if err != nil {
			continue
		}
		if err := b.answer(m); err != nil {
			t.Error(err)
		}
	}
}

func (b *bareLoop) answer(m jetstream.Msg) error {
	ctx, cancel := context.WithTimeout(context.Background(), pullTimeout)
	defer cancel()
	key := strings.TrimPrefix(m.Subject(), "bare.")
	for _, size := range b.records[1:] {
		if _, err := b.kv.Put(ctx, key, make([]byte, size)); err != nil {
			return err
		}
	}
	for _, size := range b.events {
		if err := b.s.nc.Publish("bare-events."+key, make([]byte, size)); err != nil {
			return err
		}
	}
	over, _ := b.open.LoadAndDelete(key)
	close(over.(chan struct{}))
	return m.DoubleAck(ctx)
}
