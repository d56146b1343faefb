package outfile_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/internal/outfile/outtest"
)

// writes returns a function that writes data in pieces.
func writes(data []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		for rest := data; len(rest) > 0; {
			n := min(len(rest), 1000)
			if _, err := w.Write(rest[:n]); err != nil {
				return err
			}
			rest = rest[n:]
		}
		return nil
	}
}

// After any fault, the file has either its complete old or its complete new content, the folder
// contains no other file, and the error names the file.
func TestFaultsLeaveAWholeFile(t *testing.T) {
	for _, size := range []int{0, 5, 3000, 1<<20 + 4096, 3 << 20} {
		old, now := []byte("old"), bytes.Repeat([]byte("x"), size)
		for _, fault := range outtest.Faults(int64(size)) {
			folder := t.TempDir()
			path := filepath.Join(folder, "a")
			if err := os.WriteFile(path, old, 0o600); err != nil {
				t.Fatal(err)
			}
			err := fault.System().Write(path, writes(now))
			got, readErr := os.ReadFile(path)
			want := old
			if err == nil || fault.Act == outtest.SyncFolder {
				want = now
			}
			if readErr != nil || !bytes.Equal(got, want) {
				t.Errorf("%v of %d: the file has %d bytes (%v), want %d", fault, size, len(got), readErr, len(want))
			}
			if harmless := fault.Act == outtest.Write && fault.Byte >= int64(size); harmless != (err == nil) {
				t.Errorf("%v of %d: got %v", fault, size, err)
			}
			if err != nil && (!errors.Is(err, outtest.Err) || err.Error() != "cannot write "+path+": "+outtest.Err.Error()) {
				t.Errorf("%v: got %q", fault, err)
			}
			onlyFile(t, folder, "a")
		}
	}
}

func onlyFile(t *testing.T, folder string, names ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != len(names) {
		t.Errorf("the folder has %v (%v), want %q", entries, err, names)
	}
}

// A new file that cannot be written is removed.
func TestFaultsLeaveNoNewFile(t *testing.T) {
	data := bytes.Repeat([]byte("x"), 3000)
	for _, fault := range outtest.Faults(2999) {
		folder := t.TempDir()
		path, err := fault.System().WriteNew(folder, "a", ".b", writes(data))
		if unused := fault.Act == outtest.Rename || fault.Act == outtest.Chmod; unused {
			if err != nil {
				t.Errorf("%v: %v", fault, err)
			}
			continue
		}
		if !errors.Is(err, outtest.Err) || path != "" {
			t.Errorf("%v: got %q and %v", fault, path, err)
		}
		onlyFile(t, folder)
	}
}

// A file is synced before the rename, and its folder after the rename.
func TestOrder(t *testing.T) {
	var done []string
	s := outfile.OS()
	sound := s
	s.Open = func(name string, flag int, mode os.FileMode) (outfile.File, error) {
		f, err := sound.Open(name, flag, mode)
		return noting{f, &done}, err
	}
	s.Rename = func(from, to string) error {
		done = append(done, "rename")
		return sound.Rename(from, to)
	}
	s.SyncFolder = func(path string) error {
		done = append(done, "folder")
		return sound.SyncFolder(path)
	}
	if err := s.Write(filepath.Join(t.TempDir(), "a"), writes([]byte("x"))); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(done, " "); got != "write sync close rename folder" {
		t.Errorf("got %s", got)
	}
}

// A noting file records the operations on it.
type noting struct {
	outfile.File
	done *[]string
}

func (f noting) Write(p []byte) (int, error) {
	*f.done = append(*f.done, "write")
	return f.File.Write(p)
}

func (f noting) Sync() error {
	*f.done = append(*f.done, "sync")
	return f.File.Sync()
}

func (f noting) Close() error {
	*f.done = append(*f.done, "close")
	return f.File.Close()
}

// A line is written completely or not at all, whatever the file contained before.
func TestLinesAreWhole(t *testing.T) {
	const before, line = "before\n", "0123456789\n"
	for _, goesOn := range []bool{false, true} {
		for k := range int64(4 * len(line)) {
			path := filepath.Join(t.TempDir(), "a")
			if err := os.WriteFile(path, []byte(before), 0o600); err != nil {
				t.Fatal(err)
			}
			l, err := outtest.Fault{Act: outtest.Write, Byte: k}.System().Append(path, goesOn)
			if err != nil {
				t.Fatal(err)
			}
			want := strings.Repeat(line, int(k)/len(line))
			if goesOn {
				want = before + want
			}
			for err == nil {
				_, err = io.WriteString(l, line)
			}
			if err := l.Close(); err != nil {
				t.Error(err)
			}
			if got, readErr := os.ReadFile(path); readErr != nil || string(got) != want {
				t.Errorf("%d bytes, goes on %v: got %q (%v), want %q", k, goesOn, got, readErr, want)
			}
			if !errors.Is(err, outtest.Err) {
				t.Errorf("got %v", err)
			}
		}
	}
	for _, act := range []outtest.Act{outtest.Sync, outtest.Close} {
		l, err := outtest.Fault{Act: act}.System().Append(filepath.Join(t.TempDir(), "a"), false)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Close(); !errors.Is(err, outtest.Err) {
			t.Errorf("%s: got %v", act, err)
		}
	}
}
