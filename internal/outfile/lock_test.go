//go:build unix || windows

package outfile

import (
	"io"
	"os"
	"runtime"
	"strconv"
	"sync"
	"testing"
)

// A file that is locked cannot be locked a second time until it is closed, but it can be read and
// extended.
func TestLock(t *testing.T) {
	path := emptyFile(t)
	first, second := openLocked(t, path), openLocked(t, path)
	if err := Lock(first); err != nil {
		t.Fatal(err)
	}
	if err := Lock(second); err == nil {
		t.Fatal("two programs hold the lock")
	}
	if _, err := first.WriteString("a record\n"); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "a record\n" {
		t.Errorf("a reader finds %q, %v", data, err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	if err := Lock(second); err != nil {
		t.Errorf("after the first program has closed the file: %v", err)
	}
}

// LockWait waits until the lock is free: no increment of a counter in a file is lost.
func TestLockWait(t *testing.T) {
	path := emptyFile(t)
	const writers, increments = 8, 50
	var all sync.WaitGroup
	for range writers {
		all.Go(func() {
			for range increments {
				if err := increment(path); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if data, err := os.ReadFile(path); err != nil || string(data) != strconv.Itoa(writers*increments) {
		t.Errorf("%q, %v after %d increments", data, err, writers*increments)
	}
}

// increment adds 1 to the number in a file, under its lock.
func increment(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := LockWait(f); err != nil {
		return err
	}
	data, err := io.ReadAll(f)
	if err != nil {
		return err
	}
	runtime.Gosched()                            // a writer that does not wait reads the same number
	count, _ := strconv.Atoi("0" + string(data)) // an empty file counts as 0
	_, err = f.WriteAt([]byte(strconv.Itoa(count+1)), 0)
	return err
}

func openLocked(t *testing.T, path string) *os.File {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() }) // some tests have closed it already
	return f
}

// emptyFile returns the path of a new file, which is removed after the test. It does not use
// t.TempDir, because Wine 8 cannot remove a folder in the way that os.RemoveAll does.
func emptyFile(t *testing.T) string {
	t.Helper()
	f, err := os.CreateTemp("", "lock-*") //nolint:usetesting // see above
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.Remove(f.Name()); err != nil {
			t.Error(err)
		}
	})
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return f.Name()
}
