package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// build writes a release of commands that are only texts, and returns it.
func build(t *testing.T) *release {
	t.Helper()
	r := &release{commit: strings.Repeat("ab", 20), time: time.Unix(1_800_000_000, 0).UTC(), root: "../..", binaries: t.TempDir(), out: t.TempDir()}
	if err := r.setVersion("v0.2.0-rc.1"); err != nil {
		t.Fatal(err)
	}
	names := []string{"completions/tourmaline.bash", "completions/tourmaline.zsh", "completions/tourmaline.fish", "completions/tourmaline.ps1", "THIRD-PARTY-LICENSES.txt"}
	for _, p := range archived {
		names = append(names, p.command(), platform{p.system, p.processor, false}.command())
	}
	for _, name := range names {
		path := filepath.Join(r.binaries, name)
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		if err := errors.Join(err, os.WriteFile(path, []byte("this is "+name), 0o755)); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.write(); err != nil {
		t.Fatal(err)
	}
	return r
}

func artefact(t *testing.T, r *release, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(r.path(name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Two releases of a commit have the same checksums, which cover every other artefact.
func TestTheSameBits(t *testing.T) {
	first, second := build(t), build(t)
	listed := string(artefact(t, first, sums))
	if listed != string(artefact(t, second, sums)) {
		t.Errorf("two releases differ:\n%s%s", listed, artefact(t, second, sums))
	}
	for _, want := range []string{
		"tourmaline-0.2.0-rc.1-linux-amd64.tar.gz", "tourmaline-0.2.0-rc.1-windows-arm64.zip", "tourmaline-0.2.0-rc.1-image.tar",
		"tourmaline_0.2.0~rc.1-1_amd64.deb", "tourmaline-0.2.0~rc.1-1.aarch64.rpm", "tourmaline.rb", "tourmaline.json", "tourmaline.nix", "provenance.json",
	} {
		if !strings.Contains(listed, "  "+want+"\n") {
			t.Errorf("%s is missing in\n%s", want, listed)
		}
	}
}

// members returns the names and the contents in a tar archive.
func members(t *testing.T, from io.Reader) (names []string, contents map[string]string) {
	t.Helper()
	contents = map[string]string{}
	for r := tar.NewReader(from); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return names, contents
		}
		data, fault := io.ReadAll(r)
		if err := errors.Join(err, fault); err != nil {
			t.Fatal(err)
		}
		names = append(names, h.Name)
		contents[h.Name] = string(data)
	}
}

func gunzip(t *testing.T, data []byte) io.Reader {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// The archive for Linux contains the static command, and the texts.
func TestArchives(t *testing.T) {
	r := build(t)
	names, contents := members(t, gunzip(t, artefact(t, r, "tourmaline-0.2.0-rc.1-linux-arm64.tar.gz")))
	inside := "tourmaline-0.2.0-rc.1-linux-arm64/"
	if got := contents[inside+"tourmaline"]; got != "this is linux-arm64-static/tourmaline" {
		t.Errorf("the command is %q", got)
	}
	data := artefact(t, r, "tourmaline-0.2.0-rc.1-windows-amd64.zip")
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if len(z.File) != len(names) || !strings.HasSuffix(z.File[0].Name, "/tourmaline.exe") {
		t.Errorf("%d files, the first is %s; expected %d", len(z.File), z.File[0].Name, len(names))
	}
	for _, want := range []string{"LICENSE", "README.md", "THIRD-PARTY-LICENSES.txt", "man/tourmaline-solve.1", "completions/tourmaline.ps1"} {
		if !slices.Contains(names, inside+want) {
			t.Errorf("%s is missing", want)
		}
	}
}

// Every blob of the image is named by its hash, and both manifests share the first layer.
func TestImage(t *testing.T) {
	r := build(t)
	names, contents := members(t, bytes.NewReader(artefact(t, r, "tourmaline-0.2.0-rc.1-image.tar")))
	// Two configurations, two commands, two manifests, the base and the index.
	if blobs := names[2:]; len(blobs) != 8 {
		t.Errorf("%d blobs: %v", len(blobs), blobs)
	}
	for name, data := range contents {
		if hash, found := strings.CutPrefix(name, "blobs/sha256/"); found && hash != digest([]byte(data)) {
			t.Errorf("%s contains other data", name)
		}
	}
	var top struct{ Manifests []descriptor }
	if err := json.Unmarshal([]byte(contents["index.json"]), &top); err != nil {
		t.Fatal(err)
	}
	var index struct{ Manifests []descriptor }
	if err := json.Unmarshal([]byte(blob(contents, top.Manifests[0])), &index); err != nil || len(index.Manifests) != 2 {
		t.Fatal(index, err)
	}
	for _, d := range index.Manifests {
		checkManifest(t, contents, d)
	}
}

func blob(contents map[string]string, d descriptor) string {
	return contents["blobs/"+strings.Replace(d.Digest, ":", "/", 1)]
}

func checkManifest(t *testing.T, contents map[string]string, d descriptor) {
	t.Helper()
	var m struct {
		Config descriptor
		Layers []descriptor
	}
	if err := json.Unmarshal([]byte(blob(contents, d)), &m); err != nil || len(m.Layers) != 2 {
		t.Fatal(m, err)
	}
	if c := blob(contents, m.Config); !strings.Contains(c, `"User":"65532:65532"`) || !strings.Contains(c, `"architecture":"`+d.Platform["architecture"]) {
		t.Errorf("config: %s", c)
	}
	_, base := members(t, gunzip(t, []byte(blob(contents, m.Layers[0]))))
	if n := strings.Count(base["etc/ssl/certs/ca-certificates.crt"], "BEGIN CERTIFICATE"); n < 50 {
		t.Errorf("%d certificates", n)
	}
	_, top := members(t, gunzip(t, []byte(blob(contents, m.Layers[1]))))
	if got := top["usr/local/bin/tourmaline"]; got != "this is linux-"+d.Platform["architecture"]+"-static/tourmaline" {
		t.Errorf("the command is %q", got)
	}
}

// Recipes contain the hashes of the archives, and the provenance names the commit.
func TestRecipesAndProvenance(t *testing.T) {
	r := build(t)
	for name, platforms := range map[string][]string{
		"tourmaline.rb":   {"linux-amd64", "linux-arm64", "darwin-amd64", "darwin-arm64"},
		"tourmaline.nix":  {"linux-amd64", "linux-arm64", "darwin-amd64", "darwin-arm64"},
		"tourmaline.json": {"windows-amd64", "windows-arm64"},
	} {
		text := string(artefact(t, r, name))
		for _, p := range platforms {
			archive := r.archiveName(platformOf(p))
			if hash := digest(artefact(t, r, archive)); !strings.Contains(text, archive) || !strings.Contains(text, hash) {
				t.Errorf("%s: expected %s and %s", name, archive, hash)
			}
		}
	}
	if !json.Valid(artefact(t, r, "tourmaline.json")) {
		t.Error("tourmaline.json is not JSON")
	}
	var statement struct{ Subject []subject }
	text := artefact(t, r, "provenance.json")
	if err := json.Unmarshal(text, &statement); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(artefact(t, r, sums)), "\n"); len(statement.Subject) != n-1 || !bytes.Contains(text, []byte(r.commit)) {
		t.Errorf("%d subjects for %d artefacts:\n%s", len(statement.Subject), n-1, text)
	}
}

func TestInvalidVersions(t *testing.T) {
	for _, version := range []string{"", "0.1.0", "v1", "v1.2.3-SNAPSHOT", "v1.2.3/../x"} {
		if err := new(release).setVersion(version); err == nil {
			t.Errorf("%q is accepted", version)
		}
	}
}
