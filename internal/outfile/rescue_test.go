package outfile

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

func TestRescue(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	folder := t.TempDir()
	write := func(w io.Writer) error {
		_, err := io.WriteString(w, "result")
		return err
	}
	for path, want := range map[string]string{
		filepath.Join(folder, "cities.tour"):       filepath.Join(folder, "cities.rescued.tour"),
		filepath.Join(folder, "cities.tour.gz"):    filepath.Join(folder, "cities.rescued.tour.gz"),
		filepath.Join(folder, "missing", "a.tour"): filepath.Join(temporary, "a.rescued.tour"),
		"-": filepath.Join(temporary, "tourmaline.rescued.tour"),
	} {
		got, err := OS().Rescue(path, ".tour", write)
		if err != nil || got != want {
			t.Errorf("%s: %s (%v), want %s", path, got, err, want)
		}
		if _, err := os.Stat(want); err != nil {
			t.Error(err)
		}
	}
	if _, err := OS().Rescue(filepath.Join(folder, "a"), ".tour", func(io.Writer) error { return io.ErrClosedPipe }); err == nil {
		t.Error("a failing writer was rescued")
	}
}
