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
	// answerTime is how long a request waits for its answer, even if the whole may take
	// longer: a leader that was cut off while it was asked never gives one.
	requestTimeout = 5 * time.Second
	// makeTime is the same where it makes a stream.
	createTimeout = 2 * time.Second
)

// brief is the context of one request.
func withTimeout(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, requestTimeout)
}

// insist asks again while the nodes of a cluster are finding each other. Of several that ask
// for the same stream in the same moment none may get an answer, though it is made: they
// wait for times by chance.
func untilAvailable(ctx context.Context, ask func(context.Context) error) error {
	return retry.Do(ctx, func() error {
		within, cancel := context.WithTimeout(ctx, createTimeout)
		defer cancel()
		return ask(within)
	}, func(err error) (time.Duration, bool) {
		return rand.N(createTimeout / 2), IsUnavailable(err) || noPeers(err)
	})
}

// noPeers tells whether the nodes of a cluster do not know each other yet.
func noPeers(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == codeNoPeers
}
