package checkpoint

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// holds checks that a file can be loaded and has the payload.
func holds(t *testing.T, path, payload string) {
	t.Helper()
	_, got, err := Load(path)
	if err != nil {
		t.Error(err)
	} else if string(got) != payload {
		t.Errorf("%s has the payload %q, want %q", path, got, payload)
	}
}

// alone checks which files a folder has.
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
	if strings.Join(got, " ") != strings.Join(names, " ") {
		t.Errorf("the folder has %q, want %q", got, names)
	}
}

func TestSave(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a")
	for _, payload := range []string{"first", "second, longer", "3"} {
		if err := Save(path, encoded(t, sample(), payload)); err != nil {
			t.Fatal(err)
		}
		holds(t, path, payload)
	}
	alone(t, folder, "a")
}

// A name may be as long as the file system allows.
func TestSaveLongName(t *testing.T) {
	path := filepath.Join(t.TempDir(), strings.Repeat("x", 250))
	if err := Save(path, encoded(t, sample(), "first")); err != nil {
		t.Fatal(err)
	}
	holds(t, path, "first")
}

func TestSaveKeepsPermissions(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have no such permissions")
	}
	path := filepath.Join(t.TempDir(), "a")
	control := filepath.Join(t.TempDir(), "control")
	if err := errors.Join(Save(path, nil), os.WriteFile(control, nil, 0o666)); err != nil {
		t.Fatal(err)
	}
	if got, want := permissionsOf(t, path), permissionsOf(t, control); got != want {
		t.Errorf("a new file has %v, want %v, as any other", got, want)
	}
	for _, mode := range []os.FileMode{0o640, 0o606, 0o400} {
		if err := errors.Join(os.Chmod(path, mode), Save(path, nil)); err != nil {
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

// A link goes on leading to the file, whether that exists or not.
func TestSaveFollowsLinks(t *testing.T) {
	folder, elsewhere := t.TempDir(), t.TempDir()
	links := map[string]string{
		"near":    "file",
		"far":     filepath.Join(elsewhere, "file"),
		"chain":   "far",
		"missing": filepath.Join(elsewhere, "new"),
	}
	for name, target := range links {
		if err := os.Symlink(target, filepath.Join(folder, name)); err != nil {
			t.Skip(err)
		}
	}
	for name, target := range links {
		path := filepath.Join(folder, name)
		if err := Save(path, encoded(t, sample(), name)); err != nil {
			t.Fatal(err)
		}
		holds(t, path, name)
		if got, err := os.Readlink(path); err != nil || got != target {
			t.Errorf("%s: the link leads to %q (%v), want %q", name, got, err, target)
		}
	}
	alone(t, elsewhere, "file", "new")

	ring := filepath.Join(folder, "ring")
	if err := os.Symlink("ring", ring); err != nil {
		t.Fatal(err)
	}
	if err := Save(ring, nil); err == nil || !strings.Contains(err.Error(), "too many links") {
		t.Errorf("a ring of links: got %v", err)
	}
}

func TestSaveRefuses(t *testing.T) {
	folder := t.TempDir()
	if err := Save(folder, nil); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a folder: got %v", err)
	}
	if err := Save(filepath.Join(folder, "none", "a"), nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no folder: got %v", err)
	}
	alone(t, folder)
}

// Until the file is renamed the old one is whole, and the new one is too; if it cannot
// be renamed nothing is left of it.
func TestSaveThatCannotRename(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a")
	if err := Save(path, encoded(t, sample(), "old")); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	err := save(path, encoded(t, sample(), "new"), func(from, to string) error {
		holds(t, to, "old")
		holds(t, from, "new")
		return broken
	})
	if !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
	holds(t, path, "old")
	alone(t, folder, "a")
}

// What Save writes is what it was given.
func TestSaveWritesTheBytes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	want := bytes.Repeat([]byte("0123456789abcdef"), 1<<16)
	if err := Save(path, want); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
		t.Errorf("read %d bytes (%v), want %d", len(got), err, len(want))
	}
}
