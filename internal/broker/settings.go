package broker

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strconv"

	"github.com/nats-io/nats-server/v2/server"
)

const (
	maxPayload  = 8 << 20
	clusterName = "tourmaline"
	// boundless leaves it to Room to keep the disk from filling up. The server's own bound
	// is made at its start from what is free then: a folder that has grown beyond it takes
	// nothing after a restart.
	boundless = 1 << 60
)

// check refuses what cannot work or would be open to strangers.
func (o Options) check() error {
	switch {
	case o.Dir == "":
		return errors.New("no Dir: the engine needs a data folder")
	case o.Cluster == "" && len(o.Routes) > 0:
		return fmt.Errorf("no Cluster, but Routes %v: the other nodes cannot reach this one", o.Routes)
	case o.Cluster != "" && o.Name == "":
		return errors.New("no Name: a node of a cluster needs one that no other has")
	case o.Cluster != "" && o.Listen == "":
		// The server would wait for that port before it looks for the other nodes, for ever.
		return fmt.Errorf("no Listen, but Cluster %s: a node also listens for workers; 127.0.0.1:0 is enough", o.Cluster)
	case o.MaxStore < 0:
		return fmt.Errorf("MaxStore %d: expected a number of bytes, or 0", o.MaxStore)
	}
	for _, address := range o.Routes {
		if _, _, err := split(address); err != nil {
			return fmt.Errorf("one of Routes: %w", err)
		}
	}
	return errors.Join(o.guarded("Listen", o.Listen), o.guarded("Cluster", o.Cluster))
}

// guarded refuses an address that other machines reach in plain text.
func (o Options) guarded(field, address string) error {
	if address == "" {
		return nil
	}
	host, _, err := split(address)
	if err != nil {
		return fmt.Errorf("%s: %w", field, err)
	}
	if o.TLS == nil && !loopback(host) {
		return fmt.Errorf("%s %s is open to other machines: it needs TLS, or an address such as 127.0.0.1", field, address)
	}
	return nil
}

// loopback believes no name but localhost: what others stand for can change.
func loopback(host string) bool {
	return host == "localhost" || net.ParseIP(host).IsLoopback()
}

// split takes an address apart; the server calls a port that it may choose -1.
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

// free tells whether an address can be listened on, in a sentence: the server would say it
// to its log only.
func free(address string) error {
	if address == "" {
		return nil
	}
	l, err := Listen(address)
	if err != nil {
		return err
	}
	return l.Close()
}

// Listen opens a port, and says the address once if it cannot.
func Listen(address string) (net.Listener, error) {
	l, err := net.Listen("tcp", address)
	var of *net.OpError
	var call *os.SyscallError
	switch {
	case errors.As(err, &call):
		err = call.Err
	case errors.As(err, &of):
		err = of.Err
	}
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s: %w", address, err)
	}
	return l, nil
}

// settings are the options in the server's own terms.
func (o Options) settings(k keys) (*server.Options, error) {
	s := &server.Options{
		ServerName: cmp.Or(o.Name, clusterName),
		DontListen: o.Listen == "",
		NoSigs:     true, // signals are for the program
		MaxPayload: maxPayload,

		JetStream:              true,
		DisableJetStreamBanner: true,
		StoreDir:               o.Dir,
		JetStreamMaxStore:      cmp.Or(o.MaxStore, boundless),
		// Without it a power cut loses what was acknowledged, whole streams even.
		SyncAlways: true,

		// All are of the one account that has JetStream. The account of the system has
		// no user: nobody reaches it.
		Nkeys: []*server.NkeyUser{
			{Nkey: k.server.public},
			{Nkey: k.worker.public, Permissions: workerPermissions()},
		},
	}
	if o.Listen != "" {
		s.Host, s.Port, _ = split(o.Listen) // checked before
	}
	o.join(s, k)
	return s, o.TLS.apply(s)
}

// join makes the server a node of a cluster.
func (o Options) join(s *server.Options, k keys) {
	if o.Cluster == "" {
		return
	}
	s.Cluster.Name = clusterName
	s.Cluster.Host, s.Cluster.Port, _ = split(o.Cluster) // checked before
	s.Cluster.Username, s.Cluster.Password = routeUser, k.routes
	for _, address := range o.Routes {
		s.Routes = append(s.Routes, &url.URL{Scheme: "nats-route", Host: address, User: url.UserPassword(routeUser, k.routes)})
	}
}
