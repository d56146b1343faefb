package broker

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nkeys"

	"github.com/tourmaline-opt/tourmaline/internal/outfile"
)

func TestKeysAreSecretAndStay(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	first := start(t, Options{Dir: dir})
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder has permissions %v, %v, expected those of a secret", info.Mode(), err)
	}
	for _, name := range []string{"engine.keys", workerFile, "engine.lock"} {
		info, err := os.Stat(filepath.Join(dir, name))
		must(t, "stat", err)
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has permissions %v, expected those of a secret", name, info.Mode())
		}
	}
	first.Shutdown()
	if again := start(t, Options{Dir: dir}); again.keys != first.keys {
		t.Error("the keys changed with a restart")
	}
	copied := filepath.Join(t.TempDir(), "copy")
	text, err := os.ReadFile(keysIn(dir))
	must(t, "read", err)
	must(t, "copy", os.WriteFile(copied, text, 0o600))
	if other := start(t, Options{Dir: t.TempDir(), Keys: copied}); other.keys != first.keys {
		t.Error("another node has other keys than the file that it was given")
	}
}

func TestBrokenKeys(t *testing.T) {
	good, err := newKey()
	must(t, "make a key", err)
	account, err := nkeys.CreateAccount()
	must(t, "make a key", err)
	wrong, err := account.Seed()
	must(t, "seed", err)
	for text, word := range map[string]string{
		"":                           "expected a server",
		"server " + good.seed + "\n": "expected a server",
		"server " + good.seed + "\nworker " + good.seed + "\n":           "a routes line",
		"server " + good.seed + "\nroutes x\n":                           "a worker",
		"worker " + good.seed + "\nroutes x\n":                           "a server",
		"server " + good.seed + "\npool a " + good.seed + "\nroutes x\n": "a worker",
		"server " + good.seed[:20] + "\n":                                "line 1: expected a user seed",
		"\nworker " + string(wrong) + "\n":                               "line 2: expected a user seed",
		"worker\n":                                                       "line 1: expected a user seed",
		good.seed + "\n":                                                 "line 1: expected server",
		"pool " + good.seed + "\n":                                       "line 1: expected pool, a name",
		"pool a" + good.seed + "\n":                                      "line 1: expected pool, a name",
		"pool a\n":                                                       "line 1: expected a user seed",
		"server " + good.seed + " and more\n":                            "line 1: expected a user seed",
	} {
		dir := t.TempDir()
		must(t, "write", os.WriteFile(keysIn(dir), []byte(text), 0o600))
		_, err := Start(t.Context(), Options{Dir: dir})
		if err == nil || !strings.Contains(err.Error(), word) || !strings.Contains(err.Error(), keysIn(dir)) {
			t.Errorf("keys %q: %v, expected %q and the file", text, err, word)
		}
		if err != nil && strings.Contains(err.Error(), good.seed[5:20]) {
			t.Errorf("%v: contains a secret", err)
		}
	}
}

func TestKeysOpenToOthersAreRefused(t *testing.T) {
	dir := t.TempDir()
	start(t, Options{Dir: dir}).Shutdown()
	for _, mode := range []os.FileMode{0o604, 0o620, 0o602, 0o644, 0o666} {
		must(t, "chmod", os.Chmod(keysIn(dir), mode))
		refused(t, Options{Dir: dir}, keysIn(dir), "other users have access")
		if _, _, err := WorkerOptions(keysIn(dir)); err == nil {
			t.Errorf("a worker takes keys with permissions %v, expected a refusal", mode)
		}
	}
	for _, mode := range []os.FileMode{0o600, 0o400, 0o440} {
		must(t, "chmod", os.Chmod(keysIn(dir), mode))
		if _, _, err := WorkerOptions(keysIn(dir)); err != nil {
			t.Errorf("permissions %v: %v", mode, err)
		}
	}
}

func TestWorkerWithoutAKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys")
	if _, _, err := WorkerOptions(path); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("no file: %v, expected its name", err)
	}
	must(t, "write", os.WriteFile(path, []byte("routes x\n"), 0o600))
	if _, _, err := WorkerOptions(path); err == nil || !strings.Contains(err.Error(), "expected a worker or a pool line") {
		t.Errorf("no worker line: %v", err)
	}
}

func TestServerWithoutAKey(t *testing.T) {
	dir := t.TempDir()
	if _, err := ServerOptions(keysIn(dir)); err == nil || !strings.Contains(err.Error(), keysIn(dir)) {
		t.Errorf("no file: %v, expected its name", err)
	}
	start(t, Options{Dir: dir}).Shutdown()
	if _, err := ServerOptions(filepath.Join(dir, workerFile)); err == nil || !strings.Contains(err.Error(), "expected a server line") {
		t.Errorf("no server line: %v", err)
	}
}

// The editor of a pool file knows the key of worker.key, if there is one.
func TestPoolEditorKnowsTheWorkerKey(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "pools.json")
	if e, err := PoolEditor(path, outfile.OS()); err != nil || e.Worker != "" || e.Path != path {
		t.Errorf("no key file: %+v, %v", e, err)
	}
	b := start(t, Options{Dir: dir})
	if e, err := PoolEditor(path, outfile.OS()); err != nil || e.Worker == "" || e.Worker != b.keys.worker.public {
		t.Errorf("%+v, %v, expected the key %s", e, err, b.keys.worker.public)
	}
	must(t, "write", os.WriteFile(keysIn(dir), []byte("magic\n"), 0o600))
	if _, err := PoolEditor(path, outfile.OS()); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("broken keys: %v, expected an error", err)
	}
}

func FuzzKeys(f *testing.F) {
	k, err := newKey()
	must(f, "make a key", err)
	f.Add("server " + k.seed + "\nworker " + k.seed + "\nroutes x\n")
	f.Add("worker SU\n\n")
	f.Fuzz(func(t *testing.T, text string) {
		k, err := parseKeys([]byte(text))
		if err != nil {
			return
		}
		for _, one := range []key{k.server, k.worker} {
			if (one.seed == "") != (one.public == "") {
				t.Errorf("%q: half a key", text)
			}
		}
	})
}
