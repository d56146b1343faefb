package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Names of buckets, streams and subjects. The subjects of a job end with <tenant>.<id>.
const (
	recordBucket   = "JOBSTATE"
	memberBucket   = "MEMBERS"
	instanceBucket = "INST"
	manifestBucket = "INSTANCES"
	stateBucket    = "CKPT"
	resultBucket   = "RESULT"

	queueStream = "JOBS"
	eventStream = "EVENTS"
	deadStream  = "DLQ"
	consumer    = "workers"

	wakeSubject   = "jobs."
	eventSubject  = "events."
	deadSubject   = "dead."
	cancelSubject = "cancel."
)

// deadAge is how long a dead letter is retained for inspection.
const deadAge = 30 * 24 * time.Hour

// Options configure a store. The process that creates the store sets them.
type Options struct {
	Replicas int // replicas of all data on disk; 0 means 1
	// AckWait is the time without a heartbeat after which the job of a worker goes to another
	// worker. 0 means 30 s.
	AckWait time.Duration
	Events  int // maximum number of events retained per job; 0 means 512
	// Space returns an error if there is no space for size more bytes. The store then rejects jobs
	// and instances. If Space is nil, space is unlimited.
	Space func(size int64) error
	Now   func() time.Time // current time; nil means time.Now
}

func (o Options) withDefaults() Options {
	o.Replicas, o.AckWait, o.Events = cmp.Or(o.Replicas, 1), cmp.Or(o.AckWait, 30*time.Second), cmp.Or(o.Events, 512)
	if o.Space == nil {
		o.Space = func(int64) error { return nil }
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// A Store holds jobs, instances and results.
type Store struct {
	nc        *nats.Conn
	js        jetstream.JetStream
	records   jetstream.KeyValue
	members   jetstream.KeyValue
	instances blobs
	manifests manifests
	states    blobs
	results   blobs
	queue     jetstream.Consumer
	ackWait   time.Duration
	options   Options
}

// Create creates the missing parts of a store and opens it.
func Create(ctx context.Context, nc *nats.Conn, o Options) (*Store, error) {
	o = o.withDefaults()
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	if err := createStreams(ctx, js, o, streams(o)); err != nil {
		return nil, err
	}
	s, err := untilAvailable(ctx, func(ctx context.Context) (*Store, error) { return Open(ctx, nc) })
	if err != nil {
		return nil, err
	}
	s.options = o
	return s, s.migrateManifests(ctx)
}

func createStreams(ctx context.Context, js jetstream.JetStream, o Options, all []jetstream.StreamConfig) error {
	for _, c := range all {
		_, err := untilAvailable(ctx, func(ctx context.Context) (jetstream.Stream, error) {
			return js.CreateOrUpdateStream(ctx, c)
		})
		if err != nil {
			return fmt.Errorf("stream %s: %w", c.Name, err)
		}
	}
	_, err := untilAvailable(ctx, func(ctx context.Context) (jetstream.Consumer, error) {
		return js.CreateOrUpdateConsumer(ctx, queueStream, jetstream.ConsumerConfig{
			Durable: consumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: o.AckWait, MaxDeliver: -1, MaxAckPending: 1 << 20,
		})
	})
	if err != nil {
		return fmt.Errorf("consumer %s: %w", consumer, err)
	}
	return nil
}

// streams returns the streams of a store. Records, members and blobs are read from the leader,
// because replicas can be stale.
func streams(o Options) []jetstream.StreamConfig {
	keyValues := func(name string) jetstream.StreamConfig {
		b := keyValues(name)
		return jetstream.StreamConfig{
			Name: b.stream, Subjects: []string{b.subject + ">"}, MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew,
			AllowRollup: true, DenyDelete: true, AllowMsgTTL: true, AllowDirect: false, Replicas: o.Replicas,
		}
	}
	objects := func(name string) jetstream.StreamConfig {
		b := objects(name)
		return jetstream.StreamConfig{
			Name: b.stream, Subjects: []string{b.subject + "C.>", b.subject + "M.>"}, Discard: jetstream.DiscardNew,
			AllowRollup: true, AllowDirect: false, Replicas: o.Replicas,
		}
	}
	members := keyValues(memberBucket)
	members.Storage, members.MaxAge = jetstream.MemoryStorage, memberAge
	return []jetstream.StreamConfig{
		keyValues(recordBucket), keyValues(manifestBucket), members,
		objects(instanceBucket), objects(stateBucket), objects(resultBucket),
		{
			Name: queueStream, Subjects: []string{wakeSubject + ">"}, Retention: jetstream.WorkQueuePolicy, Replicas: o.Replicas,
			MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
		},
		{
			Name: eventStream, Subjects: []string{eventSubject + ">"}, Storage: jetstream.MemoryStorage, Replicas: o.Replicas,
			MaxMsgsPerSubject: int64(o.Events), MaxAge: time.Hour, MaxBytes: 256 << 20, Discard: jetstream.DiscardOld,
		},
		{
			Name: deadStream, Subjects: []string{deadSubject + ">"}, Replicas: o.Replicas,
			MaxMsgsPerSubject: 1, MaxAge: deadAge, Discard: jetstream.DiscardOld,
		},
	}
}

// Open opens an existing store. Workers use it, because they may not create a store.
func Open(ctx context.Context, nc *nats.Conn) (*Store, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	s := &Store{nc: nc, js: js, options: Options{}.withDefaults()}
	var faults [7]error
	s.records, faults[0] = js.KeyValue(ctx, recordBucket)
	s.members, faults[1] = js.KeyValue(ctx, memberBucket)
	s.instances, faults[2] = openBlobs(ctx, js, instanceBucket)
	s.states, faults[3] = openBlobs(ctx, js, stateBucket)
	s.results, faults[4] = openBlobs(ctx, js, resultBucket)
	s.queue, faults[5] = js.Consumer(ctx, queueStream, consumer)
	s.manifests, faults[6] = openManifests(ctx, js)
	if err := errors.Join(faults[:]...); err != nil {
		return nil, fmt.Errorf("cannot open the job store: %w", err)
	}
	s.ackWait = s.queue.CachedInfo().Config.AckWait
	return s, nil
}
