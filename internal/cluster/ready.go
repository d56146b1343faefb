package cluster

import (
	"context"
	"errors"
	"slices"

	"github.com/nats-io/nats.go/jetstream"
)

// ErrBehind indicates that this node's copy of the records is not current.
var ErrBehind = errors.New("this node has not yet received all records of the other nodes")

// Ready returns an error if the store cannot accept jobs: because the disk is full, because the
// records have no leader, or because this node's copy of the records is not current. It sends one
// request to the broker.
func (s *Store) Ready(ctx context.Context) error {
	if err := s.checkSpace(0); err != nil {
		return err
	}
	stream, err := s.js.Stream(ctx, keyValues(recordBucket).stream)
	if err != nil {
		return err
	}
	if nodes := stream.CachedInfo().Cluster; nodes != nil {
		return current(nodes, s.nc.ConnectedServerName())
	}
	return nil
}

// current returns an error if a stream has no leader, or if a node has a copy of the stream that is
// not current. The node may be one without a copy.
func current(c *jetstream.ClusterInfo, node string) error {
	if c.Leader == "" {
		return jetstream.ErrNoStreamResponse
	}
	behind := func(p *jetstream.PeerInfo) bool { return p.Name == node && (!p.Current || p.Offline) }
	if c.Leader != node && slices.ContainsFunc(c.Replicas, behind) {
		return ErrBehind
	}
	return nil
}
