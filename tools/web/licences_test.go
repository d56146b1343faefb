package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// install writes a package with the given files into a folder of packages.
func install(t *testing.T, modules, name string, files map[string]string) {
	t.Helper()
	folder := filepath.Join(modules, filepath.FromSlash(name))
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for file, text := range files {
		if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

const metafile = `{"outputs": {"main.js": {"inputs": {
	"app/main.tsx": {"bytesInOutput": 9},
	"node_modules/preact/dist/preact.mjs": {"bytesInOutput": 5},
	"node_modules/preact/hooks/hooks.mjs": {"bytesInOutput": 5},
	"node_modules/@mapbox/tile/index.js": {"bytesInOutput": 5},
	"node_modules/unused/index.js": {"bytesInOutput": 0}}}}}`

// Only packages with code in the bundle count.
func TestBundledPackages(t *testing.T) {
	got, err := bundledPackages(metafile)
	if want := []string{"@mapbox/tile", "preact"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
	if _, err := bundledPackages("{"); err == nil {
		t.Error("an incomplete description is accepted")
	}
}

// Licences are listed with the name and the version of their package. A package without a licence is
// an error that says what to do.
func TestLicences(t *testing.T) {
	modules := t.TempDir()
	install(t, modules, "preact", map[string]string{"package.json": `{"version": "1.2.3"}`, "LICENSE": "MIT\r\ntext\r\n"})
	install(t, modules, "@mapbox/tile", map[string]string{"package.json": `{"version": "3.0.0", "license": "ISC"}`})
	if _, err := licences(modules, metafile); err == nil || !strings.Contains(err.Error(), "@mapbox/tile 3.0.0 (ISC): the package contains no licence: add it to") {
		t.Errorf("without a licence: %v", err)
	}
	install(t, modules, "@mapbox/tile", map[string]string{"LICENSE.txt": "ISC text\n"})
	got, err := licences(modules, metafile)
	if want := "== @mapbox/tile 3.0.0\n\nISC text\n\n== preact 1.2.3\n\nMIT\ntext\n"; err != nil || string(got) != want {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
}

// The licences that the project adds are found.
func TestOmittedLicences(t *testing.T) {
	modules := t.TempDir()
	install(t, modules, "pmtiles", nil)
	text, err := licence(modules, "pmtiles")
	if err != nil || !strings.HasPrefix(string(text), "Copyright 2021 Protomaps LLC") {
		t.Errorf("%q, %v", text, err)
	}
}

// The bundle of this project has the licence of every package on which the pages depend, in its
// locked version, and no licence of a tool.
func TestProjectLicences(t *testing.T) {
	folder := filepath.Join("..", "..", "internal", "web")
	text, err := os.ReadFile(filepath.Join(folder, "dist", licencesFile))
	if err != nil {
		t.Fatal(err)
	}
	var wanted struct{ Dependencies, DevDependencies map[string]string }
	manifest, err := os.ReadFile(filepath.Join(folder, "package.json"))
	if err == nil {
		err = json.Unmarshal(manifest, &wanted)
	}
	if err != nil || len(wanted.Dependencies) == 0 {
		t.Fatal("no dependencies: ", err)
	}
	for name, version := range wanted.Dependencies {
		if !strings.Contains("\n"+string(text), "\n== "+name+" "+version+"\n\n") {
			t.Errorf("%s %s is missing: run make web", name, version)
		}
	}
	for name := range wanted.DevDependencies {
		if strings.Contains(string(text), "== "+name+" ") {
			t.Errorf("%s is a tool and not part of the pages", name)
		}
	}
}
