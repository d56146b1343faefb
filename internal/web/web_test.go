//go:build !noweb

package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
)

// mux returns a mux that serves the pages on their routes.
func mux() *http.ServeMux {
	m := http.NewServeMux()
	for _, pattern := range Routes() {
		m.Handle(pattern, Handler())
	}
	return m
}

func get(t *testing.T, path string) *httptest.ResponseRecorder {
	t.Helper()
	answer := httptest.NewRecorder()
	mux().ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
	return answer
}

func page(t *testing.T) string {
	t.Helper()
	return get(t, "/").Body.String()
}

// assets returns the URLs that the page loads.
func assets(t *testing.T) []string {
	t.Helper()
	found := regexp.MustCompile(`(?:src|href)="([^"]+)"`).FindAllStringSubmatch(page(t), -1)
	var paths []string
	for _, f := range found {
		paths = append(paths, f[1])
	}
	if len(paths) < 3 {
		t.Fatalf("the page loads %v: expected a script, a style sheet and an icon", paths)
	}
	return paths
}

// Every route serves the same document. It is never cached, because it names the current assets.
func TestPagesAreOneDocument(t *testing.T) {
	for _, path := range []string{"/", "/jobs", "/jobs/abc", "/compare", "/compare?job=a&job=b"} {
		answer := get(t, path)
		if answer.Code != http.StatusOK || answer.Body.String() != page(t) {
			t.Errorf("%s: status %d, and %d bytes", path, answer.Code, answer.Body.Len())
		}
		for name, want := range map[string]string{
			"Content-Security-Policy": Policy, "Cache-Control": "no-cache", "Content-Type": "text/html; charset=utf-8",
		} {
			if got := answer.Header().Get(name); got != want {
				t.Errorf("%s: %s: expected %q, found %q", path, name, want, got)
			}
		}
	}
}

// Every asset of the page exists and has the content type that browsers require. Assets with a hash
// in their name are cached forever.
func TestPartsOfThePageAreThere(t *testing.T) {
	types := map[string]string{".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}
	for _, path := range assets(t) {
		answer := get(t, path)
		if answer.Code != http.StatusOK || answer.Body.Len() == 0 {
			t.Errorf("%s: status %d, and %d bytes", path, answer.Code, answer.Body.Len())
		}
		if got, want := answer.Header().Get("Content-Type"), types[path[strings.LastIndex(path, "."):]]; got != want {
			t.Errorf("%s: expected the type %q, found %q", path, want, got)
		}
		age := "no-cache"
		if strings.HasPrefix(path, "/assets/") {
			age = "public, max-age=31536000, immutable"
		}
		if got := answer.Header().Get("Cache-Control"); got != age {
			t.Errorf("%s: expected to be kept %q, found %q", path, age, got)
		}
	}
}

// Clients that accept gzip get compressed files, which caches can tell from the others.
func TestFilesAreCompressed(t *testing.T) {
	ask := func(path string, headers ...string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, path, nil)
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		answer := httptest.NewRecorder()
		mux().ServeHTTP(answer, r)
		return answer
	}
	for _, path := range append(assets(t), "/") {
		plain, packed := ask(path), ask(path, "Accept-Encoding", "br, gzip;q=0.8")
		z, err := gzip.NewReader(packed.Body)
		if err != nil || packed.Header().Get("Content-Encoding") != "gzip" || plain.Header().Get("Content-Encoding") != "" {
			t.Fatalf("%s: %v, %v", path, err, packed.Header())
		}
		size := packed.Body.Len()
		if text, err := io.ReadAll(z); err != nil || !bytes.Equal(text, plain.Body.Bytes()) || len(text) > 10_000 && size > len(text)/2 {
			t.Errorf("%s: %d bytes, %d compressed, %v", path, len(text), size, err)
		}
		if packed.Header().Get("Content-Type") != plain.Header().Get("Content-Type") || packed.Header().Get("ETag") == plain.Header().Get("ETag") {
			t.Errorf("%s: %v, %v", path, packed.Header(), plain.Header())
		}
		for _, answer := range []*httptest.ResponseRecorder{plain, packed} {
			if answer.Header().Get("Vary") != "Accept-Encoding" || answer.Header().Get("ETag") == "" {
				t.Errorf("%s: %v", path, answer.Header())
			}
		}
		if again := ask(path, "Accept-Encoding", "gzip", "If-None-Match", packed.Header().Get("ETag")); again.Code != http.StatusNotModified || again.Body.Len() > 0 {
			t.Errorf("%s: status %d for a known ETag", path, again.Code)
		}
		if refused := ask(path, "Accept-Encoding", "gzip;q=0"); refused.Header().Get("Content-Encoding") != "" {
			t.Errorf("%s: compressed although the client does not accept it", path)
		}
	}
}

func TestNothingElseIsServed(t *testing.T) {
	for _, path := range []string{"/assets/none.js", "/assets/", "/assets/..", "/assets/%2e%2e%2findex.html", "/index.html", "/jobs/a/b", "/dist/index.html"} {
		if answer := get(t, path); answer.Code == http.StatusOK {
			t.Errorf("%s: expected no page, found %.60q", path, answer.Body)
		}
	}
}

// The policy does not allow inline scripts or styles, and the page contains none.
func TestNothingIsInline(t *testing.T) {
	if strings.Contains(Policy, "unsafe") || !strings.Contains(Policy, "default-src 'none'") {
		t.Errorf("the policy is %q", Policy)
	}
	text := page(t)
	for _, forbidden := range []string{`<style`, ` style=`, ` on\w+=`, `<script[^>]*>[^<]`, `javascript:`, `<iframe`, `<base`} {
		if found := regexp.MustCompile(`(?i)` + forbidden).FindString(text); found != "" {
			t.Errorf("the page has %q", found)
		}
	}
}

// loads matches code with which a script or style sheet would contact a different origin.
var loads = regexp.MustCompile("(?:fetch|import|Worker|EventSource|WebSocket|open|sendBeacon)\\(\\s*[\"'`](?:https?:|wss?:)?//" +
	"|url\\(\\s*[\"']?(?:https?:)?//|@import|(?:src|href)\\s*[:=]\\s*[\"'`](?:https?:)?//")

// evaluates matches code that converts text to HTML or runs it. No source may contain such code, so
// that a name in a file never becomes HTML.
var evaluates = regexp.MustCompile(`(?i)\beval\(|new Function\(|innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|DOMParser|createContextualFragment`)

func TestPartsLoadNothingFromElsewhere(t *testing.T) {
	scan(t, dist, "dist", loads, "asks another origin")
}

func TestNoTextBecomesHTML(t *testing.T) {
	scan(t, os.DirFS("app"), ".", evaluates, "makes a program or HTML of text")
}

// scan reports every file in a directory that matches the forbidden pattern.
func scan(t *testing.T, folder fs.FS, root string, forbidden *regexp.Regexp, fault string) {
	t.Helper()
	seen := 0
	err := fs.WalkDir(folder, root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		seen++
		data, err := fs.ReadFile(folder, path)
		if found := forbidden.Find(data); found != nil {
			t.Errorf("%s: %s: %s", path, fault, found)
		}
		return err
	})
	if err != nil || seen < 4 {
		t.Errorf("%d files, %v", seen, err)
	}
}
