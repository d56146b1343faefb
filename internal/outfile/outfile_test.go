package outfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// text returns a function that writes s.
func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

// holds checks the content of a file.
func holds(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s holds %.40q (%v), want %.40q", path, got, err, want)
	}
}

// alone checks that a folder contains exactly the named files.
func alone(t *testing.T, folder string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if !slices.Equal(got, names) {
		t.Errorf("the folder has %q, want %q", got, names)
	}
}

func TestWrite(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a")
	for _, s := range []string{"first", "second, longer", "3", strings.Repeat("0123456789abcdef", 1<<17)} {
		if err := OS().Write(path, text(s)); err != nil {
			t.Fatal(err)
		}
		holds(t, path, s)
	}
	alone(t, folder, "a")
}

// A file name may be as long as the file system allows, but no longer. Check detects longer names.
func TestLongNames(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, strings.Repeat("é", 125))
	if err := errors.Join(OS().Check(path), OS().Write(path, text("long"))); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "long")
	alone(t, folder, filepath.Base(path))
	if err := OS().Check(filepath.Join(folder, strings.Repeat("x", 300))); err == nil {
		t.Error("a name of 300 letters passes the check")
	}
}

func TestPermissionsStay(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no such permissions")
	}
	path := filepath.Join(t.TempDir(), "a")
	control := filepath.Join(t.TempDir(), "control")
	if err := errors.Join(OS().Write(path, text("")), os.WriteFile(control, nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	if got, want := permissionsOf(t, path), permissionsOf(t, control); got != want {
		t.Errorf("a new file has %v, want %v, as any other", got, want)
	}
	for _, mode := range []os.FileMode{0o640, 0o606, 0o400, 0o600} {
		if err := errors.Join(os.Chmod(path, mode), OS().Write(path, text(""))); err != nil {
			t.Fatal(err)
		}
		if got := permissionsOf(t, path); got != mode {
			t.Errorf("got %v, want %v", got, mode)
		}
	}
}

func permissionsOf(t *testing.T, path string) os.FileMode {
	t.Helper()
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode().Perm()
}

// link creates a symbolic link, or skips the test if links are not supported.
func link(t *testing.T, target, path string) {
	t.Helper()
	if err := os.Symlink(target, path); err != nil {
		t.Skip(err)
	}
}

// A link stays a link to its target, whether or not the target exists.
func TestLinksStay(t *testing.T) {
	folder, elsewhere := t.TempDir(), t.TempDir()
	links := map[string]string{
		"near":    "file",
		"far":     filepath.Join(elsewhere, "file"),
		"chain":   "far",
		"missing": filepath.Join(elsewhere, "new"),
	}
	for name, target := range links {
		link(t, target, filepath.Join(folder, name))
	}
	for name, target := range links {
		path := filepath.Join(folder, name)
		if err := OS().Write(path, text(name)); err != nil {
			t.Fatal(err)
		}
		holds(t, path, name)
		if got, err := os.Readlink(path); err != nil || got != target {
			t.Errorf("%s: the link leads to %q (%v), want %q", name, got, err, target)
		}
	}
	alone(t, elsewhere, "file", "new")
	ring := filepath.Join(folder, "ring")
	link(t, "ring", ring)
	if err := OS().Write(ring, text("")); err == nil || !strings.Contains(err.Error(), "cannot write "+ring) {
		t.Errorf("a ring of links: got %v", err)
	}
}

// Check and Write both fail for a path that cannot be written, and leave no files behind.
func TestRefusals(t *testing.T) {
	folder := t.TempDir()
	nowhere := filepath.Join(folder, "link")
	link(t, filepath.Join(folder, "none", "a"), nowhere)
	for path, want := range map[string]error{
		folder:                             errFolder,
		filepath.Join(folder, "none", "a"): os.ErrNotExist,
		nowhere:                            os.ErrNotExist,
	} {
		for name, err := range map[string]error{"Check": OS().Check(path), "Write": OS().Write(path, text(""))} {
			if !errors.Is(err, want) {
				t.Errorf("%s %s: got %v, want %v", name, path, err, want)
			}
		}
	}
	alone(t, folder, "link")
}

// A device is written to, not replaced.
func TestDevices(t *testing.T) {
	const null = "/dev/null"
	before, err := os.Stat(null)
	if err != nil {
		t.Skip(err)
	}
	if err := errors.Join(OS().Check(null), OS().Write(null, text("x"))); err != nil {
		t.Fatal(err)
	}
	if after, err := os.Stat(null); err != nil || !os.SameFile(before, after) {
		t.Errorf("%s was replaced (%v)", null, err)
	}
}

// WriteNew chooses an unused name, and only the owner can read the file.
func TestWriteNew(t *testing.T) {
	folder := t.TempDir()
	for i, want := range []string{"a.txt", "a-2.txt", "a-3.txt"} {
		path, err := OS().WriteNew(folder, "a", ".txt", text(want))
		if err != nil || path != filepath.Join(folder, want) {
			t.Fatalf("file %d is %q (%v), want %s", i, path, err, want)
		}
		holds(t, path, want)
		if got := permissionsOf(t, path); runtime.GOOS != "windows" && got != 0o600 {
			t.Errorf("%s has %v", path, got)
		}
	}
	broken := errors.New("broken")
	if _, err := OS().WriteNew(folder, "b", "", func(io.Writer) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
	alone(t, folder, "a-2.txt", "a-3.txt", "a.txt")
}

// Same recognises a file by a different path, by a link, and before the file exists.
func TestSame(t *testing.T) {
	folder := t.TempDir()
	at := func(parts ...string) string { return folder + "/" + strings.Join(parts, "/") }
	if err := errors.Join(os.Mkdir(at("sub"), 0o777), os.WriteFile(at("a"), nil, 0o666), os.WriteFile(at("b"), nil, 0o666), os.Link(at("a"), at("hard"))); err != nil {
		t.Fatal(err)
	}
	link(t, "a", at("soft"))
	link(t, "new", at("dangling"))
	link(t, ".", at("here"))
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{at("a"), at(".", "a"), true},
		{at("a"), at("sub", "..", "a"), true},
		{at("a"), at("soft"), true},
		{at("a"), at("hard"), true},
		{at("a"), at("here", "a"), true},
		{at("a"), at("b"), false},
		{at("a"), at("new"), false},
		{at("new"), at("here", "new"), true},
		{at("new"), at("dangling"), true},
		{at("new"), at("sub", "new"), false},
		{at("new"), at("other"), false},
		{at("sub"), at("sub"), false},
		{"/dev/null", "/dev/null", false},
	} {
		if Same(c.a, c.b) != c.same || Same(c.b, c.a) != c.same {
			t.Errorf("%s and %s: the same is %v, want %v", c.a, c.b, !c.same, c.same)
		}
	}
}
