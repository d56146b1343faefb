package cluster

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// Names of buckets, streams and subjects. The subjects of a job end with <tenant>.<id>.
const (
	recordBucket   = "JOBSTATE"
	instanceBucket = "INST"
	manifestBucket = "INSTANCES"
	stateBucket    = "CKPT"
	resultBucket   = "RESULT"

	eventStream = "EVENTS"
	deadStream  = "DLQ"

	eventSubject = "events."
	deadSubject  = "dead."
)

// deadAge is how long a dead letter is retained for inspection.
const deadAge = 30 * 24 * time.Hour

// Options configure a store. The process that creates the store sets them.
type Options struct {
	Settings
	Change bool // store the given settings instead of comparing them with the stored ones
	Events int  // maximum number of events retained per job; 0 means 512
	// Space returns an error if there is no space for size more bytes. The store then rejects jobs
	// and instances. If Space is nil, space is unlimited.
	Space func(size int64) error
	// Room returns the number of bytes that can be stored besides those that are stored. known is
	// false if it is unknown. The store limits uploads of workers to a part of it. If Room is nil, it
	// is unknown.
	Room func() (bytes int64, known bool)
	// MaxCheckpoint is the maximum size of a checkpoint in bytes; 0 means protocol.MaxBlob.
	MaxCheckpoint int64
	// SyncTime returns the time that a synced write to the disk of this server takes. If it is nil, the
	// disk is not compared with those of the other servers.
	SyncTime func() (time.Duration, error)
	Clock    func() time.Time // clock of this server; nil means time.Now
	// Node is the name of this server, the same at every start, so that the clock of a server that
	// restarts does not count twice. "" means a random name.
	Node string
	// Embedded says that the brokers run in the servers: there are as many servers as replicas, and
	// most of them must agree on the time before a server deletes or ends a job because of its age.
	Embedded bool
}

func (o Options) withDefaults() Options {
	o.Events = cmp.Or(o.Events, 512)
	if o.Space == nil {
		o.Space = func(int64) error { return nil }
	}
	if o.Room == nil {
		o.Room = func() (int64, bool) { return 0, false }
	}
	o.MaxCheckpoint = min(cmp.Or(o.MaxCheckpoint, protocol.MaxBlob), protocol.MaxBlob)
	if o.Clock == nil {
		o.Clock = time.Now
	}
	return o
}

// quorum returns the number of servers whose clocks a server must know to know the common time.
func (o Options) quorum() int {
	if o.Embedded {
		return o.Replicas/2 + 1
	}
	return 1
}

// A Store holds jobs, instances and results.
type Store struct {
	nc        *nats.Conn
	js        jetstream.JetStream
	records   jetstream.KeyValue
	instances blobs
	manifests manifests
	states    blobs
	results   blobs
	options   Options
	clock     *clock
	observer  atomic.Pointer[Observer]
	webhooks  jetstream.KeyValue
}

// Settings returns the settings of the cluster.
func (s *Store) Settings() Settings { return s.options.Settings }

// Now returns the time on which most servers of the cluster agree.
func (s *Store) Now() time.Time { return s.clock.now() }

// ClockOffset returns the difference between the clock of this server and that of Now.
func (s *Store) ClockOffset() time.Duration { return s.clock.offset() }

// Create creates the missing parts of a store and opens it.
func Create(ctx context.Context, nc *nats.Conn, o Options) (*Store, error) {
	o = o.withDefaults()
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	if o.Settings, err = loadSettings(ctx, js, o.Settings, o.Change); err != nil {
		return nil, err
	}
	if err := errors.Join(createStreams(ctx, js, streams(o)), deleteLegacy(ctx, js)); err != nil {
		return nil, err
	}
	s, err := untilAvailable(ctx, func(ctx context.Context) (*Store, error) { return open(ctx, nc, js, o) })
	if err != nil {
		return nil, err
	}
	_, err = untilAvailable(ctx, func(ctx context.Context) (struct{}, error) { return struct{}{}, s.migrateManifests(ctx) })
	return s, err
}

