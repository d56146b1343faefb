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

// Links to a file have the same owner as the file. Devices have none.
func TestOwnFollowsLinks(t *testing.T) {
	path := emptyFile(t)
	link := path + "-link"
	if err := os.Symlink(path, link); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Remove(link) })
	release := own(t, path)
	defer release()
	if _, err := Own(link); !errors.Is(err, ErrOwned) {
		t.Errorf("a second owner by a link: %v", err)
	}
	own(t, os.DevNull)
	own(t, os.DevNull)
	if _, err := Own(filepath.Join(path, "missing", "file")); err == nil {
		t.Error("a file in a missing folder has an owner")
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
