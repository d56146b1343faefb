// Command sbom writes a software bill of materials for a Go binary, in CycloneDX format: its modules,
// the Go standard library and the packages of the web pages that the binary contains. The same binary
// always gives the same file.
//
//	go run ./sbom -o ../bin/tourmaline.cdx.json ../bin/tourmaline
package main

import (
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"net/url"
	"os"
	"runtime/debug"
	"slices"
	"strings"
)

func main() {
	out := flag.String("o", "", "`file` to write")
	lock := flag.String("lock", "../internal/web/package-lock.json", "package-lock.json `file` of the web pages")
	flag.Parse()
	if *out == "" || flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	n, err := write(*out, flag.Arg(0), *lock)
	if err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
	fmt.Printf("%s: %d components\n", *out, n)
}

// write writes the list for a binary and returns the number of its components.
func write(out, binary, lock string) (int, error) {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return 0, err
	}
	list, err := bill(info)
	if err != nil {
		return 0, err
	}
	pages, err := pagePackages(lock)
	if err != nil {
		return 0, err
	}
	list.Components = append(list.Components, pages...)
	slices.SortFunc(list.Components, func(a, b component) int { return strings.Compare(a.URL, b.URL) })
	text, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		return 0, err
	}
	return len(list.Components), os.WriteFile(out, append(text, '\n'), 0o644)
}

// A document is a bill of materials. It has neither a serial number nor a time, so that it depends on
// the binary only.
type document struct {
	Format      string `json:"bomFormat"`
	SpecVersion string `json:"specVersion"`
	Version     int    `json:"version"`
	Metadata    struct {
		Component component `json:"component"`
	} `json:"metadata"`
	Components []component `json:"components"`
}

type component struct {
	Ref     string `json:"bom-ref"`
	Type    string `json:"type"`
	Name    string `json:"name"`
	Version string `json:"version,omitempty"`
	Scope   string `json:"scope,omitempty"`
	Hashes  []hash `json:"hashes,omitempty"`
	URL     string `json:"purl"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

// bill returns the document with the modules of a binary.
func bill(info *buildinfo.BuildInfo) (document, error) {
	d := document{Format: "CycloneDX", SpecVersion: "1.6", Version: 1}
	d.Metadata.Component = newComponent("application", "golang", info.Main.Path, info.Main.Version)
	standard := newComponent("library", "golang", "std", strings.TrimPrefix(info.GoVersion, "go"))
	standard.Scope = "required"
	d.Components = []component{standard}
	for _, m := range info.Deps {
		c, err := moduleComponent(m)
		if err != nil {
			return d, err
		}
		d.Components = append(d.Components, c)
	}
	return d, nil
}

func moduleComponent(m *debug.Module) (component, error) {
	if m.Replace != nil {
		m = m.Replace
	}
	c := newComponent("library", "golang", m.Path, m.Version)
	c.Scope = "required"
	// A sum is "h1:" and the SHA-256 of the list of the module's files.
	sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Sum, "h1:"))
	if err != nil || len(sum) != 32 {
		return c, fmt.Errorf("module %s %s: expected a sum that starts with h1:, found %q", m.Path, m.Version, m.Sum)
	}
	c.Hashes = []hash{{"SHA-256", hex.EncodeToString(sum)}}
	return c, nil
}

// newComponent returns a component with its package URL.
func newComponent(kind, ecosystem, name, version string) component {
	parts := strings.Split(name, "/")
	for i, part := range parts {
		parts[i] = strings.ReplaceAll(url.PathEscape(part), "@", "%40")
	}
	purl := "pkg:" + ecosystem + "/" + strings.Join(parts, "/")
	if version != "" {
		purl += "@" + url.PathEscape(version)
	}
	return component{Ref: purl, Type: kind, Name: name, Version: version, URL: purl}
}

// pagePackages returns the packages that the web pages bundle.
func pagePackages(lock string) (all []component, err error) {
	text, err := os.ReadFile(lock)
	if err != nil {
		return nil, err
	}
	var file struct {
		Packages map[string]struct {
			Version, Integrity string
			Dev                bool
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, fmt.Errorf("%s: %w", lock, err)
	}
	for path, p := range file.Packages {
		_, name, found := strings.Cut(path, "node_modules/")
		if !found || p.Dev {
			continue
		}
		sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(p.Integrity, "sha512-"))
		if err != nil || len(sum) != 64 {
			return nil, fmt.Errorf("%s: %s: expected an integrity that starts with sha512-, found %q", lock, name, p.Integrity)
		}
		c := newComponent("library", "npm", name, p.Version)
		c.Scope, c.Hashes = "required", []hash{{"SHA-512", hex.EncodeToString(sum)}}
		all = append(all, c)
	}
	return all, nil
}
