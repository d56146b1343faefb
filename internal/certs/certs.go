// Package certs loads TLS certificates from PEM files, and loads them again when the files change.
package certs

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/secretfile"
)

// Files contains the names of PEM files.
type Files struct {
	Certificate, Key string
	CA               string // CA certificates; "" means the system roots
}

// A Store holds the certificates of files. Its methods may be called from any goroutine.
type Store struct {
	files   Files
	reading sync.Mutex // allows one Reload at a time
	loaded  atomic.Pointer[contents]
}

// contents is the content of the files at one time. It never changes.
type contents struct {
	infos map[string]fs.FileInfo
	pair  *tls.Certificate
	cas   *x509.CertPool // nil means the system roots
}

// Open loads the certificate with its private key and, if CA is not empty, the CA certificates.
func Open(files Files) (*Store, error) {
	c, err := files.load()
	if err != nil {
		return nil, err
	}
	s := &Store{files: files}
	s.loaded.Store(c)
	return s, nil
}

// load calls Stat before it reads, so that a change in between is noticed by the next Reload.
func (f Files) load() (*contents, error) {
	infos := f.stat()
	pair, err := f.pair()
	if err != nil {
		return nil, fmt.Errorf("certificate %s with key %s: %w", f.Certificate, f.Key, err)
	}
	c := &contents{infos: infos, pair: &pair}
	if f.CA != "" {
		c.cas, err = Pool(f.CA)
	}
	return c, err
}

// pair reads the certificate and its key.
func (f Files) pair() (pair tls.Certificate, err error) {
	certificate, err := budget.ReadFile(f.Certificate, budget.Small)
	if err != nil {
		return pair, err
	}
	key, err := budget.ReadFile(f.Key, budget.Small)
	if err != nil {
		return pair, err
	}
	return tls.X509KeyPair(certificate, key)
}

func (f Files) stat() map[string]fs.FileInfo {
	infos := map[string]fs.FileInfo{}
	for _, path := range []string{f.Certificate, f.Key, f.CA} {
		if info, err := os.Stat(path); err == nil {
			infos[path] = info
		}
	}
	return infos
}

// Reload loads the files again if one of them has changed. If the new files cannot be read or do
// not match, the old certificates stay in use.
func (s *Store) Reload() (changed bool, err error) {
	s.reading.Lock()
	defer s.reading.Unlock()
	if s.loaded.Load().current(s.files.stat()) {
		return false, nil
	}
	c, err := s.files.load()
	if err != nil {
		return false, err
	}
	s.loaded.Store(c)
	return true, nil
}

// current reports whether the files are those that were loaded.
func (c *contents) current(infos map[string]fs.FileInfo) bool {
	for path, info := range c.infos {
		if !secretfile.Unchanged(info, infos[path]) {
			return false
		}
	}
	return true
}

// CAs returns the CA certificates, or nil for the system roots.
func (s *Store) CAs() *x509.CertPool { return s.loaded.Load().cas }

// Expiry returns the time at which the certificate that was loaded last expires.
func (s *Store) Expiry() time.Time { return s.loaded.Load().pair.Leaf.NotAfter }

// Server returns the TLS configuration of a server. At every handshake the server presents the
// certificate that was loaded last, also if it is the client of another server.
func (s *Store) Server() *tls.Config {
	return &tls.Config{
		MinVersion:     tls.VersionTLS12,
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return s.loaded.Load().pair, nil },
		GetClientCertificate: func(*tls.CertificateRequestInfo) (*tls.Certificate, error) {
			return s.loaded.Load().pair, nil
		},
	}
}

// Pool returns the CA certificates in a file.
func Pool(file string) (*x509.CertPool, error) {
	pem, err := budget.ReadFile(file, budget.Small)
	if err != nil {
		return nil, fmt.Errorf("CA certificates: %w", err)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("%s: expected CA certificates in PEM, found none", file)
	}
	return pool, nil
}
