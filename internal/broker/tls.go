package broker

import (
	"crypto/tls"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/tourmaline-opt/tourmaline/internal/certs"
)

// TLS contains the names of PEM files. The CA certificates are those of the nodes.
type TLS = certs.Files

const tlsSeconds = 5 // for a handshake on a busy machine

// A secure is the TLS configuration for clients and for nodes. Both are nil without TLS.
type secure struct{ clients, nodes *tls.Config }

// secureWith returns the configuration with the certificates that were loaded last. The store may
// be nil.
func secureWith(store *certs.Store) secure {
	if store == nil {
		return secure{}
	}
	clients := store.Server()
	if cas := store.CAs(); cas != nil {
		clients.RootCAs, clients.ClientCAs = cas, cas
	}
	nodes := clients.Clone()
	nodes.ClientAuth = tls.RequireAndVerifyClientCert // nodes authenticate to each other
	return secure{clients, nodes}
}

func (c secure) apply(s *server.Options) {
	if c.clients == nil {
		return
	}
	s.TLSConfig, s.TLSTimeout = c.clients, tlsSeconds
	s.Cluster.TLSConfig, s.Cluster.TLSTimeout = c.nodes, tlsSeconds
}
