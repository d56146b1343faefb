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
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/retry"
)

// ErrUnreachable says that no server answers.
var ErrUnreachable = errors.New("the server cannot be reached")

// retryEvery is the time between two attempts to reach a server.
const retryEvery = 250 * time.Millisecond

// dial connects to servers, and tries again until the context ends. Neither a key that they
// refuse nor a certificate that is not trusted becomes better by waiting. Once made, a
// connection comes back whenever it breaks.
func dial(ctx context.Context, servers string, options ...nats.Option) (*nats.Conn, error) {
	options = append(options, nats.MaxReconnects(-1), nats.IgnoreAuthErrorAbort(), nats.Timeout(2*time.Second))
	var conn *nats.Conn
	var malformed *url.Error
	var certificate *tls.CertificateVerificationError
	err := retry.Do(ctx, func() (err error) {
		conn, err = nats.Connect(servers, options...)
		return err
	}, func(err error) (time.Duration, bool) {
		return retryEvery, !errors.Is(err, nats.ErrAuthorization) && !errors.As(err, &malformed) && !errors.As(err, &certificate)
	})
	switch {
	case err == nil:
		return conn, nil
	case malformed != nil:
		err = errors.New("expected URLs such as nats://127.0.0.1:4222") // its own text contains the password
	case certificate != nil:
		err = certificate
	case errors.Is(err, nats.ErrAuthorization):
		err = errors.New("it rejects the keys")
	}
	return nil, fmt.Errorf("%w: %s: %w", ErrUnreachable, Redacted(servers), err)
}

// Shown are the URLs of servers, with commas, without the names and passwords in them.
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

// trusting adds the option for servers whose certificate an authority of a file signs. The
// file is read now for its faults, and again whenever a connection is made.
func withCA(options []nats.Option, authority string) ([]nats.Option, error) {
	if authority == "" {
		return options, nil
	}
	_, err := certs.Pool(authority)
	return append(options, nats.RootCAs(authority)), err
}

// base is what the store of a service stands on.
type backend struct {
	conn  *nats.Conn
	url   string // for workers
	close func()
	space func(size int64) error // of the disk of the engine; nil: others look after theirs
}

// found starts the engine, or connects to the servers that are used instead.
func (o Options) connectOrStart(ctx context.Context) (*backend, error) {
	if o.NATS != "" {
		return o.connect(ctx)
	}
	e, err := broker.Start(ctx, broker.Options{
		Dir: o.Data, Listen: o.BrokerListen, Name: o.Name, Cluster: o.Cluster, Routes: o.Routes,
		Keys: o.Keys, Worker: broker.Permissions(cluster.WorkerPermissions()), TLS: o.TLS, Log: o.Log, MaxStore: o.MaxStore,
	})
	if err != nil {
		return nil, err
	}
	conn, err := e.Connect()
	if err != nil {
		e.Shutdown()
		return nil, err
	}
	return &backend{conn, e.URL(), e.Shutdown, e.Space}, nil
}

// connect connects to servers as one that may do everything.
func (o Options) connect(ctx context.Context) (*backend, error) {
	var options []nats.Option
	if o.Keys != "" {
		var err error
		if options, err = broker.ServerOptions(o.Keys); err != nil {
			return nil, err
		}
	}
	if o.TLS != nil {
		var err error
		if options, err = withCA(options, o.TLS.CA); err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, ConnectTimeout)
	defer cancel()
	conn, err := dial(ctx, o.NATS, options...)
	if err != nil {
		return nil, err
	}
	return &backend{conn, "", conn.Close, nil}, nil
}
