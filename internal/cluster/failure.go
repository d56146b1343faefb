package cluster

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Server error codes that package jetstream does not name.
const (
	codeInsufficientResources = 10023
	codeInsufficientStorage   = 10047
	codeCannotHandle          = 10009 // the cluster has no leader
	// too few nodes for the replicas: they have not found each other
	codeNoPeers = 10005
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

// CheckSpace returns an error for which IsFull is true if there is no space for size more bytes.
func (s *Store) CheckSpace(size int64) error { return s.checkSpace(int(size)) }

// hasCode reports whether an error is a reply of the server with one of the given codes.
func hasCode(err error, codes ...jetstream.ErrorCode) bool {
	api, ok := errors.AsType[*jetstream.APIError](err)
	return ok && slices.Contains(codes, api.ErrorCode)
}

// IsFull reports whether an error means that the disk is full.
func IsFull(err error) bool {
	if errors.Is(err, ErrNoSpace) || hasCode(err, codeInsufficientResources, codeInsufficientStorage) {
		return true
	}
	return err != nil && (strings.Contains(err.Error(), "no space left") || strings.Contains(err.Error(), "maximum bytes exceeded"))
}

// IsUnavailable reports whether an error means that the store does not answer because it has no
// server or no leader, or because it is too slow.
func IsUnavailable(err error) bool {
	if api, ok := errors.AsType[*jetstream.APIError](err); ok {
		return api.Code == 503 || api.ErrorCode == codeCannotHandle
	}
	return slices.ContainsFunc([]error{
		nats.ErrTimeout, nats.ErrNoResponders, nats.ErrConnectionClosed, nats.ErrDisconnected, nats.ErrNoServers,
		nats.ErrConnectionReconnecting, nats.ErrReconnectBufExceeded, jetstream.ErrNoStreamResponse, context.DeadlineExceeded,
		jetstream.ErrTooManyStalledMsgs, jetstream.ErrAsyncPublishTimeout, // the broker does not keep up with an upload
	}, func(e error) bool { return errors.Is(err, e) })
}
