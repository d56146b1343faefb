package cluster

import (
	"errors"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
)

// A node is ready if there is a leader and if its own copy is current.
func TestANodeIsReadyWithACurrentCopy(t *testing.T) {
	peers := []*jetstream.PeerInfo{{Name: "b", Current: true}, {Name: "c"}, {Name: "d", Current: true, Offline: true}}
	for _, c := range []struct {
		leader, node string
		want         error
	}{
		{"a", "a", nil},
		{"a", "b", nil},
		{"a", "c", ErrBehind},
		{"a", "d", ErrBehind},
		{"a", "elsewhere", nil},
		{"", "b", jetstream.ErrNoStreamResponse},
	} {
		if err := current(&jetstream.ClusterInfo{Leader: c.leader, Replicas: peers}, c.node); !errors.Is(err, c.want) {
			t.Errorf("leader %q, node %q: %v, expected %v", c.leader, c.node, err, c.want)
		}
	}
}
