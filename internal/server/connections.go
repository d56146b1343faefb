package server

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// maxConnections is the default limit on open connections. It leaves room for other requests when
// the maximum number of clients watch events.
const maxConnections = 8192

// defaultConnections returns the default limit on open connections. Half of the process's file
// descriptors are for the broker and for files.
func defaultConnections() int {
	if n := descriptors(); n > 0 {
		return int(min(n/2, maxConnections))
	}
	return maxConnections
}

// connections limits the number of open connections. When the limit is reached, a new connection
// replaces the connection that has waited longest for its client. If the server is working for the
// clients of all connections, it closes the new one.
type connections struct {
	limit int

	mu   sync.Mutex
	open map[net.Conn]*connection
}

// A connection is an open connection. A nil *connection ignores all calls.
type connection struct {
	busy  atomic.Int32 // requests for which the server is working
	since atomic.Int64 // time of the last activity, in nanoseconds
}

type connectionKey struct{}

// admit adds a connection. It implements http.Server.ConnContext.
func (l *connections) admit(ctx context.Context, conn net.Conn) context.Context {
	of := &connection{}
	of.touch()
	l.mu.Lock()
	if len(l.open) >= l.limit {
		if oldest := l.oldest(); oldest != nil {
			delete(l.open, oldest)
			defer disconnect(oldest)
		} else {
			defer disconnect(conn)
		}
	}
	l.open[conn] = of
	l.mu.Unlock()
	return context.WithValue(ctx, connectionKey{}, of)
}

// oldest returns the connection that has waited longest for its client, or nil if no connection
// waits. The caller must hold l.mu.
func (l *connections) oldest() (found net.Conn) {
	var since int64
	for conn, of := range l.open {
		if at := of.since.Load(); of.busy.Load() == 0 && (found == nil || at < since) {
			found, since = conn, at
		}
	}
	return found
}

// disconnect closes a connection without waiting for the client.
func disconnect(conn net.Conn) {
	if secure, ok := conn.(*tls.Conn); ok {
		conn = secure.NetConn()
	}
	_ = conn.Close() // the client may have closed it already
}

// changed removes a connection that was closed. It implements http.Server.ConnState.
func (l *connections) changed(conn net.Conn, state http.ConnState) {
	if state != http.StateClosed {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.open, conn)
}

func connectionOf(ctx context.Context) *connection {
	c, _ := ctx.Value(connectionKey{}).(*connection)
	return c
}

func (c *connection) touch() { c.since.Store(time.Now().UnixNano()) }

// work records that the server starts to work for the client.
func (c *connection) work() {
	if c != nil {
		c.busy.Add(1)
	}
}

// wait records that the server waits for the client.
func (c *connection) wait() {
	if c != nil {
		c.touch()
		c.busy.Add(-1)
	}
}
