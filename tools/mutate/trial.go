package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"
)

// An outcome is the result of trying a mutant.
type outcome int

const (
	discarded outcome = iota // does not compile, so it does not count
	survived                 // all tests pass
	killed                   // a test fails
	hung                     // the tests do not finish; counts as killed
)

func (o outcome) String() string {
	return [...]string{"discarded", "survived", "killed", "hung"}[o]
}

// A verdict is an outcome with its evidence: the failed test or the compiler's error message.
type verdict struct {
	outcome
	by string
}

// A laboratory tries the mutants of one package in a separate folder.
type laboratory struct {
	pack     pack
	folder   string
	limit    time.Duration // time limit for the tests of a mutant
	patience time.Duration
	reach    *reach // nil to run all tests for each mutant
}

// try compiles the package's tests with a mutant in place of the original file, and runs the tests
// if they compile.
func (l *laboratory) try(ctx context.Context, number int, m *mutant) (verdict, error) {
	folder := filepath.Join(l.folder, fmt.Sprint(number))
	overlay, err := l.overlay(folder, m)
	if err != nil {
		return verdict{}, err
	}
	binary := filepath.Join(folder, "tests")
	defer func() { _ = os.Remove(binary) }()
	if complaint, ok := l.pack.build(ctx, binary, overlay); !ok {
		return verdict{discarded, complaint}, ctx.Err()
	}
	flags, limit := []string(nil), l.limit
	if l.reach != nil {
		tests, usual, ok := l.reach.testsOf(m)
		if ok && len(tests) == 0 {
			return verdict{survived, "no test executes the line"}, nil
		}
		if ok {
			flags, limit = []string{"-test.run", "^(" + strings.Join(tests, "|") + ")$"}, 3*usual+l.patience
		}
	}
	v, err := l.pack.test(ctx, binary, limit, flags...)
	if v.outcome == killed { // twice, because a test may fail on a busy machine
		v, err = l.pack.test(ctx, binary, limit, flags...)
	}
	return v, err
}

// overlay writes the mutant and the overlay file that substitutes it for the original.
func (l *laboratory) overlay(folder string, m *mutant) (string, error) {
	source, err := os.ReadFile(m.file)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	mutated := filepath.Join(folder, filepath.Base(m.file))
	if err := os.WriteFile(mutated, m.apply(source), 0o644); err != nil {
		return "", err
	}
	original, err := filepath.Abs(m.file)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]map[string]string{"Replace": {original: mutated}})
	if err != nil {
		return "", err
	}
	path := filepath.Join(folder, "overlay.json")
	return path, os.WriteFile(path, text, 0o644)
}

// build compiles the tests of the package. It turns vet off, because vet would reject some mutants.
func (p *pack) build(ctx context.Context, binary, overlay string, flags ...string) (complaint string, ok bool) {
	args := append([]string{"test", "-c", "-vet=off", "-o", binary}, flags...)
	if overlay != "" {
		args = append(args, "-overlay", overlay)
	}
	output, err := exec.CommandContext(ctx, "go", append(args, p.ImportPath)...).CombinedOutput()
	return string(output), err == nil
}

// test runs the tests in the package's folder until the first test fails.
func (p *pack) test(ctx context.Context, binary string, limit time.Duration, flags ...string) (verdict, error) {
	inTime, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	command := exec.CommandContext(inTime, binary, slices.Concat([]string{"-test.failfast"}, p.flags, flags)...)
	command.Dir = p.Dir
	// Tests may start processes, so the whole process group is killed.
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	command.WaitDelay = time.Second
	var output bytes.Buffer
	command.Stdout, command.Stderr = &output, &output
	err := command.Run()
	switch {
	case ctx.Err() != nil:
		return verdict{}, ctx.Err()
	case inTime.Err() != nil:
		return verdict{hung, fmt.Sprintf("still running after %v", limit)}, nil
	case err != nil:
		return verdict{killed, killer(output.String())}, nil
	}
	return verdict{survived, ""}, nil
}

var failure = regexp.MustCompile(`(?m)^ *(--- FAIL: \S+|panic: .*|fatal error: .*)`)

// killer returns the first reported failure of a test run.
func killer(output string) string {
	if found := failure.FindStringSubmatch(output); found != nil {
		return found[1]
	}
	return "the tests ended with an error"
}
