package service

import (
	"crypto/tls"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// The HTTP server presents a new certificate after SIGHUP, without a restart.
func TestHTTPPresentsTheNewCertificate(t *testing.T) {
	dir, reload := t.TempDir(), make(chan os.Signal, 1)
	public, secret := testkit.Certificate(t, dir, 1)
	url := run(t, Options{TLS: &TLS{Certificate: public, Key: secret, CA: public}, Reload: reload})
	serial := func() int64 {
		t.Helper()
		conn, err := tls.Dial("tcp", strings.TrimPrefix(url, "https://"), &tls.Config{InsecureSkipVerify: true})
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		return conn.ConnectionState().PeerCertificates[0].SerialNumber.Int64()
	}
	if got := serial(); got != 1 {
		t.Fatalf("certificate %d, expected the first", got)
	}
	testkit.Certificate(t, dir, 2)
	for end := time.Now().Add(10 * time.Second); serial() != 2; {
		select {
		case reload <- os.Interrupt:
		default: // the signal before is still waiting
		}
		if time.Now().After(end) {
			t.Fatal("the server presents the old certificate")
		}
	}
}
