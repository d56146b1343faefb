package diskcache

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

func hashOf(data string) string { return fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(data))) }

func newCache(t *testing.T, dir string, size int64) *Cache {
	t.Helper()
	c, err := New(dir, size)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() }) // a test may have closed it
	return c
}

func put(t *testing.T, c *Cache, data string) {
	t.Helper()
	f, err := c.Put(hashOf(data), func(w io.Writer) error {
		_, err := io.WriteString(w, data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if string(f.Bytes()) != data || f.Hash() != hashOf(data) {
		t.Errorf("%q was put as %q with hash %s", data, f.Bytes(), f.Hash())
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}

func has(t *testing.T, c *Cache, data string) bool {
	t.Helper()
	f, ok := c.Open(hashOf(data))
	if !ok {
		return false
	}
	if string(f.Bytes()) != data {
		t.Errorf("found %q instead of %q", f.Bytes(), data)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	return true
}

// The cache deletes the least recently used files when it is full, also those of an earlier
// process.
func TestTheCacheKeepsWhatWasUsedLast(t *testing.T) {
	dir := t.TempDir()
	c := newCache(t, dir, 10)
	put(t, c, "aaaa")
	put(t, c, "bbbb")
	past := time.Now().Add(-time.Hour)
	for _, data := range []string{"aaaa", "bbbb"} {
		if err := os.Chtimes(c.path(hashOf(data)[len(prefix):]), past, past); err != nil {
			t.Fatal(err)
		}
	}
	has(t, c, "aaaa")
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	c = newCache(t, dir, 10)
	put(t, c, "cccc")
	put(t, c, "a file that is too large")
	for data, want := range map[string]bool{"aaaa": true, "bbbb": false, "cccc": true, "a file that is too large": false} {
		if has(t, c, data) != want {
			t.Errorf("%q is in the cache: %v, expected %v", data, !want, want)
		}
	}
	onlyFiles(t, dir, 2)
}

// onlyFiles checks the number of files in a cache folder besides its lock.
func onlyFiles(t *testing.T, dir string, want int) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != want+1 {
		t.Errorf("the folder has %v, expected a lock and %d files: %v", entries, want, err)
	}
}

// A file that a crash or a damaged disk has changed is a missing file.
func TestADamagedFileIsMissing(t *testing.T) {
	dir := t.TempDir()
	c := newCache(t, dir, 100)
	for _, damage := range []string{"", "aaa", "aaab", "aaaaa"} {
		put(t, c, "aaaa")
		testkit.WriteFile(t, c.path(hashOf("aaaa")[len(prefix):]), damage)
		if has(t, c, "aaaa") {
			t.Errorf("found although the file contains %q", damage)
		}
		onlyFiles(t, dir, 0)
	}
	put(t, c, "aaaa")
	if err := os.Remove(c.path(hashOf("aaaa")[len(prefix):])); err != nil {
		t.Fatal(err)
	}
	if has(t, c, "aaaa") {
		t.Error("found although the file was deleted")
	}
	put(t, c, "aaaa")
}

// The spools of a process that was killed are deleted. Other files in the folder stay.
func TestSpoolsOfAKilledProcessAreDeleted(t *testing.T) {
	dir := t.TempDir()
	c := newCache(t, dir, 100)
	s, err := c.Spool()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Write(bytes.Repeat([]byte("x"), 1<<20)); err != nil {
		t.Fatal(err)
	}
	testkit.WriteFile(t, filepath.Join(dir, "other"), "other")
	_ = s.file.Close()
	_ = c.Close() // the process is killed
	newCache(t, dir, 100)
	onlyFiles(t, dir, 1)
}

// Bytes with another hash, and the bytes of a failed write, are not stored.
func TestPutStoresWhatItsHashSays(t *testing.T) {
	dir := t.TempDir()
	c := newCache(t, dir, 100)
	failure := errors.New("no more bytes")
	for _, end := range []error{nil, failure} {
		f, err := c.Put(hashOf("aaaa"), func(w io.Writer) error {
			_, err := io.WriteString(w, "aaab")
			return errors.Join(err, end)
		})
		if err == nil || f != nil || !errors.Is(err, end) && end != nil {
			t.Errorf("stored: %v", err)
		}
	}
	for _, hash := range []string{"", "sha256:", "../lock", "lock", "sha256:../lock"} {
		if _, ok := c.Open(hash); ok {
			t.Errorf("%q was opened", hash)
		}
	}
	onlyFiles(t, dir, 0)
}

// A file stays readable when the cache deletes it.
func TestAnOpenFileOutlivesItsEviction(t *testing.T) {
	c := newCache(t, t.TempDir(), 4)
	put(t, c, "aaaa")
	f, ok := c.Open(hashOf("aaaa"))
	if !ok {
		t.Fatal("missing")
	}
	defer f.Close()
	put(t, c, "bbbb")
	if string(f.Bytes()) != "aaaa" {
		t.Errorf("found %q", f.Bytes())
	}
}

// Two processes cannot use the same folder.
func TestAFolderHasOneUser(t *testing.T) {
	dir := t.TempDir()
	newCache(t, dir, 100)
	if _, err := New(dir, 100); err == nil && runtime.GOOS != "windows" {
		t.Error("the folder has two users")
	}
}

// The cache refuses a folder in which other users can change files.
func TestOtherUsersCannotWrite(t *testing.T) {
	for mode, ok := range map[os.FileMode]bool{0o700: true, 0o755: true, 0o775: false, 0o702: false} {
		dir := t.TempDir()
		if err := os.Chmod(dir, mode); err != nil {
			t.Fatal(err)
		}
		c, err := New(dir, 100)
		if (err == nil) != ok && runtime.GOOS != "windows" {
			t.Errorf("mode %o: %v", mode, err)
		}
		if err == nil {
			_ = c.Close()
		}
	}
}
