package pools

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/outfile"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

func newEditor(t *testing.T) Editor {
	t.Helper()
	return Editor{Path: filepath.Join(t.TempDir(), "pools.json"), Files: outfile.OS()}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// create adds a key to a pool.
func create(t *testing.T, e Editor, pool string) Key {
	t.Helper()
	seed, k, err := New(pool, "test", noon)
	must(t, err)
	if !strings.HasPrefix(seed, "SU") {
		t.Errorf("seed of the wrong kind")
	}
	must(t, e.Add(k))
	return k
}

func TestEdit(t *testing.T) {
	e := newEditor(t)
	s, err := Open(e.Path) // no file yet
	must(t, err)
	if changed, err := s.Reload(); changed || err != nil {
		t.Errorf("no file: changed %v, %v", changed, err)
	}
	first, second := create(t, e, "gpu"), create(t, e, "gpu")
	if changed, err := s.Reload(); !changed || err != nil {
		t.Errorf("changed %v, %v, expected the new keys", changed, err)
	}
	revoked, err := e.Revoke(first.ID, noon)
	must(t, err)
	if again, err := e.Revoke(first.ID, noon.Add(time.Hour)); err != nil || again != revoked {
		t.Errorf("revoked again: %v, %v, expected no change", again, err)
	}
	if changed, err := s.Reload(); !changed || err != nil {
		t.Errorf("changed %v, %v, expected the revocation", changed, err)
	}
	first.Revoked = noon
	if got := s.Keys(); len(got) != 2 || got[0] != first || got[1] != second {
		t.Errorf("keys %v, expected %v and %v", got, first, second)
	}
	if _, err := e.Revoke("00000000", noon); err == nil || !strings.Contains(err.Error(), `unknown key id "00000000"`) {
		t.Errorf("unknown id: %v", err)
	}
}

// The key of the worker line is listed, but enters the file only when it is revoked. Otherwise it
// would stay valid after the line was replaced.
func TestWorkerLine(t *testing.T) {
	e := newEditor(t)
	_, public, err := NewSeed()
	must(t, err)
	e.Worker = public
	other := create(t, e, "gpu")
	keys, err := e.Keys()
	must(t, err)
	if len(keys) != 2 || keys[0].Public != public || keys[0].Pool != Default || keys[1] != other {
		t.Errorf("keys %v, expected the worker line first", keys)
	}
	_, err = e.Revoke(other.ID, noon)
	must(t, err)
	text, err := os.ReadFile(e.Path)
	must(t, err)
	if strings.Contains(string(text), public) {
		t.Error("the file contains the key of the worker line")
	}
	k, err := e.Revoke(ID(public), noon)
	must(t, err)
	if k.Pool != Default || k.Revoked != noon {
		t.Errorf("revoked %v", k)
	}
	if keys, err = e.Keys(); err != nil || len(keys) != 2 {
		t.Errorf("keys %v, %v, expected each once", keys, err)
	}
}

// Keys that are created at the same time are all kept.
func TestConcurrentEditors(t *testing.T) {
	e := newEditor(t)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			_, k, err := New("gpu", "", noon)
			if err == nil {
				err = e.Add(k)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if keys, err := e.Keys(); err != nil || len(keys) != 8 {
		t.Errorf("%d keys, %v, expected 8", len(keys), err)
	}
}

func TestInvalidFiles(t *testing.T) {
	_, k, err := New("gpu", "", noon)
	must(t, err)
	entry := func(id, pool, public string) string {
		return `{"id":"` + id + `","pool":"` + pool + `","public_key":"` + public + `"}`
	}
	good := entry(k.ID, "gpu", k.Public)
	file := func(keys string) string { return `{"schema":"tourmaline/pools/v1","keys":[` + keys + `]}` }
	for text, want := range map[string]string{
		"":                                       "not a pool file",
		`{"schema":"x"}`:                         `schema: expected "tourmaline/pools/v1", found "x"`,
		file(good) + "x":                         "not a pool file",
		file(`{"seed":"SU"}`):                    "not a pool file",
		file(good + "," + good):                  "keys[1]: duplicate id",
		file(entry(k.ID, "local", k.Public)):     "reserved",
		file(entry(k.ID, "a.b", k.Public)):       "expected 1 to 32 characters",
		file(entry(k.ID, ">", k.Public)):         "expected 1 to 32 characters",
		file(entry(k.ID, "gpu", "UA")):           "expected a public user key",
		file(entry("00000000", "gpu", k.Public)): "id: expected " + k.ID,
		file(strings.Replace(good, `"id"`, `"label":"`+strings.Repeat("x", 101)+`","id"`, 1)): "label: expected at most 100 bytes",
	} {
		if _, err := parse(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %q", text, err, want)
		}
	}
	if l, err := parse(strings.NewReader(file(good))); err != nil || len(l.Keys) != 1 {
		t.Errorf("a good file: %v", err)
	}
	if _, _, err := New("local", "", noon); err == nil {
		t.Error("a key of the pool local, expected an error")
	}
}

func FuzzParse(f *testing.F) {
	f.Add(`{"schema":"tourmaline/pools/v1","keys":[]}`)
	f.Fuzz(func(t *testing.T, text string) {
		l, err := parse(strings.NewReader(text))
		if err != nil {
			return
		}
		if _, err := l.encode(); err != nil {
			t.Errorf("%q was read but cannot be written: %v", text, err)
		}
	})
}
