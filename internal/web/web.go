// Package web is the live view: web pages that use the HTTP API of a service like every other
// client. The sources are in app, the bundle is in dist.
package web

import (
	"bytes"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"
)

// Policy is the Content-Security-Policy of the pages: they load nothing from other origins, send
// nothing to them, and no text can become a script.
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

// Handler serves the page, which renders the view of its address, and its assets.
func Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, age := "index.html", "no-cache"
		switch {
		case r.URL.Path == "/favicon.svg":
			name = "favicon.svg"
		case strings.HasPrefix(r.URL.Path, "/assets/"): // their names contain a hash of their content
			name, age = "assets/"+path.Base(r.URL.Path), "public, max-age=31536000, immutable"
		}
		data, err := fs.ReadFile(dist, "dist/"+name)
		if err != nil {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Cache-Control", age)
		w.Header().Set("Content-Security-Policy", Policy)
		http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
	})
}
