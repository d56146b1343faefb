//go:build unix

package outfile

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

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
