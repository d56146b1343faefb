package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// A platform is an operating system and a processor. The commands for Linux are built twice: the
// static one needs no C library and has no OpenCL.
type platform struct {
	system, processor string
	static            bool
}

// archived lists the platforms for which archives are built.
var archived = []platform{
	{"linux", "amd64", true}, {"linux", "arm64", true},
	{"darwin", "amd64", false}, {"darwin", "arm64", false},
	{"windows", "amd64", false}, {"windows", "arm64", false},
}

func (p platform) String() string { return p.system + "-" + p.processor }

// command returns the path of the command within the folder of built commands.
func (p platform) command() string {
	folder, name := p.String(), "tourmaline"
	if p.static {
		folder += "-static"
	}
	if p.system == "windows" {
		name += ".exe"
	}
	return path.Join(folder, name)
}

// A file is an entry of an archive, a package or a layer.
type file struct {
	name  string // slash-separated; ends with a slash if the file is a folder
	mode  fs.FileMode
	owner int
	data  []byte
}

// contents returns the files for a platform: the command first, then texts, manual pages and
// completions.
func (r *release) contents(p platform) ([]file, error) {
	command, err := os.ReadFile(filepath.Join(r.binaries, filepath.FromSlash(p.command())))
	if err != nil {
		return nil, fmt.Errorf("%w: run scripts/binaries", err)
	}
	files := []file{{name: path.Base(p.command()), mode: 0o755, data: command}}
	for _, from := range []struct{ folder, pattern, to string }{
		{r.root, "LICENSE", ""},
		{r.root, "README.md", ""},
		{r.binaries, "THIRD-PARTY-LICENSES.txt", ""},
		{r.root, "docs/man/*.1", "man"},
		{r.binaries, "completions/*", "completions"},
	} {
		more, err := read(from.folder, from.pattern, from.to)
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	return files, nil
}

// read returns the files that match a pattern, sorted by name.
func read(folder, pattern, to string) (files []file, err error) {
	names, err := filepath.Glob(filepath.Join(folder, pattern))
	if err == nil && len(names) == 0 {
		err = errors.New("not found: " + filepath.Join(folder, pattern))
	}
	for _, name := range names {
		data, fault := os.ReadFile(name)
		err = errors.Join(err, fault)
		files = append(files, file{name: path.Join(to, filepath.Base(name)), mode: 0o644, data: data})
	}
	return files, err
}
