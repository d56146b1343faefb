package broker

import (
	"crypto/tls"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/tourmaline-opt/tourmaline/internal/certs"
)

// TLS contains the names of PEM files.
type TLS struct {
	Certificate, Key string
	CA               string // CA certificates of the nodes; "" means the system roots
}

const tlsSeconds = 5 // for a handshake on a busy machine

func (t *TLS) apply(s *server.Options) error {
	if t == nil {
		return nil
	}
	config, err := certs.Server(t.Certificate, t.Key)
	if err != nil {
		return err
	}
	if t.CA != "" {
		pool, err := certs.Pool(t.CA)
		if err != nil {
			return err
		}
		config.RootCAs, config.ClientCAs = pool, pool
	}
	s.TLSConfig = config
	s.TLSTimeout = tlsSeconds
	s.Cluster.TLSConfig = config.Clone()
	s.Cluster.TLSConfig.ClientAuth = tls.RequireAndVerifyClientCert // nodes authenticate to each other
	s.Cluster.TLSTimeout = tlsSeconds
	return nil
}
