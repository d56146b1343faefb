package service

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/certs"
	"github.com/tourmaline-opt/tourmaline/internal/pools"
	"github.com/tourmaline-opt/tourmaline/internal/protocol"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

// ErrUnreachable means that no server answers.
var ErrUnreachable = errors.New("cannot reach the server")

// retryEvery is the interval between connection attempts.
const retryEvery = 250 * time.Millisecond

// dial connects to servers and retries until ctx is cancelled. It fails immediately if a server
// rejects the key or if a certificate is not trusted. The connection reconnects whenever it breaks.
func dial(ctx context.Context, servers string, options ...nats.Option) (*nats.Conn, error) {
	options = append(options, nats.MaxReconnects(-1), nats.IgnoreAuthErrorAbort(), nats.Timeout(2*time.Second))
	var malformed *url.Error
	var certificate *tls.CertificateVerificationError
	connect := func() (*nats.Conn, error) { return nats.Connect(servers, options...) }
	conn, err := retry.Do(ctx, connect, func(err error) (time.Duration, bool) {
		return retryEvery, !errors.Is(err, nats.ErrAuthorization) && !errors.As(err, &malformed) && !errors.As(err, &certificate) && !errors.Is(err, nats.ErrSecureConnWanted)
	})
	switch {
	case err == nil:
		return conn, nil
	case malformed != nil:
		// The text of the original error contains the password.
		err = errors.New("expected URLs such as nats://127.0.0.1:4222")
	case certificate != nil:
		err = certificate
	case errors.Is(err, nats.ErrAuthorization):
		err = errors.New("the server rejected the keys")
	case errors.Is(err, nats.ErrSecureConnWanted):
		err = errors.New("the server offers no TLS, which other machines than this one must use")
	}
	return nil, fmt.Errorf("%w: %s: %w", ErrUnreachable, Redacted(servers), err)
}

// Redacted returns comma-separated URLs without user names and passwords.
func Redacted(servers string) string {
	all := strings.Split(servers, ",")
	for i, one := range all {
		scheme, rest, found := strings.Cut(one, "://")
		if !found {
			scheme, rest = "nats", one
		}
		all[i] = scheme + "://" + rest[strings.LastIndexByte(rest, '@')+1:]
	}
	return strings.Join(all, ",")
}

// withCA adds the CA certificates in a file. It reads the file to report errors early. NATS reads
// the file again for every connection.
func withCA(options []nats.Option, authority string) ([]nats.Option, error) {
	if authority == "" {
		return options, nil
	}
	_, err := certs.Pool(authority)
	return append(options, nats.RootCAs(authority)), err
}

// A backend is the connection to the embedded or external broker.
type backend struct {
	conn *nats.Conn
	// worker connects the worker in this process and returns the name of its pool.
	worker func() (conn *nats.Conn, pool string, err error)
	url    string // broker URL for workers
	close  func()
	space  func(size int64) error           // checks for free space on the broker's disk; nil if unknown
	room   func() (bytes int64, known bool) // that the broker can store; nil if unknown
	files  []reloadable                     // files that the broker reads again

	numbers  func() (broker.Numbers, error) // of the embedded broker; nil for an external one
	syncTime func() (time.Duration, error)  // of the embedded broker; nil for an external one
}

// connectOrStart starts the embedded broker, or connects to external NATS servers.
func (o Options) connectOrStart(ctx context.Context) (*backend, error) {
	if o.NATS != "" {
		return o.connect(ctx)
	}
	e, err := broker.Start(ctx, broker.Options{
		Dir: o.Data, Listen: o.BrokerListen, Name: o.Name, Cluster: o.Cluster, Routes: o.Routes,
		Keys: o.Keys, Pools: o.Pools, Requests: protocol.Requests, Control: protocol.Control, TLS: o.TLS, Log: o.Log, MaxStore: o.MaxStore,
	})
	if err != nil {
		return nil, err
	}
	conn, err := e.Connect()
	if err != nil {
		e.Shutdown()
		return nil, err
	}
	worker := func() (*nats.Conn, string, error) {
		conn, err := e.ConnectWorker()
		return conn, pools.Local, err
	}
	files := []reloadable{
		{what: "the keys of the pools", reload: e.ReloadPools},
		{what: "the broker's certificates", reload: e.ReloadCertificates},
	}
	return &backend{conn, worker, e.URL(), e.Shutdown, e.Space, e.Room, files, e.Numbers, e.SyncTime}, nil
}

// connect connects to external NATS servers. The worker in this process uses the account of the
// server, because both have the same key file.
func (o Options) connect(ctx context.Context) (*backend, error) {
	options := []nats.Option{broker.RequireTLS}
	var err error
	if o.Keys != "" {
		options, err = broker.ServerOptions(o.Keys)
	}
	if err == nil && o.TLS != nil {
		options, err = withCA(options, o.TLS.CA)
	}
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, ConnectTimeout)
	defer cancel()
	conn, err := dial(ctx, o.NATS, options...)
	if err != nil {
		return nil, err
	}
	worker := func() (*nats.Conn, string, error) {
		conn, err := nats.Connect(o.NATS, append(options, broker.Inbox(pools.Local), nats.MaxReconnects(-1))...)
		return conn, pools.Local, err
	}
	return &backend{conn: conn, worker: worker, close: conn.Close}, nil
}
