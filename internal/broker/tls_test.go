package broker

import (
	"crypto/tls"
	"crypto/x509"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// certificate creates a self-signed certificate for this machine.
func certificate(t *testing.T) *TLS {
	t.Helper()
	public, secret := testkit.Certificate(t, t.TempDir(), 1)
	return &TLS{Certificate: public, Key: secret, CA: public}
}

// replace replaces a certificate by one with another serial number.
func replace(t *testing.T, files *TLS, serial int64) {
	t.Helper()
	public, secret := testkit.Certificate(t, t.TempDir(), serial)
	must(t, "replace the key", os.Rename(secret, files.Key))
	must(t, "replace the certificate", os.Rename(public, files.Certificate))
}

// presented returns the serial number of the certificate that a broker presents to workers.
func presented(t *testing.T, b *Broker, authority string, keys string) int64 {
	t.Helper()
	w := join(t, b.URL(), keys, nats.RootCAs(authority))
	defer w.Close()
	state, err := w.TLSConnectionState()
	must(t, "TLS", err)
	return state.PeerCertificates[0].SerialNumber.Int64()
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

func TestNoCertificatesToReload(t *testing.T) {
	b := start(t, Options{Dir: t.TempDir()})
	if changed, err := b.ReloadCertificates(); changed || err != nil {
		t.Errorf("changed %v, %v, expected that there is nothing to change", changed, err)
	}
}

func TestCAFileWithoutACertificate(t *testing.T) {
	identity := certificate(t)
	identity.CA = identity.Key
	refused(t, Options{Dir: t.TempDir(), TLS: identity}, identity.Key, "found none")
}

// New connections of workers get the new certificate. Open connections stay.
func TestWorkersGetTheNewCertificate(t *testing.T) {
	dir, files := t.TempDir(), certificate(t)
	o := withWorkers(dir)
	o.TLS = files
	b := start(t, o)
	serve(t, b)
	keys := filepath.Join(dir, workerFile)
	w := join(t, b.URL(), keys, nats.RootCAs(files.CA))
	if changed, err := b.ReloadCertificates(); changed || err != nil {
		t.Errorf("changed %v, %v, expected that nothing has changed", changed, err)
	}
	replace(t, files, 2)
	if changed, err := b.ReloadCertificates(); !changed || err != nil {
		t.Fatalf("changed %v, %v, expected the new certificate", changed, err)
	}
	if serial := presented(t, b, files.CA, keys); serial != 2 {
		t.Errorf("certificate %d, expected the new one", serial)
	}
	good, err := os.ReadFile(files.Key)
	must(t, "read", err)
	must(t, "spoil the key", os.WriteFile(files.Key, []byte("no key"), 0o600))
	if changed, err := b.ReloadCertificates(); changed || err == nil || !strings.Contains(err.Error(), files.Key) {
		t.Errorf("changed %v, %v, expected an error with the file", changed, err)
	}
	if serial := presented(t, b, files.CA, keys); serial != 2 {
		t.Errorf("certificate %d, expected that the last good one stays", serial)
	}
	must(t, "restore the key", os.WriteFile(files.Key, good, 0o600))
	replace(t, files, 3)
	b.options.Dir = t.TempDir() // the server refuses to change its folder
	if changed, err := b.ReloadCertificates(); changed || err == nil {
		t.Errorf("changed %v, %v, expected an error of the server", changed, err)
	}
	b.options.Dir = dir
	if changed, err := b.ReloadCertificates(); !changed || err != nil {
		t.Errorf("changed %v, %v, expected that the reload is repeated", changed, err)
	}
	if serial := presented(t, b, files.CA, keys); serial != 3 {
		t.Errorf("certificate %d, expected the new one", serial)
	}
	echo(t, w, "default", 1)
	if n := w.Stats().Reconnects; n != 0 {
		t.Errorf("%d reconnections, expected none", n)
	}
}

// After the certificates of all nodes were replaced, also by a new CA, a node that was disconnected
// joins again, and the nodes present the new certificate to each other.
func TestNodesUseTheNewCertificate(t *testing.T) {
	all, brokers := cluster(t)
	replace(t, all[0].TLS, 2) // the nodes share the files
	for _, b := range brokers {
		if changed, err := b.ReloadCertificates(); !changed || err != nil {
			t.Fatalf("changed %v, %v, expected the new certificate", changed, err)
		}
	}
	if serial := nodeSerial(t, all[0].Cluster, all[0].TLS); serial != 2 {
		t.Errorf("the port for nodes presents certificate %d, expected the new one", serial)
	}
	brokers[2].Shutdown()
	brokers[2] = start(t, all[2]) // connects to the others, which verify its new certificate
	serve(t, brokers[0])
	w, err := brokers[2].ConnectWorker()
	must(t, "connect", err)
	patientlyEcho(t, w)
}

// nodeSerial returns the serial number of the certificate at a port for nodes.
func nodeSerial(t *testing.T, address string, files *TLS) int64 {
	t.Helper()
	pair, err := tls.LoadX509KeyPair(files.Certificate, files.Key)
	must(t, "load", err)
	text, err := os.ReadFile(files.CA)
	must(t, "read", err)
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(text)
	conn, err := tls.Dial("tcp", address, &tls.Config{Certificates: []tls.Certificate{pair}, RootCAs: roots})
	must(t, "handshake", err)
	defer conn.Close()
	return conn.ConnectionState().PeerCertificates[0].SerialNumber.Int64()
}
