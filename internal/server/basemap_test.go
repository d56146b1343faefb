package server_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/server"
)

func write(t testing.TB, folder, name, text string) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestBasemap(t *testing.T) {
	tiles := "PMTiles\x03" + strings.Repeat("tile", 100)
	s := start(t, 0, server.Options{Basemap: write(t, t.TempDir(), "world.pmtiles", tiles)})
	if about := as[server.About](t, s.ask(t, "GET", "/v1/server", ""), 200); !about.Basemap {
		t.Errorf("%+v", about)
	}
	a := s.ask(t, "GET", "/v1/basemap", "")
	if a.StatusCode != 200 || string(a.body) != tiles {
		t.Errorf("%s, %d bytes", a.Status, len(a.body))
	}
	tag := a.Header.Get("ETag")
	a = s.ask(t, "GET", "/v1/basemap", "", "Range", "bytes=8-15")
	if a.StatusCode != 206 || string(a.body) != "tiletile" || a.Header.Get("Content-Range") != "bytes 8-15/408" || a.Header.Get("ETag") != tag || tag == "" {
		t.Errorf("%s %v: %q", a.Status, a.Header, a.body)
	}
	for _, parts := range []string{"bytes=9999-", "bytes=x", "rows=1-2"} {
		a := s.ask(t, "GET", "/v1/basemap", "", "Range", parts)
		if p := as[api.Problem](t, a, 416); p.Code != "bad_range" || a.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %+v", parts, p)
		}
	}
	if a := s.ask(t, "GET", "/v1/basemap", "", "If-None-Match", tag); a.StatusCode != 304 || len(a.body) != 0 {
		t.Errorf("%s", a.Status)
	}
}

// New rejects a basemap that is not a map file and a report folder that does not exist.
func TestWhatIsNoMap(t *testing.T) {
	s := start(t, 0, server.Options{})
	folder := t.TempDir()
	for _, path := range []string{filepath.Join(folder, "nosuch"), folder, write(t, folder, "a", "PMTiles\x02"), write(t, folder, "b", "")} {
		if _, err := server.New(server.Options{Store: s.store, Hub: s.hub, Basemap: path}); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := server.New(server.Options{Store: s.store, Hub: s.hub, Reports: filepath.Join(folder, "nosuch")}); err == nil {
		t.Error("a folder that is not there is taken for one of reports")
	}
}

// Reports are served as sandboxed pages without scripts.
func TestReports(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "night.html", "<!doctype html><title>night</title>")
	write(t, folder, "secret.txt", "secret")
	write(t, filepath.Dir(folder), "outside.html", "outside")
	if err := os.Symlink("../outside.html", filepath.Join(folder, "link.html")); err != nil {
		t.Skip("no links here")
	}
	s := start(t, 0, server.Options{Reports: folder})
	if about := as[server.About](t, s.ask(t, "GET", "/v1/server", ""), 200); !slices.Equal(about.Reports, []string{"night.html"}) {
		t.Errorf("%+v", about)
	}
	a := s.ask(t, "GET", "/v1/reports/night.html", "")
	if a.StatusCode != 200 || !strings.Contains(string(a.body), "night") || !strings.HasPrefix(a.Header.Get("Content-Security-Policy"), "sandbox; default-src 'none'") || a.Header.Get("Content-Type") != "text/html; charset=utf-8" {
		t.Errorf("%s %v", a.Status, a.Header)
	}
	for _, name := range []string{"secret.txt", "link.html", "..%2foutside.html", "nosuch.html", "%00.html", "night.html%2f"} {
		as[api.Problem](t, s.ask(t, "GET", "/v1/reports/"+name, ""), 404)
	}
	write(t, folder, "later.html", "later")
	if a := s.ask(t, "GET", "/v1/reports/later.html", ""); a.StatusCode != 200 {
		t.Errorf("a report that came later: %s", a.Status)
	}
}
