package cluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
)

// Reasons why a backup cannot be restored.
var (
	ErrNotEmpty = errors.New("the service has data: restore into a service with empty data folders")
	ErrWorkers  = errors.New("a worker is connected: stop all workers, and start the servers with 0 slots")
)

// A Restored states what was restored.
type Restored struct {
	Taken      time.Time // time of the backup
	Jobs, Open int
	// Incomplete is the number of jobs that were deleted or ended during the backup. Those that ended
	// run again from the beginning.
	Incomplete int
}

// quietTime is longer than the interval between the beats of a worker.
const quietTime = 6 * time.Second

// Restore restores a backup into a running service that has no data and no workers. It verifies the
// whole backup first. The number of replicas is that of the service. Restart the servers
// afterwards.
func Restore(ctx context.Context, nc *nats.Conn, file io.ReaderAt, size int64) (Restored, error) {
	b, err := openBackup(file, size)
	if err != nil {
		return Restored{}, err
	}
	s, err := Open(ctx, nc)
	if err != nil {
		return Restored{}, err
	}
	given := b.Settings
	given.Replicas = 0 // those of the service
	if err := errors.Join(given.differences(s.Settings()), s.checkEmpty(ctx)); err != nil {
		return Restored{}, err
	}
	if err := s.checkQuiet(ctx, quietTime); err != nil {
		return Restored{}, err
	}
	return s.restore(ctx, b)
}

// checkEmpty returns an error if the service has jobs or instances.
func (s *Store) checkEmpty(ctx context.Context) error {
	for _, name := range []string{keyValues(recordBucket).stream, objects(instanceBucket).stream, objects(stateBucket).stream, objects(resultBucket).stream} {
		stream, err := s.js.Stream(ctx, name)
		if err != nil {
			return err
		}
		if n := stream.CachedInfo().State.Msgs; n > 0 {
			return fmt.Errorf("%w (%d messages in %s)", ErrNotEmpty, n, name)
		}
	}
	return nil
}

// checkQuiet returns an error if it hears a worker within some time.
func (s *Store) checkQuiet(ctx context.Context, within time.Duration) error {
	sub, err := s.nc.SubscribeSync(protocol.Requests + ">")
	if err != nil {
		return err
	}
	defer func() { _ = sub.Unsubscribe() }()
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	_, err = sub.NextMsgWithContext(ctx)
	switch {
	case err == nil:
		return ErrWorkers
	case errors.Is(err, context.DeadlineExceeded):
		return nil
	}
	return err
}

// restore restores the streams in the order of the backup: a sweeper deletes data to which no
// record refers.
func (s *Store) restore(ctx context.Context, b *backup) (done Restored, err error) {
	for _, stream := range b.Streams {
		if err := s.js.DeleteStream(ctx, stream.Name); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
			return done, fmt.Errorf("stream %s: %w", stream.Name, err)
		}
		if err := s.restoreStream(ctx, stream.Name, stream.streamCopy, s.options.Replicas, b.open(stream.Data)); err != nil {
			return done, err
		}
	}
	again, err := untilAvailable(ctx, func(ctx context.Context) (*Store, error) { return open(ctx, s.nc, s.js, s.options) })
	if err != nil {
		return done, err
	}
	for _, j := range b.Jobs {
		if err := again.restoreJob(ctx, b, j); err != nil {
			return done, err
		}
	}
	done.Taken = b.Taken
	return done, again.repairAll(ctx, &done)
}

// restoreJob restores a job with its checkpoint.
func (s *Store) restoreJob(ctx context.Context, b *backup, j storedJob) error {
	data, err := budget.ReadAll(b.open(j.Record), maxContents)
	if err != nil {
		return err
	}
	r, err := decodeRecord(data)
	if err != nil {
		return err
	}
	if r.Checkpoint != nil {
		from := b.open(j.Checkpoint)
		for i := range r.Checkpoint.segments() {
			part := make([]byte, r.Checkpoint.segmentLength(i))
			if _, err := io.ReadFull(from, part); err != nil {
				return fmt.Errorf("%w: checkpoint of job %s: %w", ErrBackup, r.Key(), err)
			}
			if err := s.states.putSegment(ctx, r.Checkpoint.Name, i, part); err != nil {
				return err
			}
		}
	}
	_, err = s.records.Put(ctx, r.Key(), data)
	return err
}

// repairAll reads all restored records and repairs those that refer to missing data.
func (s *Store) repairAll(ctx context.Context, done *Restored) error {
	w, err := s.records.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return err
	}
	defer func() { _ = w.Stop() }()
	for e := range w.Updates() {
		if e == nil {
			return nil
		}
		r, err := recordOf(e)
		if err != nil {
			continue // of a later version
		}
		done.Jobs++
		if !r.State.Ended() {
			done.Open++
		}
		repaired, err := s.repair(ctx, r)
		if err != nil {
			return fmt.Errorf("job %s: %w", r.Key(), err)
		}
		if repaired {
			done.Incomplete++
		}
	}
	return ctx.Err()
}

// repair repairs a record whose data was deleted during the backup: a job without its checkpoint
// begins again, and a job without its result was deleted.
func (s *Store) repair(ctx context.Context, r *Record) (repaired bool, err error) {
	switch {
	case !r.State.Ended():
		if lost, err := s.states.lacks(ctx, r.Checkpoint); err != nil || !lost {
			return false, err
		}
		_, err := s.change(ctx, r.Tenant, r.ID, func(r *Record) error {
			r.Checkpoint, r.Kept = nil, nil
			return nil
		})
		return true, err
	case r.Result != nil:
		if lost, err := s.results.lacks(ctx, r.Result); err != nil || !lost {
			return false, err
		}
		return true, s.Delete(ctx, r)
	}
	return false, nil
}

// lacks reports whether segments of a blob are missing.
func (s blobs) lacks(ctx context.Context, b *Blob) (bool, error) {
	if b == nil {
		return false, nil
	}
	for i := range b.segments() {
		_, err := s.info(ctx, segment(b.Name, i))
		if errors.Is(err, jetstream.ErrObjectNotFound) {
			return true, nil
		}
		if err != nil {
			return false, err
		}
	}
	return false, nil
}
