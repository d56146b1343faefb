// Command release packs the commands that scripts/binaries has built: archives, Debian and RPM
// packages, an image, recipes for package managers, a provenance statement and checksums. It opens no
// network connections, and the same inputs give the same files, bit for bit. It has its own module,
// so that the tools need none of its dependencies.
//
//	go -C tools/release run . -version v0.1.0 -commit HASH -time SECONDS
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"
)

// A release is what all artefacts have in common.
type release struct {
	version  string    // without the v
	commit   string    // full hash
	time     time.Time // of the commit, and of every packed file
	root     string    // folder of the project
	binaries string    // folder that scripts/binaries writes
	out      string    // folder of the artefacts
}

func main() {
	var r release
	version := flag.String("version", "", "`version`, such as v0.1.0")
	seconds := flag.Int64("time", 0, "time of the commit in `seconds` since 1970")
	flag.StringVar(&r.commit, "commit", "", "full `hash` of the commit")
	flag.StringVar(&r.root, "root", "../..", "`folder` of the project")
	flag.StringVar(&r.binaries, "binaries", "../../dist/binaries", "`folder` of the built commands")
	flag.StringVar(&r.out, "out", "../../dist/release", "`folder` for the artefacts")
	flag.Parse()
	r.time = time.Unix(*seconds, 0).UTC()
	err := r.setVersion(*version)
	if err == nil {
		err = r.write()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

var versions = regexp.MustCompile(`^v(\d+\.\d+\.\d+(-(alpha|beta|rc)\.\d+)?)$`)

func (r *release) setVersion(version string) error {
	found := versions.FindStringSubmatch(version)
	if found == nil {
		return fmt.Errorf("invalid version %q: expected a version such as v0.1.0 or v0.2.0-rc.1", version)
	}
	r.version = found[1]
	return nil
}

// write writes all artefacts. Recipes contain the hashes of archives, and the provenance and the
// checksums cover all other artefacts, also those that other tools have written to the folder.
func (r *release) write() error {
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	for _, step := range []func() error{r.archives, r.packages, r.image, r.recipes, r.provenance, r.checksums} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// path returns the path of an artefact.
func (r *release) path(name string) string { return filepath.Join(r.out, name) }
