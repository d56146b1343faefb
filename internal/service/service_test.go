package service

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/broker"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/internal/server"
)

// The embedded worker runs the jobs of a tenant whose quota exceeds the default.
func TestATenantsOwnQuotaHoldsForTheWorkerInside(t *testing.T) {
	tokens := access.Editor{Path: filepath.Join(t.TempDir(), "tokens"), Files: outfile.OS()}
	if _, err := tokens.SetTenant("acme", func(q *access.Quota) { q.Cities = 100 }); err != nil {
		t.Fatal(err)
	}
	token, _, err := tokens.Create(access.Grant{Tenant: "acme", Scopes: []access.Scope{access.Admin}}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	url := run(t, Options{Tokens: tokens.Path, Slots: 1, HTTP: server.Limits{Quota: access.Quota{Cities: 3}}})
	j := submit(t, url, token, `{"file":"stops.csv","content":"x,y\n0,0\n9,0\n9,9\n0,9\n","settings":{"max_steps":1}}`)
	if j.State != cluster.Done {
		t.Errorf("ended as %s: %+v", j.State, j.Faults)
	}
}

// run runs a service until the end of the test and returns its URL.
func run(t *testing.T, o Options) string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ready, over := make(chan string, 1), make(chan error, 1)
	o.Listen, o.Data, o.Log = "127.0.0.1:0", t.TempDir(), slog.New(slog.DiscardHandler)
	o.Ready = func(a Addresses) error {
		ready <- a.HTTP
		return nil
	}
	go func() { over <- Run(ctx, o) }()
	t.Cleanup(cancel)
	select {
	case url := <-ready:
		t.Cleanup(func() {
			cancel()
			if err := <-over; err != nil {
				t.Error(err)
			}
		})
		return url
	case err := <-over:
		t.Fatal(err)
		return ""
	}
}

// submit submits a job and waits until it has finished.
func submit(t *testing.T, url, token, body string) api.Job {
	t.Helper()
	return submitWith(t, url, body, http.Header{"Authorization": {"Bearer " + token}})
}

func submitWith(t *testing.T, url, body string, headers http.Header) (j api.Job) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/v1/jobs", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = headers
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Prefer", "wait=20")
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	if err := json.NewDecoder(a.Body).Decode(&j); err != nil || a.StatusCode != http.StatusOK {
		t.Fatalf("%s: %v", a.Status, err)
	}
	return j
}

// A server that can never have the required replicas fails immediately.
func TestCopiesThatCannotBe(t *testing.T) {
	dir := t.TempDir()
	e, err := broker.Start(t.Context(), broker.Options{Dir: dir, Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Shutdown)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	o := Options{Listen: "127.0.0.1:0", NATS: e.URL(), Keys: filepath.Join(dir, "engine.keys"), Replicas: 3, Log: slog.New(slog.DiscardHandler)}
	if err := Run(ctx, o); err == nil || ctx.Err() != nil {
		t.Errorf("expected an error at once, found %v, %v", err, ctx.Err())
	}
}
