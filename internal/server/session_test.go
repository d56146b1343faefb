package server_test

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/server"
)

// invite creates a code for a session of a tenant.
func (y *tenancy) invite(t testing.TB, tenant string, life time.Duration) string {
	t.Helper()
	code, err := y.book.NewCode(access.Grant{Tenant: tenant, Scopes: []access.Scope{access.JobsRead, access.JobsWrite}, Lifetime: life}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// redeem exchanges a code for a session.
func (s *service) redeem(t testing.TB, code string, headers ...string) answer {
	t.Helper()
	return s.ask(t, "POST", "/v1/session", fmt.Sprintf(`{"code":%q}`, code), append([]string{"Content-Type", "application/json"}, headers...)...)
}

// A code opens one session, for its tenant and with its scopes only. The tokens in the file remain
// valid. The log contains neither the code nor the token.
func TestSession(t *testing.T) {
	y := newTenancy(t)
	other := y.grant(t, "other", 0, access.JobsRead, access.JobsWrite)
	var log lines
	s := start(t, 1, server.Options{Access: y.book, Log: slog.New(slog.NewJSONHandler(&log, nil))})
	code := y.invite(t, "acme", 0)
	session := as[server.Session](t, s.redeem(t, code), 200)
	if session.Token == "" || session.Expires != nil {
		t.Errorf("got %+v", session)
	}
	if p := as[api.Problem](t, s.redeem(t, code), 401); p.Code != "unauthorised" || !strings.Contains(p.Detail, "already used") {
		t.Errorf("a second time: %+v", p)
	}
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small, append(bearer(session.Token), "Prefer", "wait=20")...), 200)
	if list := as[api.Jobs](t, s.ask(t, "GET", "/v1/jobs", "", bearer(session.Token)...), 200); len(list.Jobs) != 1 || list.Jobs[0].ID != j.ID {
		t.Errorf("listed %+v", list)
	}
	as[api.Problem](t, s.ask(t, "GET", "/v1/jobs/"+j.ID, "", bearer(other)...), 404)
	as[api.Problem](t, s.ask(t, "GET", "/metrics", "", bearer(session.Token)...), 403)
	foreign := as[server.Session](t, s.redeem(t, y.invite(t, "other", time.Hour)), 200)
	if foreign.Expires == nil || time.Until(*foreign.Expires) > time.Hour {
		t.Errorf("got %+v", foreign)
	}
	as[api.Problem](t, s.ask(t, "GET", "/v1/jobs/"+j.ID, "", bearer(foreign.Token)...), 404)
	s.end()
	if text := log.text(); strings.Contains(text, code) || strings.Contains(text, strings.Split(session.Token, "_")[2]) {
		t.Error("the log has a secret")
	}
}

// A client other than a page of this service gets no session, and its attempt does not use up the
// code.
func TestSessionsOfStrangers(t *testing.T) {
	y := newTenancy(t)
	s := start(t, 0, server.Options{Access: y.book})
	code := y.invite(t, "acme", 0)
	for name, c := range map[string]struct {
		body, code string
		status     int
		headers    []string
	}{
		"another origin":   {"", "cross_origin", 403, []string{"Origin", "https://evil.example"}},
		"another site":     {"", "cross_origin", 403, []string{"Sec-Fetch-Site", "cross-site"}},
		"a form":           {"", "unsupported_media_type", 415, []string{"Content-Type", "text/plain"}},
		"another code":     {`{"code":"ABC"}`, "unauthorised", 401, nil},
		"no code":          {`{}`, "bad_field", 422, nil},
		"an empty code":    {`{"code":""}`, "bad_field", 422, nil},
		"a number":         {`{"code":7}`, "bad_json", 422, nil},
		"an unknown field": {`{"code":"A","tenant":"other"}`, "bad_json", 422, nil},
		"two objects":      {`{"code":"A"}{}`, "bad_json", 422, nil},
		"no UTF-8":         {"{\"code\":\"\xff\"}", "bad_json", 422, nil},
		"a long code":      {`{"code":"` + strings.Repeat("A", 2000) + `"}`, "too_large", 413, nil},
	} {
		t.Run(name, func(t *testing.T) {
			body := c.body
			if body == "" {
				body = fmt.Sprintf(`{"code":%q}`, code)
			}
			a := s.ask(t, "POST", "/v1/session", body, append([]string{"Content-Type", "application/json"}, c.headers...)...)
			if p := as[api.Problem](t, a, c.status); p.Code != c.code || p.Detail == "" {
				t.Errorf("%s", a.body)
			}
		})
	}
	as[server.Session](t, s.redeem(t, code, "Origin", s.url, "Sec-Fetch-Site", "same-origin"), 200)
}

// A service without tokens reports that no session is needed.
func TestNoSessionIsNeeded(t *testing.T) {
	s := start(t, 0, server.Options{})
	if p := as[api.Problem](t, s.redeem(t, "ABC"), 409); p.Code != "no_session_needed" {
		t.Errorf("got %+v", p)
	}
}

// Plain-text requests for a foreign host name that points to this machine are rejected, even with a
// token. With TLS, the certificate verifies the name.
func TestOtherHosts(t *testing.T) {
	y := newTenancy(t)
	token := y.grant(t, "acme", 0, access.JobsRead)
	s := start(t, 0, server.Options{Access: y.book})
	for host, status := range map[string]int{"localhost": 200, "127.0.0.1:80": 200, "[::1]:80": 200, "evil.example": 403, "127.0.0.1.evil.example:80": 403} {
		t.Run(host, func(t *testing.T) {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+"/v1/jobs", http.NoBody)
			if err != nil {
				t.Fatal(err)
			}
			r.Host = host
			r.Header.Set("Authorization", "Bearer "+token)
			resp, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			if resp.StatusCode != status {
				t.Errorf("%s, expected %d", resp.Status, status)
			}
		})
	}
	h, err := server.New(server.Options{Store: s.store, Hub: s.hub, Access: y.book, Cache: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, "https://tours.example/v1/jobs", http.NoBody)
	r.TLS = &tls.ConnectionState{}
	r.Header.Set("Authorization", "Bearer "+token)
	answer := httptest.NewRecorder()
	if h.ServeHTTP(answer, r); answer.Code != http.StatusOK {
		t.Errorf("with TLS: %d %s", answer.Code, answer.Body)
	}
}
