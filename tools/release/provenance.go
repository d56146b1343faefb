package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strings"
)

// sums is the file with the checksums of all other artefacts.
const sums = "SHA256SUMS"

// A subject names an artefact by its hash.
type subject struct {
	Name   string            `json:"name"`
	Digest map[string]string `json:"digest"`
}

// provenance writes an in-toto statement with a SLSA predicate: from which commit, with which compiler
// and by which command the artefacts were built. It contains no time of the build, so that a second
// build gives the same statement.
func (r *release) provenance() error {
	subjects, err := r.subjects()
	if err != nil {
		return err
	}
	type object = map[string]any
	statement := object{
		"_type": "https://in-toto.io/Statement/v1", "subject": subjects,
		"predicateType": "https://slsa.dev/provenance/v1",
		"predicate": object{
			"buildDefinition": object{
				"buildType":          homepage + "/blob/v" + r.version + "/docs/maintainers.md#release",
				"externalParameters": object{"command": "make release VERSION=v" + r.version},
				"resolvedDependencies": []object{
					{"uri": "git+" + homepage + "@refs/tags/v" + r.version, "digest": object{"gitCommit": r.commit}},
					{"uri": "pkg:golang/toolchain@" + runtime.Version()},
				},
			},
			"runDetails": object{"builder": object{"id": homepage + "/blob/v" + r.version + "/scripts/release"}},
		},
	}
	text, err := json.MarshalIndent(statement, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(r.path("provenance.json"), append(text, '\n'), 0o644)
}

// checksums writes the checksums in the format of sha256sum.
func (r *release) checksums() error {
	subjects, err := r.subjects()
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, s := range subjects {
		fmt.Fprintf(&b, "%s  %s\n", s.Digest["sha256"], s.Name)
	}
	return os.WriteFile(r.path(sums), []byte(b.String()), 0o644)
}

// subjects returns all artefacts written so far, sorted by name.
func (r *release) subjects() (all []subject, err error) {
	entries, err := os.ReadDir(r.out)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.Name() == sums {
			continue
		}
		hash, err := hashFile(r.path(e.Name()))
		if err != nil {
			return nil, err
		}
		all = append(all, subject{e.Name(), map[string]string{"sha256": hash}})
	}
	return all, nil
}
