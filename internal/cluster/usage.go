package cluster

import (
	"context"
	"slices"
	"sync"

	"github.com/nats-io/nats.go/jetstream"
)

// A Copy is the copy of a stream on this node.
type Copy struct {
	Stream string
	Kind   string // kind of the stored data, or ""
	Known  bool   // a leader has answered; otherwise the fields below are 0

	Bytes, Messages uint64 // of the whole stream
	Leads           bool   // this node leads the stream
	Has             bool   // this node has a copy
	Lag             uint64 // number of messages that the copy is behind its leader
}

// DeadLetterStream is the name of the stream that contains one message for each dead letter.
const DeadLetterStream = deadStream

// Copies describes the streams of the store. It sends one request for each stream.
func (s *Store) Copies(ctx context.Context) []Copy {
	kinds := map[string]string{
		objects(instanceBucket).stream: "instances", objects(stateBucket).stream: "checkpoints",
		objects(resultBucket).stream: "results", keyValues(recordBucket).stream: "records",
		tourStream: "tours",
	}
	all := streams(s.options)
	copies := make([]Copy, len(all))
	var wg sync.WaitGroup
	for i, c := range all {
		wg.Go(func() {
			copies[i] = Copy{Stream: c.Name, Kind: kinds[c.Name]}
			if stream, err := s.js.Stream(ctx, c.Name); err == nil {
				copies[i].describe(stream.CachedInfo(), s.nc.ConnectedServerName())
			}
		})
	}
	wg.Wait()
	return copies
}

// describe sets the fields that a leader reports.
func (c *Copy) describe(info *jetstream.StreamInfo, node string) {
	c.Known, c.Bytes, c.Messages = true, info.State.Bytes, info.State.Msgs
	if info.Cluster == nil || info.Cluster.Leader == node {
		c.Leads, c.Has = true, true
		return
	}
	i := slices.IndexFunc(info.Cluster.Replicas, func(p *jetstream.PeerInfo) bool { return p.Name == node })
	if i >= 0 {
		c.Has, c.Lag = true, info.Cluster.Replicas[i].Lag
	}
}
