package broker

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"os"

	"github.com/nats-io/nats-server/v2/server"
)

// TLS names files in PEM.
type TLS struct {
	Certificate, Key string
	Authority        string // who signs the certificates of the nodes; "": whom this machine trusts
}

// apply makes workers and nodes speak TLS.
func (t *TLS) apply(s *server.Options) error {
	if t == nil {
		return nil
	}
	config, err := t.load()
	if err != nil {
		return err
	}
	s.TLSConfig = config
	s.TLSTimeout = tlsSeconds
	s.Cluster.TLSConfig = config.Clone()
	s.Cluster.TLSConfig.ClientAuth = tls.RequireAndVerifyClientCert // nodes prove who they are, to each other
	s.Cluster.TLSTimeout = tlsSeconds
	return nil
}

const tlsSeconds = 5 // for a handshake, on a busy machine

func (t *TLS) load() (*tls.Config, error) {
	certificate, err := tls.LoadX509KeyPair(t.Certificate, t.Key)
	if err != nil {
		return nil, fmt.Errorf("certificate %s with key %s: %w", t.Certificate, t.Key, err)
	}
	config := &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{certificate}}
	if t.Authority == "" {
		return config, nil
	}
	pool, err := Authority(t.Authority)
	config.RootCAs, config.ClientCAs = pool, pool
	return config, err
}

// Authority reads the file with who signs certificates.
func Authority(file string) (*x509.CertPool, error) {
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("authority: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("authority %s: no certificate in it", file)
	}
	return pool, nil
}
