package certs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
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
	if _, err := Server(file, file); err == nil || !strings.Contains(err.Error(), "certificate "+file+" with key "+file) {
		t.Errorf("no key pair: %v, expected both files", err)
	}
}
