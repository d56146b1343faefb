package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every kernel of the repository is in a program, except for those that test devices. No program
// contains the code for a CPU.
func TestProgramsAreComplete(t *testing.T) {
	all, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	names, texts := map[string]bool{}, strings.Builder{}
	for _, p := range all {
		if names[p.name] {
			t.Errorf("%s: duplicate name", p.name)
		}
		names[p.name] = true
		texts.WriteString(p.text)
	}
	text := texts.String()
	if strings.Contains(text, "#define ALONE 1") || !strings.Contains(text, "#define ALONE 0") {
		t.Error("a card is asked to compile the code of a CPU for teams of one")
	}
	for _, kernel := range kernels(t) {
		if !strings.Contains(text, "__kernel void "+kernel+"(") {
			t.Errorf("kernel %s is in none of %d programs", kernel, len(all))
		}
	}
	for _, define := range []string{"TABU_LOCAL 0", "TABU 0", "TABU 1", "ENTRY uint", "RING 8", "DENSE 0", "CURVED 1", "SELECTION 1", "UPDATES 3", "PLACE 5", "DISTANCE 3", "SYMMETRIC 0"} {
		if !strings.Contains(text, "#define "+define+"\n") {
			t.Errorf("no program defines %s", define)
		}
	}
}

// kernels returns the names of all kernels in the repository.
func kernels(t *testing.T) (names []string) {
	t.Helper()
	name := regexp.MustCompile(`__kernel void (\w+)\(`)
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && regexp.MustCompile(`/(examples|selftest|testdata|tools|bin|lib|node_modules)$`).MatchString(path) {
			return fs.SkipDir
		}
		if err != nil || filepath.Ext(path) != ".cl" {
			return err
		}
		text, err := os.ReadFile(path)
		for _, found := range name.FindAllStringSubmatch(string(text), -1) {
			names = append(names, found[1])
		}
		return err
	})
	if err != nil || len(names) < 25 {
		t.Fatal(names, err)
	}
	return names
}
