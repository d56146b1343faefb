package cluster

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Server error codes that package jetstream does not name.
const (
	codeInsufficientResources = 10023
	codeInsufficientStorage   = 10047
	codeCannotHandle          = 10009 // the cluster has no leader
	codeNoPeers               = 10005 // no peer has space for a replica
)

// ErrNoSpace indicates that the disk has no space for more jobs and instances. Accepted jobs
// continue.
var ErrNoSpace = errors.New("no space for more jobs")

// checkSpace returns ErrNoSpace with the reason if there is no space for size more bytes.
func (s *Store) checkSpace(size int) error {
	if err := s.options.Space(int64(size)); err != nil {
		return fmt.Errorf("%w: %w", ErrNoSpace, err)
	}
	return nil
}

// IsFull reports whether an error means that the disk is full.
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

// IsUnavailable reports whether an error means that the store does not answer because it has no
// server or no leader.
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
