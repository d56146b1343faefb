package access

import (
	"errors"
	"io/fs"
	"os"
	"runtime"
	"sync"
	"testing"
)

// reloaded checks the result of Reload.
func reloaded(t *testing.T, b *Store, want bool) {
	t.Helper()
	if changed, err := b.Reload(); err != nil || changed != want {
		t.Errorf("changed %v (%v), want %v", changed, err, want)
	}
}

func TestReload(t *testing.T) {
	e := newEditor(t)
	create(t, e, reader)
	b := open(t, e)
	before := b.loaded.Load()
	reloaded(t, b, false)
	if b.loaded.Load() != before {
		t.Error("a file that has not changed was read")
	}
	text, _ := create(t, e, reader)
	if _, err := b.Identify(text, noon); !errors.Is(err, ErrUnknown) {
		t.Errorf("known too soon: %v", err)
	}
	reloaded(t, b, true)
	reloaded(t, b, false)
	if _, err := b.Identify(text, noon); err != nil {
		t.Error(err)
	}
}

// If the file cannot be read, the tokens stay unchanged, and every Reload returns the error.
func TestReloadKeepsTokens(t *testing.T) {
	e := newEditor(t)
	text, _ := create(t, e, reader)
	b := open(t, e)
	good, err := os.ReadFile(e.Path)
	if err != nil {
		t.Fatal(err)
	}
	put := func(data []byte) func() error {
		return func() error { return os.WriteFile(e.Path, data, 0o600) }
	}
	for name, spoil := range map[string]func() error{
		"cut short": put(good[:len(good)/2]),
		"empty":     put(nil),
		"open":      func() error { return os.Chmod(e.Path, 0o644) },
		"gone":      func() error { return os.Remove(e.Path) },
	} {
		if name == "open" && runtime.GOOS == "windows" {
			continue
		}
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if changed, err := b.Reload(); err == nil || changed || name == "gone" && !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s: changed %v, %v", name, changed, err)
			}
			if _, err := b.Identify(text, noon); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := errors.Join(put(good)(), os.Chmod(e.Path, 0o600)); err != nil {
			t.Fatal(err)
		}
		if _, err := b.Reload(); err != nil {
			t.Errorf("%s: mended, but %v", name, err)
		}
	}
}

// Requests continue while the file is reloaded.
func TestReloadBesideIdentify(t *testing.T) {
	e := newEditor(t)
	text, _ := create(t, e, reader)
	b := open(t, e)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 200 {
				if _, err := b.Identify(text, noon); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 10 {
		create(t, e, reader)
		if _, err := b.Reload(); err != nil {
			t.Error(err)
		}
	}
	all.Wait()
}
