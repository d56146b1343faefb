// Package web is the live view: pages that a browser shows of a service, which they ask by
// the same interface as everybody else. The sources are in app, what browsers get is in dist.
package web

import (
	"bytes"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"
)

// Policy is the Content-Security-Policy of the page: nothing comes from elsewhere, nothing is
// sent elsewhere, and no text can become a script.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Routes are the patterns of an http.ServeMux where the pages are; none if they were left out.
func Routes() []string {
	if !Included() {
		return nil
	}
	return []string{"GET /{$}", "GET /jobs", "GET /jobs/{id}", "GET /compare", "GET /favicon.svg", "GET /assets/{name}"}
}

// Included tells whether this program has the pages.
func Included() bool {
	_, err := fs.Stat(dist, "dist/index.html")
	return err == nil
}

// Handler answers with the page, which shows itself what its address asks for, or with one
// of its parts.
func Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, age := "index.html", "no-cache"
		switch {
		case r.URL.Path == "/favicon.svg":
			name = "favicon.svg"
		case strings.HasPrefix(r.URL.Path, "/assets/"): // their names change with what is in them
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
