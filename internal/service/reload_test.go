package service

import (
	"context"
	"crypto/tls"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
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

// A token that is revoked while the server drains is no longer accepted.
func TestTokensAreReloadedWhileDraining(t *testing.T) {
	tokens := access.Editor{Path: filepath.Join(t.TempDir(), "tokens"), Files: outfile.OS()}
	token, created, err := tokens.Create(access.Grant{Tenant: "acme", Scopes: []access.Scope{access.Admin}}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ready, over, reload := make(chan string, 1), make(chan error, 1), make(chan os.Signal)
	o := Options{
		Tokens: tokens.Path, Listen: "127.0.0.1:0", Data: t.TempDir(), Log: slog.New(slog.DiscardHandler), Drain: 4 * time.Second, Reload: reload,
		Ready: func(a Addresses) error { ready <- a.HTTP; return nil },
	}
	go func() { over <- Run(ctx, o) }()
	url := <-ready
	status := func() int {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+"/v1/instances", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+token)
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = a.Body.Close()
		return a.StatusCode
	}
	if got := status(); got != http.StatusOK {
		t.Fatalf("status %d before the server drains", got)
	}
	cancel()
	if _, err := tokens.Revoke(created.ID, time.Now()); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second signal is received after the first reload
		select {
		case reload <- os.Interrupt:
		case <-time.After(2 * time.Second):
			t.Error("nobody reloads the tokens")
		}
	}
	if got := status(); got != http.StatusUnauthorized {
		t.Errorf("status %d for a revoked token, expected 401", got)
	}
	if err := <-over; err != nil {
		t.Error(err)
	}
}
