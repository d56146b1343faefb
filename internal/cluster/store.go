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
}

func (o Options) withDefaults() Options {
	o.Replicas, o.AckWait, o.Events = cmp.Or(o.Replicas, 1), cmp.Or(o.AckWait, 30*time.Second), cmp.Or(o.Events, 512)
	if o.Space == nil {
		o.Space = func(int64) error { return nil }
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
	var s *Store
	err = untilAvailable(ctx, func(ctx context.Context) (err error) {
		s, err = Open(ctx, nc)
		return err
	})
	if err != nil {
		return nil, err
	}
	s.options = o
	return s, nil
}

func createStreams(ctx context.Context, js jetstream.JetStream, o Options, all []jetstream.StreamConfig) error {
	for _, c := range all {
		err := untilAvailable(ctx, func(ctx context.Context) error {
			_, err := js.CreateOrUpdateStream(ctx, c)
			return err
		})
		if err != nil {
			return fmt.Errorf("stream %s: %w", c.Name, err)
		}
	}
	err := untilAvailable(ctx, func(ctx context.Context) error {
		_, err := js.CreateOrUpdateConsumer(ctx, queueStream, jetstream.ConsumerConfig{
			Durable: consumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: o.AckWait, MaxDeliver: -1, MaxAckPending: 1 << 20,
		})
		return err
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
		keyValues(recordBucket), members,
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
	s.records, err = js.KeyValue(ctx, recordBucket)
	errs := []error{err}
	s.members, err = js.KeyValue(ctx, memberBucket)
	errs = append(errs, err)
	for _, b := range []struct {
		name string
		to   *blobs
	}{{instanceBucket, &s.instances}, {stateBucket, &s.states}, {resultBucket, &s.results}} {
		*b.to, err = openBlobs(ctx, js, b.name)
		errs = append(errs, err)
	}
	s.queue, err = js.Consumer(ctx, queueStream, consumer)
	if err := errors.Join(append(errs, err)...); err != nil {
		return nil, fmt.Errorf("the job store: %w", err)
	}
	s.ackWait = s.queue.CachedInfo().Config.AckWait
	return s, nil
}
