package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

// exact matches an exact version number, for example 1.2.3.
var exact = regexp.MustCompile(`^\d+\.\d+\.\d+$`)

// pinned returns an error unless every package is required at an exact version, locked by a hash of
// its content, and installed at that version.
func pinned(folder string) error {
	var wanted struct {
		Dependencies, DevDependencies map[string]string
	}
	if err := decode(filepath.Join(folder, "package.json"), &wanted); err != nil {
		return err
	}
	var lock struct {
		Packages map[string]struct {
			Version, Integrity string
			Optional           bool
		}
	}
	if err := decode(filepath.Join(folder, "package-lock.json"), &lock); err != nil {
		return err
	}
	var faults []error
	for _, group := range []map[string]string{wanted.Dependencies, wanted.DevDependencies} {
		for name, version := range group {
			if !exact.MatchString(version) {
				faults = append(faults, fmt.Errorf("package.json: %s: expected an exact version such as 1.2.3, found %q", name, version))
			}
			if _, ok := lock.Packages["node_modules/"+name]; !ok {
				faults = append(faults, fmt.Errorf("package-lock.json: %s is missing: run 'npm install'", name))
			}
		}
	}
	for path, p := range lock.Packages {
		if path == "" {
			continue
		}
		if p.Integrity == "" {
			faults = append(faults, fmt.Errorf("package-lock.json: %s has no integrity hash", path))
		}
		var laid struct{ Version string }
		err := decode(filepath.Join(folder, path, "package.json"), &laid)
		if p.Optional && errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil || laid.Version != p.Version {
			faults = append(faults, fmt.Errorf("%s: expected version %s, found %q: run 'npm ci'", path, p.Version, laid.Version))
		}
	}
	return errors.Join(faults...)
}

func decode(path string, to any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, to); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
