//go:build unix

package cli

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// certificate creates a self-signed certificate for this machine and returns its files.
func certificate(t *testing.T) (certificate, key string) {
	t.Helper()
	return testkit.Certificate(t, t.TempDir(), 1)
}

// With TLS and tokens, clients with a token are served until the token is revoked. The workers use
// TLS too.
func TestServeWithTokens(t *testing.T) {
	t.Setenv("TOURMALINE_TOKEN", "")
	s := newTestService(t)
	public, secret := certificate(t)
	tokens := filepath.Join(t.TempDir(), "tokens.json")
	token := strings.TrimSpace(s.run("tokens", "create", "--file", tokens, "--tenant", "acme", "--scopes", "jobs:read,jobs:write,instances:write"))
	service := s.start("--slots", "0", "--tls-cert", public, "--tls-key", secret, "--tls-ca", public, "--tokens", tokens, "--engine-listen", "127.0.0.1:0")
	begin(t, s.binary, "worker", "--server", s.engine, "--keys", filepath.Join(s.data, "worker.key"), "--tls-ca", public, "--log-level", "error")
	at := []string{"--server", s.url, "--tls-ca", public}
	list := append([]string{"jobs", "list"}, at...)
	stranger := begin(t, s.binary, list...)
	if code := stranger.ends(); code != exitUsage || !strings.Contains(stranger.errs.String(), "TOURMALINE_TOKEN") {
		t.Errorf("without a token: exit code %d: %s", code, stranger.errs.String())
	}
	plain := begin(t, s.binary, "jobs", "list", "--server", strings.Replace(s.url, "https", "http", 1))
	if code := plain.ends(); code != exitInput || !strings.Contains(plain.errs.String(), "an HTTP request to an HTTPS") {
		t.Errorf("without TLS: exit code %d: %s", code, plain.errs.String())
	}
	t.Setenv("TOURMALINE_TOKEN", token)
	s.run(append([]string{"solve", s.cities(), "--max-steps", "2", "-q"}, at...)...)
	submit := begin(t, s.binary, append([]string{"jobs", "submit", s.cities(), "--max-steps", "2"}, at...)...)
	if code := submit.ends(); code != 0 || !strings.Contains(submit.errs.String(), strings.Join(at, " ")+"\n") {
		t.Errorf("exit code %d, and how to watch it: %s", code, submit.errs.String())
	}
	if out := s.run(list...); !strings.Contains(out, "done") {
		t.Errorf("jobs: %s", out)
	}
	work := []string{"worker", "--server", s.engine, "--wait", "--keys", filepath.Join(s.data, "worker.key")}
	for want, code := range map[string]int{"use --tls-ca FILE": exitServer, "open nosuch": exitInput} {
		for _, of := range [][]string{{"jobs", "list", "--server", s.url}, work} {
			if code == exitInput {
				of = append(of, "--tls-ca", "nosuch")
			}
			distrust := begin(t, s.binary, of...)
			if got := distrust.ends(); got != code || !strings.Contains(distrust.errs.String(), want) {
				t.Errorf("%s: exit code %d: %s", of[0], got, distrust.errs.String())
			}
		}
	}
	s.run("tokens", "revoke", strings.Split(token, "_")[1], "--file", tokens)
	service.signal(syscall.SIGHUP)
	for end := time.Now().Add(startTime); begin(t, s.binary, list...).ends() != exitUsage; {
		if time.Now().After(end) {
			t.Fatal("a token that was revoked is accepted")
		}
	}
}
