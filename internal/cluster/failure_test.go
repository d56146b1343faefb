package cluster

import (
	"errors"
	"fmt"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Errors of a store that is slow or unreachable are told apart from errors that stay.
func TestUnavailable(t *testing.T) {
	for _, c := range []struct {
		err         error
		unavailable bool
	}{
		{jetstream.ErrTooManyStalledMsgs, true},
		{jetstream.ErrAsyncPublishTimeout, true},
		{nats.ErrNoResponders, true},
		{&jetstream.APIError{Code: 503}, true},
		{&jetstream.APIError{Code: 400}, false},
		{jetstream.ErrObjectNotFound, false},
		{errors.New("other"), false},
		{nil, false},
	} {
		if got := IsUnavailable(fmt.Errorf("wrapped: %w", c.err)); got != c.unavailable {
			t.Errorf("%v: %v, expected %v", c.err, got, c.unavailable)
		}
	}
}
