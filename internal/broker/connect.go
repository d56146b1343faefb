package broker

import (
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
)

// WorkerOptions returns the connection options of a worker, with the worker key in keysFile, which
// may be an engine.keys or a worker.key file. A broken connection is always re-established.
func WorkerOptions(keysFile string) ([]nats.Option, error) {
	return connectOptions(keysFile, "worker", func(k keys) key { return k.worker })
}

// ServerOptions returns the connection options of a server that uses a remote broker, with all
// permissions. A broken connection is always re-established.
func ServerOptions(keysFile string) ([]nats.Option, error) {
	return connectOptions(keysFile, "server", func(k keys) key { return k.server })
}

func connectOptions(keysFile, name string, of func(keys) key) ([]nats.Option, error) {
	k, err := readKeys(keysFile)
	if err != nil {
		return nil, err
	}
	if of(k).seed == "" {
		return nil, fmt.Errorf("key file %s: expected a %s line", keysFile, name)
	}
	return []nats.Option{
		of(k).authenticate(),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(250 * time.Millisecond),
		// Spread the reconnections of a thousand workers over time.
		nats.ReconnectJitter(500*time.Millisecond, 2*time.Second),
		// Detect a broken network before other workers may claim the job.
		nats.PingInterval(8 * time.Second), nats.MaxPingsOutstanding(2),
	}, nil
}
