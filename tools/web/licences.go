package main

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// licencesFile is the file of dist with the licences of the packages whose code the pages contain. A
// release appends it to the licences of the Go modules.
const licencesFile = "THIRD-PARTY-LICENSES.txt"

// omitted has the licences of packages that do not contain them, from the repositories of the packages.
//
//go:embed licences
var omitted embed.FS

// packagePath matches the name of a package in the path of a file that esbuild has read.
var packagePath = regexp.MustCompile(`node_modules/((?:@[^/]+/)?[^/]+)/`)

// bundledPackages returns the names of the packages in esbuild's description of a bundle. A package of
// which no code remains in the bundle does not count.
func bundledPackages(metafile string) ([]string, error) {
	var description struct {
		Outputs map[string]struct {
			Inputs map[string]struct{ BytesInOutput int }
		}
	}
	if err := json.Unmarshal([]byte(metafile), &description); err != nil {
		return nil, err
	}
	found := map[string]bool{}
	for _, output := range description.Outputs {
		for name, input := range output.Inputs {
			if m := packagePath.FindStringSubmatch(name); m != nil && input.BytesInOutput > 0 {
				found[m[1]] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found)), nil
}

// licences returns the licences of the packages in a bundle, in the form of the list that
// scripts/release writes.
func licences(modules, metafile string) ([]byte, error) {
	names, err := bundledPackages(metafile)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	for _, name := range names {
		var p struct{ Version, License string }
		if err := decode(filepath.Join(modules, filepath.FromSlash(name), "package.json"), &p); err != nil {
			return nil, err
		}
		text, err := licence(modules, name)
		if err != nil {
			return nil, fmt.Errorf("%s %s (%s): %w", name, p.Version, p.License, err)
		}
		fmt.Fprintf(&b, "== %s %s\n\n%s\n\n", name, p.Version, bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))))
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// licence returns the licence of a package.
func licence(modules, name string) ([]byte, error) {
	entries, err := os.ReadDir(filepath.Join(modules, filepath.FromSlash(name)))
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if base := strings.ToLower(e.Name()); strings.HasPrefix(base, "license") || strings.HasPrefix(base, "licence") {
			return os.ReadFile(filepath.Join(modules, filepath.FromSlash(name), e.Name()))
		}
	}
	text, err := fs.ReadFile(omitted, path.Join("licences", name+".txt"))
	if err != nil {
		err = fmt.Errorf("the package contains no licence: add it to tools/web/licences/%s.txt", name)
	}
	return text, err
}
