package broker

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/tourmaline-opt/tourmaline/internal/pools"
)

// documented returns the configuration of NATS servers in the documentation.
func documented(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/service.md")
	must(t, "read", err)
	_, rest, _ := strings.Cut(string(page), "```conf\n")
	text, _, found := strings.Cut(rest, "```\n")
	if !found || strings.Contains(rest[len(text):], "```conf\n") {
		t.Fatal("expected one block of type conf in docs/service.md")
	}
	return text
}

// external starts a NATS server with the documented configuration. It returns its URL and the key
// files of the servers and of the pools "default" and "gpu".
func external(t *testing.T) (url string, servers, workers, others string) {
	t.Helper()
	files := make([]string, 3)
	for i, variable := range []string{"SERVER_KEY", "DEFAULT_KEY", "GPU_KEY"} {
		k, err := newKey()
		must(t, "make a key", err)
		t.Setenv(variable, k.public)
		files[i] = filepath.Join(t.TempDir(), "key")
		text := []string{"server " + k.seed, PoolKey(pools.Default, k.seed), PoolKey("gpu", k.seed)}[i]
		must(t, "write a key", os.WriteFile(files[i], []byte(text), 0o600))
	}
	var o server.Options
	must(t, "parse the documented configuration", o.ProcessConfigString(documented(t)))
	if !o.SyncAlways || o.MaxPayload < maxPayload {
		t.Errorf("sync always %v, payload %d, expected the values of the embedded server", o.SyncAlways, o.MaxPayload)
	}
	o.StoreDir, o.Host, o.Port, o.NoSigs, o.NoLog = t.TempDir(), "127.0.0.1", server.RANDOM_PORT, true, true
	s, err := server.NewServer(&o)
	must(t, "create the server", err)
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(20 * time.Second) {
		t.Fatal("the server does not start")
	}
	return s.ClientURL(), files[0], files[1], files[2]
}

// With the documented configuration, workers of a pool may do the same as with the embedded server,
// and nothing else.
func TestDocumentedNATSServer(t *testing.T) {
	url, servers, workers, others := external(t)
	connect := func(more ...nats.Option) *nats.Conn {
		t.Helper()
		options, err := ServerOptions(servers)
		must(t, "options", err)
		conn, err := nats.Connect(url, append(options, more...)...)
		must(t, "connect", err)
		t.Cleanup(conn.Close)
		return conn
	}
	s := newSite(t, func() *nats.Conn { return connect() }, join(t, url, workers), join(t, url, others))
	echo(t, s.attacker, "default", maxPayload)
	echo(t, s.other, "gpu", 1)
	orders, err := s.attacker.SubscribeSync("control.default.session")
	must(t, "subscribe", err)
	none(t, s.attacker)
	must(t, "control", s.server.Publish("control.default.session", nil))
	_, err = orders.NextMsgWithContext(soon(t))
	must(t, "receive", err)
	must(t, "unsubscribe", orders.Unsubscribe())
	s.resist(t)
	// The worker in the process of a server uses the account of the servers.
	local := connect(Inbox(pools.Local))
	echo(t, local, pools.Local, 1)
	none(t, local)
}
