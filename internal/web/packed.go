package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A file is a file of the bundle. It is compressed once.
type file struct {
	plain, packed []byte
	tag           string // hash of the plain bytes
}

// files returns the files of the bundle by name.
var files = sync.OnceValue(func() map[string]file {
	all := map[string]file{}
	_ = fs.WalkDir(dist, "dist", func(path string, d fs.DirEntry, err error) error { // an empty bundle has no such folder
		if err != nil || d.IsDir() {
			return err
		}
		plain, err := fs.ReadFile(dist, path)
		if err == nil {
			all[strings.TrimPrefix(path, "dist/")] = file{plain, pack(plain), fmt.Sprintf("%x", sha256.Sum256(plain))[:32]}
		}
		return err
	})
	return all
})

// pack compresses bytes. It returns nil if that does not make them smaller.
func pack(plain []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is valid
	_, _ = w.Write(plain)                                 // a buffer does not fail
	if _ = w.Close(); b.Len() >= len(plain) {
		return nil
	}
	return b.Bytes()
}

// serve responds with the file. Both forms have their own ETag.
func (f file) serve(w http.ResponseWriter, r *http.Request, name string) {
	data, tag := f.plain, f.tag
	w.Header().Set("Vary", "Accept-Encoding")
	if f.packed != nil && AcceptsGzip(r.Header.Get("Accept-Encoding")) {
		data, tag = f.packed, f.tag+"-gzip"
		w.Header().Set("Content-Encoding", "gzip")
	}
	w.Header().Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
}

// AcceptsGzip reports whether an Accept-Encoding header allows gzip.
func AcceptsGzip(header string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if !strings.EqualFold(strings.TrimSpace(name), "gzip") {
			continue
		}
		q, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(weight), "q="), 64)
		return err != nil || q > 0
	}
	return false
}
