package experiment

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Committed reports whether a version identifies the source code of a program: a release, or a
// commit without later changes.
func Committed(version string) bool {
	return version != "" && version != "devel" && !strings.Contains(version, "+dirty")
}

// MayRecord returns an error if a program of the given version must not add records to a file.
// Records in the folder plans/results are published, so a reader must be able to obtain the version
// that made them.
func MayRecord(file, version string) error {
	full, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	folder := filepath.Dir(full)
	published := filepath.Base(folder) == "results" && filepath.Base(filepath.Dir(folder)) == "plans"
	if !published || Committed(version) {
		return nil
	}
	return fmt.Errorf("%s: records in plans/results must be from a committed version, but this is version %s: commit all changes until 'git status' reports a clean tree, build with 'make build' in a clone and use bin/tourmaline (Go records no version in a linked worktree, nor with 'go run'), or write to a different folder", file, version)
}
