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
		if config.RootCAs, err = certs.Pool(t.CA); err != nil {
			return err
		}
		config.ClientCAs = config.RootCAs
	}
	s.TLSConfig, s.TLSTimeout, s.Cluster.TLSTimeout = config, tlsSeconds, tlsSeconds
	s.Cluster.TLSConfig = config.Clone()
	// nodes authenticate to each other
	s.Cluster.TLSConfig.ClientAuth = tls.RequireAndVerifyClientCert
	return nil
}
