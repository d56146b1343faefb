package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A reach says which tests execute which lines of a package. A test that does not execute the line of
// a mutant cannot detect it.
type reach struct {
	blocks map[string][]block // by the name of the file
	times  map[string]time.Duration
}

// A block of statements, with the tests that execute it.
type block struct {
	first, last int // lines
	tests       map[string]bool
}

func (b *block) contains(line int) bool { return b.first <= line && line <= b.last }

// measureReach runs every test alone and records the lines that it executes. Processes that a test starts
// are not recorded.
func (l *laboratory) measureReach(ctx context.Context) (*reach, error) {
	binary := filepath.Join(l.folder, "covered")
	defer func() { _ = os.Remove(binary) }()
	if complaint, ok := l.pack.build(ctx, binary, "", "-cover", "-covermode=set"); !ok {
		return nil, fmt.Errorf("%s does not compile for coverage: %s", l.pack.ImportPath, complaint)
	}
	list := exec.CommandContext(ctx, binary, "-test.list", "^Test|^Fuzz|^Example")
	list.Dir = l.pack.Dir
	names, err := list.Output()
	if err != nil {
		return nil, explained(err)
	}
	r := &reach{blocks: map[string][]block{}, times: map[string]time.Duration{}}
	for _, name := range strings.Fields(string(names)) {
		profile := filepath.Join(l.folder, "profile")
		began := time.Now()
		switch v, err := l.pack.test(ctx, binary, time.Hour, "-test.run", "^"+name+"$", "-test.coverprofile", profile); {
		case err != nil:
			return nil, err
		case v.outcome != survived:
			return nil, fmt.Errorf("%s of %s fails alone and without a mutant: %s", name, l.pack.ImportPath, v.by)
		}
		r.times[name] = time.Since(began)
		text, err := os.ReadFile(profile)
		if err != nil {
			return nil, err
		}
		if err := r.add(name, l.pack.ImportPath, string(text)); err != nil {
			return nil, err
		}
	}
	return r, nil
}

var profiled = regexp.MustCompile(`^(.*)/([^/]+\.go):(\d+)\.\d+,(\d+)\.\d+ \d+ (\d+)$`)

// add adds the coverage profile of a test.
func (r *reach) add(test, importPath, profile string) error {
	number := 0
	position := map[string]int{} // of the next block of each file: all profiles have the same blocks
	for line := range strings.Lines(profile) {
		line = strings.TrimSpace(line)
		if number++; number == 1 {
			continue // the mode
		}
		found := profiled.FindStringSubmatch(line)
		if found == nil {
			return fmt.Errorf("line %d of the coverage profile of %s: %q", number, test, line)
		}
		if found[1] != importPath {
			continue
		}
		file := found[2]
		at := position[file]
		position[file]++
		if at == len(r.blocks[file]) {
			first, _ := strconv.Atoi(found[3])
			last, _ := strconv.Atoi(found[4])
			r.blocks[file] = append(r.blocks[file], block{first, last, map[string]bool{}})
		}
		if found[5] != "0" {
			r.blocks[file][at].tests[test] = true
		}
	}
	return nil
}

// testsOf returns the tests that execute the line of a mutant, or the switch that evaluates it, and the
// sum of their times. It returns false if the line is outside of all functions, so that any test may
// depend on it.
func (r *reach) testsOf(m *mutant) (tests []string, limit time.Duration, ok bool) {
	all := map[string]bool{}
	for _, b := range r.blocks[filepath.Base(m.file)] {
		if b.contains(m.line) || b.contains(m.reached) {
			ok = true
			for test := range b.tests {
				all[test] = true
			}
		}
	}
	for test := range all {
		tests = append(tests, test)
		limit += r.times[test]
	}
	return tests, limit, ok
}
