package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	_ "github.com/goreleaser/nfpm/v2/deb" // Debian packages
	"github.com/goreleaser/nfpm/v2/files"
	_ "github.com/goreleaser/nfpm/v2/rpm" // RPM packages
)

// A packageFormat names what differs between Debian and RPM packages. Their commands can use OpenCL,
// so they need the C library.
type packageFormat struct {
	name, library, opencl string
	completions           map[string]string // suffix in an archive to path in a system
}

var packageFormats = []packageFormat{
	{"deb", "libc6 (>= 2.17)", "ocl-icd-libopencl1", completions("vendor-completions")},
	{"rpm", "glibc >= 2.17", "ocl-icd", completions("site-functions")},
}

func completions(zsh string) map[string]string {
	return map[string]string{
		".bash": "/usr/share/bash-completion/completions/tourmaline",
		".zsh":  "/usr/share/zsh/" + zsh + "/_tourmaline",
		".fish": "/usr/share/fish/vendor_completions.d/tourmaline.fish",
	}
}

// packages writes the packages for Linux.
func (r *release) packages() error {
	for _, processor := range []string{"amd64", "arm64"} {
		contents, err := r.contents(platform{"linux", processor, false})
		if err != nil {
			return err
		}
		for _, format := range packageFormats {
			if err := r.pack(format, processor, contents); err != nil {
				return fmt.Errorf("%s for %s: %w", format.name, processor, err)
			}
		}
	}
	return nil
}

// pack writes one package. The packager reads files by path, so they are written to a folder first.
func (r *release) pack(format packageFormat, processor string, contents []file) (err error) {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	info := r.describe(format, processor)
	for i, f := range contents {
		to := format.place(f.name)
		if to == "" {
			continue
		}
		source := filepath.Join(folder, fmt.Sprint(i))
		if err := os.WriteFile(source, f.data, 0o600); err != nil {
			return err
		}
		mode := &files.ContentFileInfo{Mode: f.mode, MTime: r.time}
		info.Contents = append(info.Contents, &files.Content{Source: source, Destination: to, FileInfo: mode})
	}
	return r.packInfo(format.name, info)
}

func (r *release) packInfo(name string, info *nfpm.Info) error {
	packager, err := nfpm.Get(name)
	if err != nil {
		return err
	}
	if err := nfpm.PrepareForPackager(nfpm.WithDefaults(info), name); err != nil {
		return err
	}
	var b bytes.Buffer
	if err := packager.Package(info, &b); err != nil {
		return err
	}
	return os.WriteFile(r.path(packager.ConventionalFileName(info)), b.Bytes(), 0o644)
}

func (r *release) describe(format packageFormat, processor string) *nfpm.Info {
	info := &nfpm.Info{
		Name: "tourmaline", Arch: processor, Platform: "linux", Version: "v" + r.version, Release: "1",
		Section: "math", Priority: "optional", License: "Apache-2.0", Homepage: homepage,
		Maintainer:  "The Tourmaline maintainers <maintainers@tourmaline-opt.invalid>",
		Description: "Short routes through many stops\nSolves tours, vehicle routing and other problems of combinatorial optimisation.",
		MTime:       r.time,
	}
	info.Depends = []string{format.library}
	info.Recommends = []string{format.opencl}
	info.RPM.BuildHost = "localhost"
	info.RPM.Summary = "Short routes through many stops"
	info.Umask = fs.FileMode(0)
	return info
}

// place returns the path in a system for a file of an archive, or "" if a package omits it.
func (f packageFormat) place(name string) string {
	switch folder, base := path.Split(name); folder {
	case "man/":
		return "/usr/share/man/man1/" + base
	case "completions/":
		return f.completions[path.Ext(base)]
	default:
		if base == "tourmaline" {
			return "/usr/bin/tourmaline"
		}
		return "/usr/share/doc/tourmaline/" + strings.Replace(base, "LICENSE", "copyright", 1)
	}
}
