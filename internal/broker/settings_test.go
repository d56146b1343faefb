package broker

import (
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

func TestSplit(t *testing.T) {
	for address, want := range map[string]struct {
		host string
		port int
	}{
		"127.0.0.1:4222": {"127.0.0.1", 4222}, "127.0.0.1:0": {"127.0.0.1", server.RANDOM_PORT}, ":65535": {"0.0.0.0", 65535}, "[::1]:1": {"::1", 1},
	} {
		if host, port, err := split(address); err != nil || host != want.host || port != want.port {
			t.Errorf("%s: %s and %d, %v, expected %+v", address, host, port, err, want)
		}
	}
	for _, address := range []string{"", "4222", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:nats"} {
		if host, port, err := split(address); err == nil || host != "" || port != 0 {
			t.Errorf("%q: %s and %d, %v, expected an error", address, host, port, err)
		}
	}
}

// The pool file is beside the key file, which is in the data folder by default.
func TestFilesOfOptions(t *testing.T) {
	for _, c := range []struct {
		o           Options
		keys, pools string
	}{
		{Options{Dir: "d"}, "d/engine.keys", "d/pools.json"},
		{Options{Dir: "d", Keys: "k/shared"}, "k/shared", "k/pools.json"},
		{Options{Dir: "d", Keys: "k/shared", Pools: "p"}, "k/shared", "p"},
	} {
		if c.o.keysFile() != c.keys || c.o.poolsFile() != c.pools {
			t.Errorf("%+v: %s and %s", c.o, c.o.keysFile(), c.o.poolsFile())
		}
	}
}

// A broken network is detected before other workers may claim the job, which is after 30 seconds
// without a message, and a lost node within ten seconds. Connections are always re-established.
func TestBrokenNetworksAreDetected(t *testing.T) {
	var o nats.Options
	k, err := newKey()
	must(t, "make a key", err)
	for _, option := range connectOptions(k) {
		must(t, "option", option(&o))
	}
	if silence := o.PingInterval * time.Duration(o.MaxPingsOut+1); silence <= 5*time.Second || silence > 30*time.Second || o.MaxReconnect >= 0 {
		t.Errorf("a worker notices after %v and reconnects %d times", silence, o.MaxReconnect)
	}
	if o.ReconnectWait <= 0 || o.ReconnectWait > time.Second || o.ReconnectJitter <= 0 || o.ReconnectJitterTLS < o.ReconnectJitter {
		t.Errorf("a worker reconnects after %v and up to %v more", o.ReconnectWait, o.ReconnectJitter)
	}
	var s server.Options
	node := Options{Cluster: "127.0.0.1:0", Routes: []string{"127.0.0.1:1", "127.0.0.1:2"}}
	node.join(&s, keys{routes: "secret"})
	if silence := s.Cluster.PingInterval * time.Duration(s.Cluster.MaxPingsOut+1); silence <= time.Second || silence > 10*time.Second {
		t.Errorf("a node notices after %v", silence)
	}
	if len(s.Routes) != 2 || s.Routes[1].Host != "127.0.0.1:2" || s.Routes[1].User.String() != "node:secret" {
		t.Errorf("routes %v", s.Routes)
	}
}
