//go:build unix

package inputs

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/diskcache"
	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// A file that is truncated after it was mapped is loaded again. The process survives.
func TestATruncatedFileIsLoadedAgain(t *testing.T) {
	dir := t.TempDir()
	disk, err := diskcache.New(dir, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer disk.Close()
	text := "x,y\n0,0\n9,0\n9,9\n" + strings.Repeat("1,1\n", 5000)
	hash, loads := job.Hash([]byte(text)), 0
	c := New(1<<20, 1, func(context.Context, string, string) (File, error) {
		f, err := disk.Put(hash, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		})
		if loads++; loads == 1 && err == nil {
			err = os.Truncate(filepath.Join(dir, strings.TrimPrefix(hash, "sha256:")), 0)
		}
		return f, err
	})
	in, err := c.Open(t.Context(), "acme", job.Spec{Instance: hash, File: "a.csv"}, job.Limits{})
	if err != nil || in.Info.N != 5003 || loads != 2 {
		t.Errorf("%+v after %d loads: %v", in, loads, err)
	}
}
