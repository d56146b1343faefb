// Package web provides the live view: web pages that use the HTTP API of a service like any other
// client. The sources are in app, the bundle is in dist.
package web

import (
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// Policy is the Content-Security-Policy of the pages: they cannot load anything from other origins
// or send anything to them, and text cannot become a script.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Routes returns the http.ServeMux patterns of the pages, or nil if they are not included.
func Routes() []string {
	if !Included() {
		return nil
	}
	return []string{"GET /{$}", "GET /jobs", "GET /jobs/{id}", "GET /compare", "GET /favicon.svg", "GET /assets/{name}"}
}

// Included reports whether this program includes the pages.
func Included() bool {
	_, err := fs.Stat(dist, "dist/index.html")
	return err == nil
}

// Handler returns a handler that serves the page and its assets. The page renders the view that its
// URL selects. Clients that accept gzip get the files compressed.
func Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, age := "index.html", "no-cache"
		switch {
		case r.URL.Path == "/favicon.svg":
			name = "favicon.svg"
		// asset names contain a hash of their content
		case strings.HasPrefix(r.URL.Path, "/assets/"):
			name, age = "assets/"+path.Base(r.URL.Path), "public, max-age=31536000, immutable"
		}
		f, ok := files()[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Cache-Control", age)
		w.Header().Set("Content-Security-Policy", Policy)
		f.serve(w, r, name)
	})
}
