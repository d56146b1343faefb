package main

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"
)

// exactTag matches the tag of an image that names one version, such as 1.26.8-bookworm or v0.1.0.
var exactTag = regexp.MustCompile(`^v?\d+\.\d+\.\d+([-.][a-z0-9.-]+)?$`)

// checkPinned returns an error unless the name of an image contains a digest or the tag of one version.
func checkPinned(image string) error {
	name, digest, _ := strings.Cut(image, "@")
	_, tag, _ := strings.Cut(name[strings.LastIndex(name, "/")+1:], ":")
	if strings.HasPrefix(digest, "sha256:") || exactTag.MatchString(tag) {
		return nil
	}
	return fmt.Errorf("image %q: expected a digest or the tag of one version, such as golang:1.26.8-bookworm", image)
}

// checkImage checks that the base images are pinned and that the last stage has a numeric non-root user.
func checkImage(project fs.FS) (faults []error) {
	text, err := fs.ReadFile(project, "deploy/Dockerfile")
	if err != nil {
		return []error{err}
	}
	stages, user := map[string]bool{"scratch": true}, ""
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		switch {
		case len(words) < 2:
		case words[0] == "FROM":
			user = ""
			if err := checkPinned(words[1]); err != nil && !stages[words[1]] {
				faults = append(faults, err)
			}
			if len(words) == 4 {
				stages[words[3]] = true
			}
		case words[0] == "USER":
			user = words[1]
		}
	}
	if !regexp.MustCompile(`^[1-9]\d*(:[1-9]\d*)?$`).MatchString(user) {
		faults = append(faults, fmt.Errorf("USER: expected the number of a user other than root, found %q", user))
	}
	return faults
}
