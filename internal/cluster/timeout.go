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
	// createTimeout bounds the creation of a stream.
	createTimeout = 2 * time.Second
)

func withTimeout(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, requestTimeout)
}

// untilAvailable repeats a request while the cluster nodes are finding each other. If several nodes
// create the same stream at the same time, possibly none of them gets a reply although the stream
// is created, so each node waits for a random time.
func untilAvailable(ctx context.Context, ask func(context.Context) error) error {
	return retry.Do(ctx, func() error {
		within, cancel := context.WithTimeout(ctx, createTimeout)
		defer cancel()
		return ask(within)
	}, func(err error) (time.Duration, bool) {
		return rand.N(createTimeout / 2), IsUnavailable(err) || noPeers(err)
	})
}

// noPeers reports whether an error means that the cluster nodes have not found each other yet.
func noPeers(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == codeNoPeers
}
