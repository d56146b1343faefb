package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"strings"
	"testing"
	"time"
)

// Packages put every file where its system expects it.
func TestPlaces(t *testing.T) {
	for name, want := range map[string][2]string{
		"tourmaline":                  {"/usr/bin/tourmaline", "/usr/bin/tourmaline"},
		"LICENSE":                     {"/usr/share/doc/tourmaline/copyright", "/usr/share/doc/tourmaline/copyright"},
		"README.md":                   {"/usr/share/doc/tourmaline/README.md", "/usr/share/doc/tourmaline/README.md"},
		"man/tourmaline-solve.1":      {"/usr/share/man/man1/tourmaline-solve.1", "/usr/share/man/man1/tourmaline-solve.1"},
		"completions/tourmaline.zsh":  {"/usr/share/zsh/vendor-completions/_tourmaline", "/usr/share/zsh/site-functions/_tourmaline"},
		"completions/tourmaline.bash": {"/usr/share/bash-completion/completions/tourmaline", "/usr/share/bash-completion/completions/tourmaline"},
		"completions/tourmaline.ps1":  {"", ""},
	} {
		for i, format := range packageFormats {
			if got := format.place(name); got != want[i] {
				t.Errorf("%s, %s: expected %q, found %q", format.name, name, want[i], got)
			}
		}
	}
}

// The static command is the one for Linux archives only.
func TestCommands(t *testing.T) {
	for _, p := range archived {
		isStatic := strings.Contains(p.command(), "-static/")
		if isStatic != (p.system == "linux") {
			t.Errorf("%s: %s", p, p.command())
		}
		if strings.HasSuffix(p.command(), ".exe") != (p.system == "windows") {
			t.Errorf("%s: %s", p, p.command())
		}
	}
}

// Folders and owners of a layer are kept.
func TestLayerModes(t *testing.T) {
	var b bytes.Buffer
	at := time.Unix(1_800_000_000, 0)
	if err := writeTar(&b, baseFiles(), at); err != nil {
		t.Fatal(err)
	}
	modes := map[string]int64{}
	owners := map[string]int{}
	for r := tar.NewReader(&b); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		modes[h.Name], owners[h.Name] = h.Mode, h.Uid
		if !h.ModTime.Equal(at) {
			t.Errorf("%s has the time %s", h.Name, h.ModTime)
		}
	}
	if modes["tmp/"] != 0o1777 || modes["data/"] != 0o700 {
		t.Errorf("modes %v", modes)
	}
	if owners["data/"] != 65532 || owners["tmp/"] != 0 {
		t.Errorf("owners %v", owners)
	}
}

// A missing command and a missing text are errors that name them.
func TestMissingFiles(t *testing.T) {
	r := &release{root: "../..", binaries: t.TempDir(), out: t.TempDir()}
	if _, err := r.contents(archived[0]); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "run scripts/binaries") {
		t.Errorf("a missing command: %v", err)
	}
	if _, err := read(r.binaries, "completions/*", "completions"); err == nil || !strings.Contains(err.Error(), "completions") {
		t.Errorf("missing completions: %v", err)
	}
}
