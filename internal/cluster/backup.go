package cluster

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// ErrNoService indicates that a broker has no job store.
var ErrNoService = errors.New("no service has stored data on this broker")

// Open opens the store of a running service. It creates nothing.
func Open(ctx context.Context, nc *nats.Conn) (*Store, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	bucket, err := js.KeyValue(ctx, settingsBucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		err = ErrNoService
	}
	if err != nil {
		return nil, err
	}
	stored, _, err := readSettings(ctx, bucket)
	if err != nil {
		return nil, err
	}
	return open(ctx, nc, js, Options{Settings: stored.withDefaults()}.withDefaults())
}

// Backup writes all jobs, results, instances and dead letters to w, while the service runs. Events
// are not included.
//
// A record refers only to data that was written before it, and results and instances are deleted
// only with or after their records. So the records are copied first. Checkpoints are replaced all
// the time: the jobs that have one outside their record are copied with their record once more, one
// by one.
func (s *Store) Backup(ctx context.Context, w io.Writer, version string) error {
	a := &archive{tar: tar.NewWriter(w), taken: s.Now()}
	c := contents{Schema: backupSchema, Version: version, Taken: a.taken, Settings: s.Settings()}
	before, err := s.withCheckpoints(ctx)
	if err != nil {
		return err
	}
	if err := s.backupStreams(ctx, a, &c, keyValues(recordBucket).stream, deadStream); err != nil {
		return err
	}
	after, err := s.withCheckpoints(ctx)
	if err != nil {
		return err
	}
	maps.Copy(before, after)
	for _, key := range slices.Sorted(maps.Keys(before)) {
		if err := s.backupJob(ctx, a, &c, key); err != nil {
			return err
		}
	}
	rest := []string{objects(resultBucket).stream, keyValues(manifestBucket).stream, objects(instanceBucket).stream}
	if err := s.backupStreams(ctx, a, &c, rest...); err != nil {
		return err
	}
	return a.close(c)
}

func (s *Store) backupStreams(ctx context.Context, a *archive, c *contents, names ...string) error {
	for _, name := range names {
		stream := storedStream{Name: name}
		var err error
		stream.Data, err = a.section(func(w io.Writer) error {
			stream.streamCopy, err = s.copyStream(ctx, name, w)
			return err
		})
		if err != nil {
			return err
		}
		c.Streams = append(c.Streams, stream)
	}
	return nil
}

// withCheckpoints returns the keys of the jobs that have a checkpoint outside their record.
func (s *Store) withCheckpoints(ctx context.Context) (map[string]bool, error) {
	all, err := s.states.objects.List(ctx)
	if err != nil && !errors.Is(err, jetstream.ErrNoObjectsFound) {
		return nil, fmt.Errorf("cannot list the checkpoints: %w", err)
	}
	keys := map[string]bool{}
	for _, o := range all {
		if part := strings.Split(o.Name, "."); len(part) == 5 { // tenant, id, epoch, number, segment
			keys[key(part[0], part[1])] = true
		}
	}
	return keys, nil
}

// maxReplaced is the number of times that the checkpoint of a job may be replaced while it is
// copied.
const maxReplaced = 100

// backupJob copies the record of a job with its checkpoint.
func (s *Store) backupJob(ctx context.Context, a *archive, c *contents, key string) error {
	var last uint64
	for range maxReplaced {
		e, err := s.records.Get(ctx, key)
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			return nil // deleted
		}
		if err != nil {
			return err
		}
		r, err := recordOf(e)
		if err != nil {
			return err
		}
		var j storedJob
		if r.Checkpoint != nil && r.Checkpoint.Name != "" {
			j.Checkpoint, err = a.section(func(w io.Writer) error { return s.states.copyTo(ctx, w, r.Checkpoint) })
		}
		switch {
		case errors.Is(err, errCorrupt) && last != e.Revision():
			last = e.Revision() // replaced in the meantime
			continue
		case err != nil:
			return fmt.Errorf("checkpoint of job %s: %w", key, err)
		}
		j.Record, err = a.section(func(w io.Writer) error { _, err := w.Write(e.Value()); return err })
		c.Jobs = append(c.Jobs, j)
		return err
	}
	return fmt.Errorf("checkpoint of job %s: replaced %d times while it was copied", key, maxReplaced)
}
