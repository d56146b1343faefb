// Command vulndb makes a snapshot of the Go vulnerability database that contains only the modules of
// this project, the standard library and the toolchain:
//
//	go run ./vulndb [-from URL] [-sums FILE] [-o FILE]
//
// URL is https://vuln.go.dev, a mirror of it, or file:///path/to/folder. The snapshot is a tar.gz file
// with the layout of the database, and with modules.txt, the list of the modules that it covers.
package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	from := flag.String("from", "https://vuln.go.dev", "`URL` of the database")
	sums := flag.String("sums", "../go.sum", "`file` that lists the modules of the project")
	out := flag.String("o", "vulndb/snapshot.tar.gz", "`file` to write")
	flag.Parse()
	files, err := snapshot(*from, *sums)
	if err != nil {
		log.Fatal("vulndb: ", err)
	}
	data, err := pack(files)
	if err == nil {
		err = os.WriteFile(*out, data, 0o644)
	}
	if err != nil {
		log.Fatal("vulndb: ", err)
	}
	fmt.Printf("%s: %d bytes, %d files, %s", *out, len(data), len(files), files["index/db.json"])
}

// A module is an entry of index/modules.json, and a vuln one of index/vulns.json.
type (
	module struct {
		Path  string `json:"path"`
		Vulns []struct {
			ID string `json:"id"`
		} `json:"vulns"`
	}
	vuln struct {
		ID string `json:"id"`
	}
)

// snapshot returns the files of a snapshot by name.
func snapshot(from, sums string) (map[string][]byte, error) {
	covered, err := modules(sums)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{"modules.txt": []byte(strings.Join(covered, "\n") + "\n")}
	if files["index/db.json"], err = fetch(from, "index/db.json"); err != nil {
		return nil, err
	}
	ids := map[string]bool{}
	files["index/modules.json"], err = filter(from, "index/modules.json", func(m module) bool {
		_, found := slices.BinarySearch(covered, m.Path)
		for _, v := range m.Vulns {
			ids[v.ID] = ids[v.ID] || found
		}
		return found
	})
	if err != nil {
		return nil, err
	}
	files["index/vulns.json"], err = filter(from, "index/vulns.json", func(v vuln) bool { return ids[v.ID] })
	for id, needed := range ids {
		if err == nil && needed {
			files["ID/"+id+".json"], err = fetch(from, "ID/"+id+".json")
		}
	}
	return files, err
}

// modules returns the modules in a go.sum file, the standard library and the toolchain, sorted.
func modules(sums string) ([]string, error) {
	data, err := os.ReadFile(sums)
	if err != nil {
		return nil, err
	}
	all := map[string]bool{"stdlib": true, "toolchain": true}
	for line := range strings.Lines(string(data)) {
		if name, _, found := strings.Cut(line, " "); found {
			all[name] = true
		}
	}
	return slices.Sorted(maps.Keys(all)), nil
}

// filter returns a file of the index with the entries that are wanted, unchanged.
func filter[T any](from, name string, wanted func(T) bool) ([]byte, error) {
	data, err := fetch(from, name)
	if err != nil {
		return nil, err
	}
	var entries []json.RawMessage
	if err := json.Unmarshal(data, &entries); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	kept := []json.RawMessage{}
	for _, raw := range entries {
		var e T
		if err := json.Unmarshal(raw, &e); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if wanted(e) {
			kept = append(kept, raw)
		}
	}
	return json.Marshal(kept)
}

var client = http.Client{Timeout: time.Minute}

func fetch(from, name string) ([]byte, error) {
	if folder, found := strings.CutPrefix(from, "file://"); found {
		return os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
	}
	a, err := client.Get(strings.TrimSuffix(from, "/") + "/" + name)
	if err != nil {
		return nil, err
	}
	defer a.Body.Close()
	if a.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", name, a.Status)
	}
	return io.ReadAll(a.Body)
}

// pack returns a tar.gz file that is the same for the same files.
func pack(files map[string][]byte) ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	t := tar.NewWriter(z)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := t.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(files[name])), Format: tar.FormatUSTAR}); err != nil {
			return nil, err
		}
		if _, err := t.Write(files[name]); err != nil {
			return nil, err
		}
	}
	if err := t.Close(); err != nil {
		return nil, err
	}
	err = z.Close()
	return out.Bytes(), err
}
