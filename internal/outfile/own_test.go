//go:build unix || windows

package outfile

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
)

// A file has one owner at a time, whether or not it exists.
func TestOwn(t *testing.T) {
	path := emptyFile(t)
	release := own(t, path)
	if _, err := Own(path); !errors.Is(err, ErrOwned) {
		t.Fatalf("a second owner: %v", err)
	}
	if err := OS().Write(path, text("state")); err != nil {
		t.Fatalf("the owner cannot replace the file: %v", err)
	}
	if _, err := Own(path); !errors.Is(err, ErrOwned) {
		t.Fatalf("a second owner after the file was replaced: %v", err)
	}
	other := own(t, path+"-other")
	other()
	release()
	own(t, path)()
	left, err := filepath.Glob(filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"*"))
	if err != nil || len(left) > 0 {
		t.Errorf("files are left: %v, %v", left, err)
	}
}

// Two programs cannot add lines to one file: the second one does not remove the lines of the first.
func TestLinesHaveOneOwner(t *testing.T) {
	path := emptyFile(t)
	first, err := OS().Append(path, false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := first.Write([]byte("line\n")); err != nil {
		t.Fatal(err)
	}
	if _, err := OS().Append(path, false); !errors.Is(err, ErrOwned) {
		t.Errorf("a second owner: %v", err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second, err := OS().Append(path, true)
	if err != nil {
		t.Fatal(err)
	}
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "line\n" {
		t.Errorf("found %q, %v", data, err)
	}
}

// A lock that is removed on release never has two holders.
func TestOwnersExcludeEachOther(t *testing.T) {
	path := emptyFile(t)
	var owners sync.Mutex
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for owned := 0; owned < 50; runtime.Gosched() {
				release, err := Own(path)
				if errors.Is(err, ErrOwned) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				owned++
				if !owners.TryLock() {
					t.Error("two owners")
					release()
					return
				}
				runtime.Gosched()
				owners.Unlock()
				release()
			}
		})
	}
	all.Wait()
}

func own(t *testing.T, path string) (release func()) {
	t.Helper()
	release, err := Own(path)
	if err != nil {
		t.Fatal(err)
	}
	return release
}
