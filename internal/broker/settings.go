package broker

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/tourmaline-opt/tourmaline/internal/list"
	"github.com/tourmaline-opt/tourmaline/internal/loopback"
)

const (
	maxPayload  = 8 << 20
	clusterName = "tourmaline"
	// unlimited disables the server's own limit, because Space keeps the disk from filling up. The
	// server would derive a limit from the free space at its start, and a folder that has outgrown
	// the limit accepts nothing after a restart.
	unlimited = 1 << 60
)

// check rejects options that cannot work or would expose the broker without TLS.
func (o Options) check() error {
	switch {
	case o.Dir == "":
		return errors.New("option Dir is missing: the broker needs a data folder")
	case o.Cluster == "" && len(o.Routes) > 0:
		return fmt.Errorf("option Routes %v without Cluster: the other nodes cannot reach this node", o.Routes)
	case o.Cluster != "" && o.Name == "":
		return errors.New("option Name is missing: a cluster node needs a unique name")
	case o.Cluster != "" && o.Listen == "":
		// Without Listen, the server would wait forever for the worker port before it looks for the
		// other nodes.
		return fmt.Errorf("option Cluster %s without Listen: a cluster node must also listen for workers, for example on 127.0.0.1:0", o.Cluster)
	case (o.Requests == "") != (o.Control == ""):
		return fmt.Errorf("options Requests %q and Control %q: expected both prefixes or neither", o.Requests, o.Control)
	case o.MaxStore < 0:
		return fmt.Errorf("option MaxStore %d: expected 0 or more bytes", o.MaxStore)
	}
	if err := o.checkRoutes(); err != nil {
		return err
	}
	return errors.Join(o.checkAddress("Listen", o.Listen), o.checkAddress("Cluster", o.Cluster))
}

func (o Options) checkRoutes() error {
	for _, address := range o.Routes {
		if _, _, err := split(address); err != nil {
			return fmt.Errorf("option Routes: %w", err)
		}
	}
	return nil
}

// checkAddress rejects an address that other machines could reach in plain text.
func (o Options) checkAddress(field, address string) error {
	if address == "" {
		return nil
	}
	host, _, err := split(address)
	if err != nil {
		return fmt.Errorf("%s: %w", field, err)
	}
	if o.TLS == nil && !loopback.Is(host) {
		return fmt.Errorf("%s %s accepts connections from other machines: configure TLS, or use a local address such as 127.0.0.1", field, address)
	}
	return nil
}

// split splits an address into host and port. Port 0 becomes -1, which lets the server choose a
// port.
func split(address string) (host string, port int, err error) {
	host, digits, err := net.SplitHostPort(address)
	if err != nil {
		return "", 0, fmt.Errorf("%q: expected host:port", address)
	}
	number, err := strconv.ParseUint(digits, 10, 16)
	if err != nil {
		return "", 0, fmt.Errorf("%q: expected a port from 0 to 65535", address)
	}
	return cmp.Or(host, "0.0.0.0"), cmp.Or(int(number), server.RANDOM_PORT), nil
}

// checkFree returns an error if listening on an address fails. The server would only log the
// failure.
func checkFree(address string) error {
	if address == "" {
		return nil
	}
	l, err := Listen(address)
	if err != nil {
		return err
	}
	return l.Close()
}

// Listen opens a TCP port. Its errors contain the address only once.
func Listen(address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	if call, ok := errors.AsType[*os.SyscallError](err); ok {
		err = call.Err
	} else if of, ok := errors.AsType[*net.OpError](err); ok {
		err = of.Err
	}
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s: %w", address, err)
	}
	return l, nil
}

// settings returns the configuration of the server, and reports whether it contains accounts that
// no earlier configuration contained.
func (b *Broker) settings() (s *server.Options, created bool, err error) {
	users := b.users()
	created, err = b.accounts.add(list.Map(users, func(u user) string { return u.pool }))
	if err != nil {
		return nil, created, err
	}
	s = b.options.settings()
	b.options.join(s, b.keys)
	b.accounts.apply(s, b.keys.server.public, users)
	b.secure.apply(s)
	return s, created, nil
}

// routePing is the interval between pings of other nodes. A node without network is soon considered
// lost, because until then it receives its share of the requests of workers.
const routePing = 2 * time.Second

// settings returns the configuration without users, nodes and certificates.
func (o Options) settings() *server.Options {
	s := &server.Options{
		ServerName: cmp.Or(o.Name, clusterName),
		DontListen: o.Listen == "",
		NoSigs:     true, // the program handles signals
		MaxPayload: maxPayload,

		JetStream:              true,
		DisableJetStreamBanner: true,
		StoreDir:               o.Dir,
		JetStreamMaxStore:      cmp.Or(o.MaxStore, unlimited),
		// Without SyncAlways, a power failure loses acknowledged messages, even whole streams.
		SyncAlways: true,
	}
	if o.Listen != "" {
		s.Host, s.Port, _ = split(o.Listen) // validated by Options.check
	}
	return s
}

// join configures the server as a node of a cluster.
func (o Options) join(s *server.Options, k keys) {
	if o.Cluster == "" {
		return
	}
	s.Cluster.Name = clusterName
	s.Cluster.Host, s.Cluster.Port, _ = split(o.Cluster) // validated by Options.check
	s.Cluster.Username, s.Cluster.Password = routeUser, k.routes
	s.Cluster.PingInterval, s.Cluster.MaxPingsOut = routePing, 2
	for _, address := range o.Routes {
		s.Routes = append(s.Routes, &url.URL{Scheme: "nats-route", Host: address, User: url.UserPassword(routeUser, k.routes)})
	}
}
