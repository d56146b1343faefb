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
	// requestTimeout bounds one request of a longer operation: a leader that was cut off meanwhile
	// never replies.
	requestTimeout = 5 * time.Second
	// createTimeout bounds the creation of a stream.
	createTimeout = 2 * time.Second
)

func withTimeout(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, requestTimeout)
}

// untilAvailable repeats a request while the nodes of a cluster are finding each other. Of
// several nodes that create the same stream at the same time none may get a reply, although it is
// created: they wait for random times.
func untilAvailable(ctx context.Context, ask func(context.Context) error) error {
	return retry.Do(ctx, func() error {
		within, cancel := context.WithTimeout(ctx, createTimeout)
		defer cancel()
		return ask(within)
	}, func(err error) (time.Duration, bool) {
		return rand.N(createTimeout / 2), IsUnavailable(err) || noPeers(err)
	})
}

// noPeers reports whether the nodes of a cluster have not found each other yet.
func noPeers(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == codeNoPeers
}
