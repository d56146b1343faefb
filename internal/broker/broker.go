// Package broker embeds a NATS server with JetStream, which stores its data in a folder. Every
// message that the server acknowledges is on disk. The package does not depend on jobs: the caller
// specifies the subjects that workers and servers use to talk to each other.
package broker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/tourmaline-opt/tourmaline/internal/certs"
	"github.com/tourmaline-opt/tourmaline/internal/pools"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

// Options configure a broker.
type Options struct {
	Dir    string // data folder, created if missing
	Listen string // host:port for workers; port 0 selects a free port; "" opens no port
	Name   string // name of this node, unique in its cluster and the same at every start
	// host:port on which this node accepts connections from the other nodes; "" means no cluster
	Cluster string
	Routes  []string // host:port of the other nodes
	// Keys is the path of the key file. The file must have the same content on all nodes and is
	// created if missing. "" means engine.keys in Dir.
	Keys string
	// Pools is the path of the file with the keys of worker pools, which must have the same content
	// on all nodes and may be missing. "" means pools.json in the folder of the key file.
	Pools string
	// Requests is the prefix of the subjects on which workers send requests to servers, and Control
	// of those on which servers send messages to workers, such as "work." and "control.". The name
	// of the pool follows the prefix. Without prefixes, workers may do nothing.
	Requests, Control string

	TLS      *TLS         // required unless all addresses are loopback addresses
	Log      *slog.Logger // nil discards the log
	MaxStore int64        // maximum number of bytes on disk; 0 means unlimited
}

// A Broker is a running server. After a failed write it replaces the server as soon as the disk has
// space again, and connections move to the new server.
type Broker struct {
	server  atomic.Pointer[server.Server]
	folder  *os.File // lock file
	keys    keys
	local   key // of the worker in this process
	log     *logger
	options Options
	pools   *pools.Store
	certs   *certs.Store // nil without TLS

	changing sync.Mutex // allows one start or reload of the server at a time
	accounts *accounts  // guarded by changing, as are secure and pending
	secure   secure
	pending  pending

	restarter     sync.WaitGroup
	stopRestarter context.CancelFunc
	failed        atomic.Bool // the server has stopped writing

	mu    sync.Mutex
	conns []*nats.Conn // connections of this process, closed by Shutdown
}

// Start starts a server and returns when the server accepts requests. A cluster accepts requests
// once the nodes have elected a leader. If ctx is done first, Start leaves nothing running.
func Start(ctx context.Context, o Options) (*Broker, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	folder, err := lockFolder(o.Dir)
	if err != nil {
		return nil, err
	}
	b := &Broker{folder: folder, log: newLogger(o.Log), options: o, stopRestarter: func() {}}
	if err := b.start(ctx); err != nil {
		b.Shutdown()
		return nil, err
	}
	b.watchForFailures()
	return b, nil
}

func (b *Broker) start(ctx context.Context) error {
	if err := b.load(); err != nil {
		return err
	}
	o := b.options
	if err := errors.Join(checkFree(o.Listen), checkFree(o.Cluster)); err != nil {
		return err
	}
	if err := b.launch(); err != nil {
		return err
	}
	if err := b.waitReady(ctx, o); err != nil {
		return err
	}
	b.log.started()
	return nil
}

// load reads the keys and certificates.
func (b *Broker) load() (err error) {
	if b.keys, err = loadOrCreateKeys(b.options.keysFile()); err != nil {
		return err
	}
	if b.local, err = newKey(); err != nil {
		return err
	}
	if b.pools, err = pools.Open(b.options.poolsFile()); err != nil {
		return fmt.Errorf("pool file: %w", err)
	}
	if files := b.options.TLS; files != nil {
		if b.certs, err = certs.Open(*files); err != nil {
			return err
		}
	}
	b.secure = secureWith(b.certs)
	b.accounts, err = newAccounts(b.options)
	return err
}

// launch starts a server without waiting for it. The caller holds b.changing, or no other goroutine
// knows the broker yet.
func (b *Broker) launch() error {
	settings, _, err := b.settings()
	if err != nil {
		return err
	}
	s, err := server.NewServer(settings)
	if err != nil {
		return fmt.Errorf("cannot start the broker: %w", err)
	}
	s.SetLoggerV2(b.log, b.log.debug(), false, false)
	b.server.Store(s)
	s.Start()
	return nil
}

// waitReady waits until the server accepts requests. It returns an error if the server has failed
// to start or ctx is done.
func (b *Broker) waitReady(ctx context.Context, o Options) error {
	for {
		if err := b.log.fatal(); err != nil {
			return fmt.Errorf("cannot start the broker: %w", err)
		}
		if b.ready(o.Cluster != "") {
			return nil
		}
		if !retry.Sleep(ctx, 10*time.Millisecond) {
			return fmt.Errorf("node %s and its peers %v elected no leader: check that all nodes are running and have the same keys: %w", o.Name, o.Routes, context.Cause(ctx))
		}
	}
}

// ready reports whether the server accepts connections and, in a cluster, has a leader.
func (b *Broker) ready(clustered bool) bool {
	s := b.server.Load()
	if !s.ReadyForConnections(time.Millisecond) { // checks once
		return false
	}
	return !clustered || s.Healthz(&server.HealthzOptions{JSMetaOnly: true}).Error == ""
}

// Connect opens a connection within this process, with all permissions. Shutdown closes it.
func (b *Broker) Connect() (*nats.Conn, error) { return b.connect("server", b.keys.server) }

// ConnectWorker opens a connection within this process for a worker of the pool pools.Local.
// Shutdown closes it.
func (b *Broker) ConnectWorker() (*nats.Conn, error) {
	return b.connect("worker", b.local, Inbox(pools.Local))
}

func (b *Broker) connect(name string, k key, more ...nats.Option) (*nats.Conn, error) {
	more = append(more, nats.InProcessServer(b), nats.Name(name), k.authenticate(),
		nats.MaxReconnects(-1), nats.ReconnectWait(100*time.Millisecond))
	conn, err := nats.Connect("", more...)
	if err != nil {
		return nil, fmt.Errorf("cannot connect to the broker: %w", err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.conns = append(b.conns, conn)
	return conn, nil
}

// InProcessConn connects to the current server, so that reconnecting clients reach a replacement
// server.
func (b *Broker) InProcessConn() (net.Conn, error) { return b.server.Load().InProcessConn() }

// URL returns the address for workers, or "" if no port is open.
func (b *Broker) URL() string {
	s := b.server.Load()
	if s.Addr() == nil {
		return ""
	}
	return s.ClientURL()
}

// Shutdown closes the connections, stops the server and unlocks the folder. Repeated calls have no
// effect.
func (b *Broker) Shutdown() {
	b.stopRestarter()
	b.restarter.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, conn := range b.conns {
		conn.Close()
	}
	if b.server.Load() != nil {
		b.log.stopping()
		b.stop()
	}
	_ = b.folder.Close() // releases the lock; the file has no content to lose
}

// stop stops the server after it has written all data.
func (b *Broker) stop() {
	s := b.server.Load()
	s.Shutdown()
	s.WaitForShutdown()
}

func (o Options) keysFile() string { return cmp.Or(o.Keys, keysIn(o.Dir)) }

func (o Options) poolsFile() string {
	return cmp.Or(o.Pools, filepath.Join(filepath.Dir(o.keysFile()), "pools.json"))
}
