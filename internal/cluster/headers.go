package cluster

import (
	"cmp"
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// headerBatch is the number of messages that readHeaders requests at once.
const headerBatch = 1000

// readHeaders passes the messages of a stream to take, without their data. It reads at most most of
// the messages that the configuration selects. more reports whether there are others.
func readHeaders(ctx context.Context, stream jetstream.Stream, config jetstream.ConsumerConfig, most int, take func(jetstream.Msg) error) (more bool, err error) {
	config.HeadersOnly, config.AckPolicy = true, jetstream.AckNonePolicy
	config.MemoryStorage, config.Replicas, config.InactiveThreshold = true, 1, time.Minute
	c, err := stream.CreateConsumer(ctx, config)
	if err != nil {
		return false, err
	}
	// The broker deletes the consumer later if this fails.
	defer func() { _ = stream.DeleteConsumer(context.WithoutCancel(ctx), c.CachedInfo().Name) }()
	waiting := c.CachedInfo().NumPending
	left := min(waiting, uint64(most))
	for n := uint64(0); n < left; {
		batch, err := c.Fetch(int(min(left-n, headerBatch)), jetstream.FetchMaxWait(requestTimeout))
		if err != nil {
			return false, err
		}
		got := uint64(0)
		for m := range batch.Messages() {
			got++
			err = cmp.Or(err, take(m))
		}
		if err := cmp.Or(err, batch.Error(), ctx.Err()); err != nil {
			return false, err
		}
		if got == 0 { // the other messages were deleted in the meantime
			return false, nil
		}
		n += got
	}
	return waiting > left, nil
}
