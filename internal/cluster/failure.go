package cluster

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Codes of the server that the package jetstream has no names for.
const (
	codeInsufficientResources = 10023
	codeInsufficientStorage   = 10047
	codeCannotHandle          = 10009 // as there is no leader
	codeNoPeers               = 10005 // with room for a replica
)

// ErrNoSpace says that jobs and instances are refused until there is more room. Jobs that
// were taken go on.
var ErrNoSpace = errors.New("no room for more jobs")

// roomFor is ErrNoSpace with the reason if there is no room for size more bytes.
func (s *Store) checkSpace(size int) error {
	if err := s.options.Space(int64(size)); err != nil {
		return fmt.Errorf("%w: %w", ErrNoSpace, err)
	}
	return nil
}

// IsFull tells whether something could not be stored because there is no room left.
func IsFull(err error) bool {
	var api *jetstream.APIError
	if errors.Is(err, ErrNoSpace) {
		return true
	}
	if errors.As(err, &api) && (api.ErrorCode == codeInsufficientResources || api.ErrorCode == codeInsufficientStorage) {
		return true
	}
	return err != nil && (strings.Contains(err.Error(), "no space left") || strings.Contains(err.Error(), "maximum bytes exceeded"))
}

// IsUnavailable tells whether nobody answers for the time being: no server, or no leader.
func IsUnavailable(err error) bool {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		return api.Code == 503 || api.ErrorCode == codeCannotHandle
	}
	for _, e := range []error{
		nats.ErrTimeout, nats.ErrNoResponders, nats.ErrConnectionClosed, nats.ErrDisconnected, nats.ErrNoServers,
		nats.ErrConnectionReconnecting, nats.ErrReconnectBufExceeded, jetstream.ErrNoStreamResponse, context.DeadlineExceeded,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}