func createStreams(ctx context.Context, js jetstream.JetStream, all []jetstream.StreamConfig) error {
	for _, c := range all {
		_, err := untilAvailable(ctx, func(ctx context.Context) (jetstream.Stream, error) {
			return js.CreateOrUpdateStream(ctx, c)
		})
		if err != nil {
			return fmt.Errorf("stream %s: %w", c.Name, err)
		}
	}
	return nil
}

// deleteLegacy deletes the queue of wake-ups and the members of older versions.
func deleteLegacy(ctx context.Context, js jetstream.JetStream) error {
	for _, old := range []string{legacyQueue, keyValues("MEMBERS").stream} {
		_, err := untilAvailable(ctx, func(ctx context.Context) (struct{}, error) {
			err := js.DeleteStream(ctx, old)
			if errors.Is(err, jetstream.ErrStreamNotFound) {
				err = nil
			}
			return struct{}{}, err
		})
		if err != nil {
			return fmt.Errorf("stream %s: %w", old, err)
		}
	}
	return nil
}

// keyValueStream returns the stream of a key-value bucket. It is read from the leader, because
// replicas can be stale.
func keyValueStream(bucket string, replicas int) jetstream.StreamConfig {
	b := keyValues(bucket)
	return jetstream.StreamConfig{
		Name: b.stream, Subjects: []string{b.subject + ">"}, MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew,
		AllowRollup: true, DenyDelete: true, AllowMsgTTL: true, AllowDirect: false, Replicas: replicas,
	}
}

// streams returns the streams of a store. Blobs are read from the leader too.
func streams(o Options) []jetstream.StreamConfig {
	objects := func(name string) jetstream.StreamConfig {
		b := objects(name)
		return jetstream.StreamConfig{
			Name: b.stream, Subjects: []string{b.subject + "C.>", b.subject + "M.>"}, Discard: jetstream.DiscardNew,
			AllowRollup: true, AllowDirect: false, Replicas: o.Replicas,
		}
	}
	return []jetstream.StreamConfig{
		keyValueStream(recordBucket, o.Replicas), keyValueStream(manifestBucket, o.Replicas), keyValueStream(webhookBucket, o.Replicas),
		objects(instanceBucket), objects(stateBucket), objects(resultBucket),
		eventsStream(o),
		{
			Name: deadStream, Subjects: []string{deadSubject + ">"}, Replicas: o.Replicas,
			MaxMsgsPerSubject: 1, MaxAge: deadAge, Discard: jetstream.DiscardOld,
		},
		{
			Name: tourStream, Subjects: []string{tourSubject + ">"}, Replicas: o.Replicas,
			MaxMsgsPerSubject: 1, MaxAge: tourAge, Discard: jetstream.DiscardNew,
		},
	}
}

// eventsStream returns the stream of events, which is lost when a single server restarts.
func eventsStream(o Options) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: eventStream, Subjects: []string{eventSubject + ">"}, Storage: jetstream.MemoryStorage, Replicas: o.Replicas,
		MaxMsgsPerSubject: int64(o.Events), MaxAge: time.Hour, MaxBytes: 256 << 20, Discard: jetstream.DiscardOld,
	}
}

func open(ctx context.Context, nc *nats.Conn, js jetstream.JetStream, o Options) (*Store, error) {
	s := &Store{nc: nc, js: js, options: o, clock: newClock(cmp.Or(o.Node, strings.ToLower(rand.Text())), o.quorum(), o.Clock)}
	var faults [6]error
	s.records, faults[0] = js.KeyValue(ctx, recordBucket)
	s.instances, faults[1] = openBlobs(ctx, js, instanceBucket)
	s.states, faults[2] = openBlobs(ctx, js, stateBucket)
	s.results, faults[3] = openBlobs(ctx, js, resultBucket)
	s.manifests, faults[4] = openManifests(ctx, js)
	s.webhooks, faults[5] = js.KeyValue(ctx, webhookBucket)
	if err := errors.Join(faults[:]...); err != nil {
		return nil, fmt.Errorf("cannot open the job store: %w", err)
	}
	return s, nil
}

// A bucket is a key-value or object store. JetStream names the stream of a bucket after the bucket.
type bucket struct{ stream, subject string }

func keyValues(name string) bucket { return bucket{"KV_" + name, "$KV." + name + "."} }

func objects(name string) bucket { return bucket{"OBJ_" + name, "$O." + name + "."} }
