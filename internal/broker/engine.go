// Package broker is the NATS server that a service stands on: embedded, with JetStream on
// a folder of its own. Whatever it acknowledges is on the disk. It knows nothing of jobs
// but the subjects that a worker may use.
package broker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// Options say where an engine keeps its data and who reaches it.
type Options struct {
	Dir      string       // the data folder, made if it is missing
	Listen   string       // host:port for workers; port 0: any that is free; "": none is opened
	Name     string       // of this node; a cluster needs it, and needs it to stay
	Cluster  string       // host:port where the other nodes reach this one; "": alone
	Routes   []string     // host:port of the other nodes
	Keys     string       // file of keys, the same on all nodes; "": engine.keys in Dir; made if it is missing
	TLS      *TLS         // nil: none, which only addresses of this machine may do without
	Log      *slog.Logger // what the server has to say; nil: nobody listens
	MaxStore int64        // bytes on disk; 0: as many as there are
}

// An Engine is a running server. One that could not write is replaced by a new one when the
// disk has room again; connections follow.
type Engine struct {
	server atomic.Pointer[server.Server]
	folder *os.File // locked
	keys   keys
	log    *journal

	mender  sync.WaitGroup
	noMends context.CancelFunc
	stopped atomic.Bool // the server has given up writing

	mu    sync.Mutex
	conns []*nats.Conn // those of this process, which end with the engine
}

// Start starts a server and returns when it answers: alone at once, in a cluster when the
// nodes have elected a leader. If ctx ends before that, nothing is left running.
func Start(ctx context.Context, o Options) (*Engine, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	folder, err := lockFolder(o.Dir)
	if err != nil {
		return nil, err
	}
	e := &Engine{folder: folder, log: newJournal(o.Log), noMends: func() {}}
	if err := e.start(ctx, o); err != nil {
		e.Shutdown()
		return nil, err
	}
	e.keepMending(o)
	return e, nil
}

func (e *Engine) start(ctx context.Context, o Options) (err error) {
	if e.keys, err = loadOrMakeKeys(o.keysFile()); err != nil {
		return err
	}
	if err := errors.Join(free(o.Listen), free(o.Cluster)); err != nil {
		return err
	}
	if err := e.launch(o); err != nil {
		return err
	}
	if err := e.ready(ctx, o); err != nil {
		return err
	}
	e.log.started()
	return nil
}

// launch starts a server and does not wait for it.
func (e *Engine) launch(o Options) error {
	settings, err := o.settings(e.keys)
	if err != nil {
		return err
	}
	s, err := server.NewServer(settings)
	if err != nil {
		return fmt.Errorf("the engine does not start: %w", err)
	}
	s.SetLoggerV2(e.log, e.log.details(), false, false)
	e.server.Store(s)
	s.Start()
	return nil
}

// ready waits until the server answers, or says why it never will.
func (e *Engine) ready(ctx context.Context, o Options) error {
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for {
		if err := e.log.fatal(); err != nil {
			return fmt.Errorf("the engine does not start: %w", err)
		}
		if e.answers(o.Cluster != "") {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("node %s found no leader among itself and %v (are they running, with the same keys?): %w", o.Name, o.Routes, context.Cause(ctx))
		case <-look.C:
		}
	}
}

// answers tells whether connections are accepted and, in a cluster, there is a leader.
func (e *Engine) answers(clustered bool) bool {
	// A millisecond is a single look.
	s := e.server.Load()
	if !s.ReadyForConnections(time.Millisecond) {
		return false
	}
	return !clustered || s.Healthz(&server.HealthzOptions{JSMetaOnly: true}).Error == ""
}

// Connect makes a connection inside this process, with all rights. It ends with the engine.
func (e *Engine) Connect() (*nats.Conn, error) {
	conn, err := nats.Connect("", nats.InProcessServer(e), nats.Name("server"),
		e.keys.server.authenticate(), nats.MaxReconnects(-1), nats.ReconnectWait(100*time.Millisecond))
	if err != nil {
		return nil, fmt.Errorf("no connection to the engine: %w", err)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.conns = append(e.conns, conn)
	return conn, nil
}

// InProcessConn connects to the server of the moment, so that a connection that is made
// again finds the new one.
func (e *Engine) InProcessConn() (net.Conn, error) { return e.server.Load().InProcessConn() }

// URL is where workers reach this node; "" if no port is open.
func (e *Engine) URL() string {
	s := e.server.Load()
	if s.Addr() == nil {
		return ""
	}
	return s.ClientURL()
}

// Shutdown ends the connections, then the server with all data on the disk, and frees the
// folder. A second call does nothing.
func (e *Engine) Shutdown() {
	e.noMends()
	e.mender.Wait()
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, conn := range e.conns {
		conn.Close()
	}
	e.conns = nil
	if e.server.Load() != nil {
		e.log.ending()
		e.end()
	}
	_ = e.folder.Close() // frees the lock; nothing was written to it
}

// end ends the server, with all data on the disk.
func (e *Engine) end() {
	s := e.server.Load()
	s.Shutdown()
	s.WaitForShutdown()
}

// keysFile is where the keys are.
func (o Options) keysFile() string { return cmp.Or(o.Keys, keysIn(o.Dir)) }
