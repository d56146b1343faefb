package certs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

func TestFilesWithoutCertificates(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ca.pem")
	if _, err := Pool(file); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("no file: %v, expected its name", err)
	}
	if err := os.WriteFile(file, []byte("not PEM"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Pool(file); err == nil || !strings.Contains(err.Error(), "found none") {
		t.Errorf("no certificate: %v", err)
	}
	if _, err := Open(Files{Certificate: file, Key: file}); err == nil || !strings.Contains(err.Error(), "certificate "+file+" with key "+file) {
		t.Errorf("no key pair: %v, expected both files", err)
	}
}

// serial returns the serial number of the certificate that a server presents.
func serial(t *testing.T, s *Store) int64 {
	t.Helper()
	config := s.Server()
	served, err := config.GetCertificate(nil)
	if err != nil {
		t.Fatal(err)
	}
	sent, err := config.GetClientCertificate(nil)
	if err != nil {
		t.Fatal(err)
	}
	if served != sent {
		t.Error("a server and a client present different certificates")
	}
	return served.Leaf.SerialNumber.Int64()
}

func TestReload(t *testing.T) {
	dir := t.TempDir()
	public, secret := testkit.Certificate(t, dir, 1)
	s, err := Open(Files{Certificate: public, Key: secret, CA: public})
	if err != nil {
		t.Fatal(err)
	}
	reload := func(want bool, number int64) {
		t.Helper()
		if changed, err := s.Reload(); changed != want || err != nil {
			t.Errorf("changed %v, %v, expected %v", changed, err, want)
		}
		if got := serial(t, s); got != number {
			t.Errorf("certificate %d, expected %d", got, number)
		}
	}
	reload(false, 1)
	cas := s.CAs()
	testkit.Certificate(t, dir, 2)
	reload(true, 2)
	if s.CAs().Equal(cas) {
		t.Error("the CA certificates are the old ones")
	}
	reload(false, 2)
}

// Files that cannot be read or do not match leave the old certificate in use, until they are right.
func TestReloadOfBrokenFiles(t *testing.T) {
	dir, other := t.TempDir(), t.TempDir()
	public, secret := testkit.Certificate(t, dir, 1)
	otherPublic, otherSecret := testkit.Certificate(t, other, 2)
	s, err := Open(Files{Certificate: public, Key: secret})
	if err != nil {
		t.Fatal(err)
	}
	fails := func(what string) {
		t.Helper()
		if changed, err := s.Reload(); changed || err == nil || !strings.Contains(err.Error(), public) || !strings.Contains(err.Error(), secret) {
			t.Errorf("%s: changed %v, %v, expected an error with both files", what, changed, err)
		}
		if got := serial(t, s); got != 1 {
			t.Errorf("%s: certificate %d, expected the old one", what, got)
		}
	}
	if err := os.Rename(otherPublic, public); err != nil {
		t.Fatal(err)
	}
	fails("the key of another certificate")
	if err := os.Remove(secret); err != nil {
		t.Fatal(err)
	}
	fails("no key")
	if err := os.Rename(otherSecret, secret); err != nil {
		t.Fatal(err)
	}
	if changed, err := s.Reload(); !changed || err != nil || serial(t, s) != 2 {
		t.Errorf("changed %v, %v, expected the new certificate", changed, err)
	}
}
