// Package certs loads TLS certificates from PEM files.
package certs

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"os"
)

// Server returns the TLS configuration of a server with the given certificate and key files.
func Server(certificate, key string) (*tls.Config, error) {
	pair, err := tls.LoadX509KeyPair(certificate, key)
	if err != nil {
		return nil, fmt.Errorf("certificate %s with key %s: %w", certificate, key, err)
	}
	return &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{pair}}, nil
}

// Pool returns the CA certificates in a file.
func Pool(file string) (*x509.CertPool, error) {
	pem, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("CA certificates: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("%s: expected CA certificates in PEM, found none", file)
	}
	return pool, nil
}
