package archtest

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// goTool runs the go command and returns its output.
func goTool(t *testing.T, env []string, args ...string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), "go", args...)
	c.Dir = root
	c.Env = append(os.Environ(), env...)
	var complaints strings.Builder
	c.Stderr = &complaints
	out, err := c.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, complaints.String())
	}
	return string(out)
}

// TestTheLibraryLoadsNoDriver checks that a program that embeds the library loads no OpenCL driver
// unless it imports one.
func TestTheLibraryLoadsNoDriver(t *testing.T) {
	for path := range strings.FieldsSeq(goTool(t, nil, "list", "-deps", ".")) {
		if pkg, inside := relative(path); inside && (within(path, module+"/internal/cl") || pkg == "opencl") || strings.Contains(path, "purego") {
			t.Errorf("the root package imports %s", path)
		}
	}
	if deps := goTool(t, nil, "list", "-deps", "./opencl"); !strings.Contains(deps, module+"/internal/cl\n") {
		t.Errorf("package opencl without a driver: this test searches for the wrong name in\n%s", deps)
	}
}

// TestTheLibraryHasNoStatistics checks that a program that embeds the library does not link the
// statistics package for experiments.
func TestTheLibraryHasNoStatistics(t *testing.T) {
	for path := range strings.FieldsSeq(goTool(t, nil, "list", "-deps", ".")) {
		if within(path, module+"/internal/experiment") || strings.HasPrefix(path, "gonum.org/") {
			t.Errorf("the root package imports %s", path)
		}
	}
	if deps := goTool(t, nil, "list", "-deps", "./internal/experiment/stats"); !strings.Contains(deps, "\ngonum.org/") {
		t.Errorf("statistics without gonum: this test searches for the wrong name in\n%s", deps)
	}
}

// TestTheLibraryHasNoService checks that a program that embeds the library links no part of the
// service, and neither do the examples.
func TestTheLibraryHasNoService(t *testing.T) {
	parts := []string{"github.com/nats-io/", "github.com/danielgtaylor/huma/", "github.com/prometheus/"}
	for _, of := range [][]string{{"list", "-deps", "."}, {"-C", "examples", "list", "-deps", "./..."}} {
		for path := range strings.FieldsSeq(goTool(t, nil, of...)) {
			for _, part := range parts {
				if strings.HasPrefix(path, part) {
					t.Errorf("go %s: %s", strings.Join(of, " "), path)
				}
			}
		}
	}
	deps := goTool(t, nil, "list", "-deps", "./cmd/tourmaline")
	for _, part := range parts {
		if !strings.Contains(deps, "\n"+part) {
			t.Errorf("the command without %s: this test searches for the wrong name", part)
		}
	}
}

// TestAnEmbeddingProgramIsStatic checks that a program that embeds the library runs without libc.
func TestAnEmbeddingProgramIsStatic(t *testing.T) {
	dir := t.TempDir()
	source, program := filepath.Join(dir, "main.go"), filepath.Join(dir, "main")
	text := "package main\n\nimport \"" + module + "\"\n\nfunc main() { println(tourmaline.Version()) }\n"
	if err := os.WriteFile(source, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	goTool(t, []string{"CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64"}, "build", "-o", program, source)
	file, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, p := range file.Progs {
		if p.Type == elf.PT_INTERP {
			t.Error("the program needs a dynamic linker")
		}
	}
}
