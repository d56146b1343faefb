//go:build unix

package term

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// A stream may be closed if it is the null device, open for reading and writing.
func TestMayBeClosed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f")
	for _, c := range []struct {
		path string
		mode int
		want bool
	}{
		{os.DevNull, os.O_RDWR, true},
		{os.DevNull, os.O_WRONLY, false},
		{os.DevNull, os.O_RDONLY, false},
		{file, os.O_RDWR | os.O_CREATE, false},
	} {
		f, err := os.OpenFile(c.path, c.mode, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		if got := MayBeClosed(f); got != c.want {
			t.Errorf("%s with mode %d: %v", c.path, c.mode, got)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if MayBeClosed(&bytes.Buffer{}) {
		t.Error("a buffer may be closed")
	}
}
