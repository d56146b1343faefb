package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A pack is a package as described by go list.
type pack struct {
	ImportPath, Dir string
	GoFiles         []string

	flags []string // flags for its tests
}

// list returns the package that matches a pattern.
func list(pattern string) (pack, error) {
	var p pack
	text, err := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles", pattern).Output()
	if err != nil {
		return p, fmt.Errorf("%s: %w", pattern, explained(err))
	}
	if err := json.Unmarshal(text, &p); err != nil {
		return p, fmt.Errorf("%s: expected one package: %w", pattern, err)
	}
	imports, err := exec.Command("go", "list", "-test", "-deps", pattern).Output()
	if err != nil {
		return p, fmt.Errorf("%s: %w", pattern, explained(err))
	}
	if slices.Contains(strings.Fields(string(imports)), "pgregory.net/rapid") {
		// Use the same inputs for every mutant, and record no failures in testdata.
		p.flags = []string{"-rapid.seed=1", "-rapid.nofailfile", "-rapid.shrinktime=0s"}
	}
	return p, nil
}

// explained adds the output of the go command to an error.
func explained(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return fmt.Errorf("%w: %s", err, exit.Stderr)
	}
	return err
}

// candidates returns the mutants of the package that match only, in an order that depends only on
// the seed and the source.
func (p *pack) candidates(seed uint64, only *regexp.Regexp) ([]mutant, error) {
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	var all []mutant
	for _, name := range p.GoFiles {
		path := filepath.Join(p.Dir, name)
		if short, err := filepath.Rel(here, path); err == nil {
			path = short
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		some, err := mutantsOf(path, source)
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	all = slices.DeleteFunc(all, func(m mutant) bool { return !only.MatchString(m.String()) })
	random := rand.New(rand.NewPCG(seed, 0))
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all, nil
}
