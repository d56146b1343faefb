package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The list contains every module that the program imports, with a hash, and the packages of the pages;
// it is the same every time.
func TestBillIsComplete(t *testing.T) {
	folder := t.TempDir()
	binary, first, second := filepath.Join(folder, "tourmaline"), filepath.Join(folder, "1.json"), filepath.Join(folder, "2.json")
	goCommand(t, "build", "-o", binary, "./cmd/tourmaline")
	lock := "../../internal/web/package-lock.json"
	for _, out := range []string{first, second} {
		if _, err := write(out, binary, lock); err != nil {
			t.Fatal(err)
		}
	}
	text, again := read(t, first), read(t, second)
	if text != again {
		t.Error("two lists of one binary differ")
	}
	var d document
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		t.Fatal(err)
	}
	var listed []string
	for _, c := range d.Components {
		listed = append(listed, c.Name+"@"+c.Version)
		if len(c.Hashes) == 0 && c.Name != "std" {
			t.Errorf("%s has no hash", c.Name)
		}
	}
	modules := goCommand(t, "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}@{{.Version}}{{end}}{{end}}", "./cmd/tourmaline")
	wanted := append(slices.Compact(slices.Sorted(slices.Values(strings.Fields(modules)))), "preact@"+version(t, lock, "preact"))
	for _, module := range wanted {
		if !slices.Contains(listed, module) {
			t.Errorf("%s is missing", module)
		}
	}
	if len(wanted) < 20 {
		t.Errorf("the program has %d modules", len(wanted))
	}
}

func goCommand(t *testing.T, args ...string) string {
	t.Helper()
	c := exec.Command("go", args...)
	c.Dir = "../.."
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("go %v: %v\n%s", args, err, out)
	}
	return string(out)
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// version returns the version of a package in a package-lock.json.
func version(t *testing.T, lock, name string) string {
	t.Helper()
	var file struct {
		Packages map[string]struct{ Version string }
	}
	if err := json.Unmarshal([]byte(read(t, lock)), &file); err != nil {
		t.Fatal(err)
	}
	return file.Packages["node_modules/"+name].Version
}

func TestPackageURLs(t *testing.T) {
	for want, c := range map[string]component{
		"pkg:npm/%40mapbox/vector-tile@3.0.1":        newComponent("library", "npm", "@mapbox/vector-tile", "3.0.1"),
		"pkg:golang/github.com/nats-io/nkeys@v0.4.1": newComponent("library", "golang", "github.com/nats-io/nkeys", "v0.4.1"),
	} {
		if c.URL != want || c.Ref != want {
			t.Errorf("expected %s, found %s", want, c.URL)
		}
	}
}
