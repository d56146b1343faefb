package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// build builds a program, and returns its path.
func build(t *testing.T, folder, from string) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), filepath.Base(from))
	command := exec.Command("go", "build", "-buildvcs=false", "-o", binary, from)
	command.Dir = folder
	if text, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return binary
}

// The campaign accepts the command, and detects each of the mistakes of a faulty one.
func TestFaultsAreFound(t *testing.T) {
	honest := build(t, "../..", "./cmd/tourmaline")
	t.Setenv("TOURMALINE", honest)
	faulty := build(t, ".", "./testdata/faulty")
	for _, c := range []struct{ fault, kinds, cases, message string }{
		{"cost", "tours", "5", "false cost"},
		{"cost", "other problems", "5", "false cost"},
		{"proof", "claims", "10", "false proof"},
		{"threads", "threads", "20", "different tours"},
		{"resume", "kills", "8", "after kills"},
		{"late", "tours", "3", "over the time limit, five times"},
		{"memory", "damaged instances", "2", "MB for a small file"},
		{"code", "mistakes", "3", "exit code 1"},
		{"silent", "mistakes", "3", "without a message"},
		{"raw", "mistakes", "3", `the message contains "strconv."`},
	} {
		t.Run(c.fault+" in "+c.kinds, func(t *testing.T) {
			t.Setenv("FAULT", c.fault)
			var report strings.Builder
			err := run(t.Context(), []string{"-kinds", c.kinds, "-cases", c.cases, "-keep", t.TempDir(), faulty}, &report)
			if !errors.Is(err, errFound) || !strings.Contains(report.String(), c.message) {
				t.Errorf("%v, expected %q in the report:\n%s", err, c.message, report.String())
			}
		})
	}
	t.Run("none", func(t *testing.T) {
		var report strings.Builder
		if err := run(t.Context(), []string{"-cases", "60", honest}, &report); err != nil {
			t.Errorf("%v:\n%s", err, report.String())
		}
	})
}

// A case depends only on the seed and its number.
func TestCasesAreReproducible(t *testing.T) {
	files := func() string {
		c := campaign{options: options{seed: 5}}
		folder := t.TempDir()
		a := c.prepare(t.Context(), 77, folder)
		a.write("x.tsp", a.tsplib(a.instance(a.size(100))))
		text, err := os.ReadFile(filepath.Join(folder, "x.tsp"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if one, other := files(), files(); one != other {
		t.Errorf("two runs of a case differ:\n%s\n%s", one, other)
	}
}
