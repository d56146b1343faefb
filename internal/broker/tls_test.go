package broker

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// certificate creates a self-signed certificate for this machine.
func certificate(t *testing.T) *TLS {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, "make a key", err)
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		NotAfter:              time.Now().Add(time.Hour),
		IPAddresses:           []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA:                  true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage:           []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	signed, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	must(t, "sign", err)
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	must(t, "marshal", err)

	dir := t.TempDir()
	files := &TLS{Certificate: filepath.Join(dir, "node.crt"), Key: filepath.Join(dir, "node.key"), CA: filepath.Join(dir, "node.crt")}
	for path, block := range map[string]*pem.Block{files.Certificate: {Type: "CERTIFICATE", Bytes: signed}, files.Key: {Type: "PRIVATE KEY", Bytes: secret}} {
		must(t, "write", os.WriteFile(path, pem.EncodeToMemory(block), 0o600))
	}
	return files
}

func TestTLS(t *testing.T) {
	dir, identity := t.TempDir(), certificate(t)
	e := start(t, Options{Dir: dir, Listen: "127.0.0.1:0", Requests: "work.", Control: "control.", TLS: identity})
	createStreams(t, connect(t, e), 1) // TLS does not affect in-process connections
	if !strings.HasPrefix(e.URL(), "tls://") {
		t.Errorf("the address is %s, expected tls", e.URL())
	}
	w := join(t, e.URL(), filepath.Join(dir, workerFile), nats.RootCAs(identity.CA))
	if _, err := w.TLSConnectionState(); err != nil {
		t.Errorf("the worker's connection: %v", err)
	}
	options, _, err := WorkerOptions(filepath.Join(dir, workerFile))
	must(t, "options", err)
	if _, err := nats.Connect(e.URL(), options...); err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("a worker that does not trust the CA: %v, expected that it does not trust the server", err)
	}
}

func TestCAFileWithoutACertificate(t *testing.T) {
	identity := certificate(t)
	identity.CA = identity.Key
	refused(t, Options{Dir: t.TempDir(), TLS: identity}, identity.Key, "found none")
}
