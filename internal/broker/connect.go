package broker

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/tourmaline-opt/tourmaline/internal/loopback"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/internal/pools"
)

// WorkerOptions returns the connection options of a worker and the name of its pool. The key is in
// keysFile, which may be an engine.keys file or the key file of a pool. A broken connection is
// always re-established.
func WorkerOptions(keysFile string) (options []nats.Option, pool string, err error) {
	k, err := readKeys(keysFile)
	if err != nil {
		return nil, "", err
	}
	if k.worker.seed == "" {
		return nil, "", fmt.Errorf("key file %s: expected a worker or a pool line", keysFile)
	}
	return append(connectOptions(k.worker), Inbox(k.pool)), k.pool, nil
}

// Inbox returns the option for the reply subjects of a worker. The workers of a pool may subscribe
// to no others.
func Inbox(pool string) nats.Option { return nats.CustomInboxPrefix(inboxPrefix + pool) }

// PoolEditor returns an editor of a pool file. The editor knows the worker key of the engine.keys
// file in the same folder, if there is one.
func PoolEditor(path string, files outfile.System) (pools.Editor, error) {
	k, err := readKeys(keysIn(filepath.Dir(path)))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return pools.Editor{Path: path, Files: files, Worker: k.worker.public}, err
}

// ServerOptions returns the connection options of a server that uses a remote broker, with all
// permissions. A broken connection is always re-established.
func ServerOptions(keysFile string) ([]nats.Option, error) {
	k, err := readKeys(keysFile)
	if err != nil {
		return nil, err
	}
	if k.server.seed == "" {
		return nil, fmt.Errorf("key file %s: expected a server line", keysFile)
	}
	return connectOptions(k.server), nil
}

// RequireTLS requires TLS unless all servers are on this machine. It is a connection option.
// Without it, anybody on the path could turn TLS off.
func RequireTLS(o *nats.Options) error {
	for _, server := range o.Servers {
		if !strings.Contains(server, "://") {
			server = "nats://" + server
		}
		if u, err := url.Parse(server); err != nil || !loopback.Is(u.Hostname()) {
			o.Secure = true
		}
	}
	return nil
}

func connectOptions(k key) []nats.Option {
	return []nats.Option{
		k.authenticate(), RequireTLS,
		nats.MaxReconnects(-1),
		nats.ReconnectWait(250 * time.Millisecond),
		// Spread the reconnections of a thousand workers over time.
		nats.ReconnectJitter(500*time.Millisecond, 2*time.Second),
		// Detect a broken network before other workers may claim the job.
		nats.PingInterval(8 * time.Second), nats.MaxPingsOutstanding(2),
	}
}
