package cluster

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

const (
	// requestTimeout bounds one request of a longer operation, because a leader that was cut off in
	// the meantime never replies.
	requestTimeout = 5 * time.Second
	// pause is the time to wait after an error.
	pause = 250 * time.Millisecond
	// createTimeout bounds the creation of a stream.
	createTimeout = 2 * time.Second
)

func withTimeout(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, requestTimeout)
}

// untilAvailable repeats a request while the cluster nodes are finding each other. If several nodes
// create the same stream at the same time, possibly none of them gets a reply although the stream
// is created, so each node waits for a random time. A node may not know a stream yet that another
// node has just created.
func untilAvailable[T any](ctx context.Context, ask func(context.Context) (T, error)) (T, error) {
	return retry.Do(ctx, func() (T, error) {
		within, cancel := context.WithTimeout(ctx, createTimeout)
		defer cancel()
		return ask(within)
	}, func(err error) (time.Duration, bool) {
		unknown := errors.Is(err, jetstream.ErrBucketNotFound) || errors.Is(err, jetstream.ErrStreamNotFound)
		return rand.N(createTimeout / 2), unknown || IsUnavailable(err) || hasCode(err, codeNoPeers)
	})
}
