package broker

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"github.com/tourmaline-opt/tourmaline/internal/outfile"
)

// keys are what servers, workers and nodes of a cluster show each other.
type keys struct {
	server, worker key
	routes         string // a secret that all nodes share
}

// A key is one half kept, one half told. Its owner signs what the server sends; the seed
// itself never travels.
type key struct{ seed, public string }

const (
	routeUser   = "node"
	mostKeyFile = 4096 // bytes; there are three short lines in it
	// A worker needs its own key and no other: this file is for its machine.
	workerFile = "worker.key"
)

func keysIn(folder string) string { return filepath.Join(folder, "engine.keys") }

// authenticate signs with the key.
func (k key) authenticate() nats.Option {
	return nats.Nkey(k.public, func(nonce []byte) ([]byte, error) {
		pair, err := nkeys.FromSeed([]byte(k.seed))
		if err != nil {
			return nil, err
		}
		defer pair.Wipe()
		return pair.Sign(nonce)
	})
}

// loadOrMakeKeys reads a file of keys. If there is none it makes new ones, with a file
// beside it that has the key of the workers only.
func loadOrMakeKeys(path string) (keys, error) {
	k, err := readKeys(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return makeKeys(path)
	case err != nil:
		return keys{}, err
	case k.server.seed == "" || k.worker.seed == "" || k.routes == "":
		return keys{}, fmt.Errorf("keys %s: expected a server, a worker and a routes line, as in the file of another node", path)
	}
	return k, nil
}

func makeKeys(path string) (keys, error) {
	server, errServer := newKey()
	worker, errWorker := newKey()
	if err := errors.Join(errServer, errWorker); err != nil {
		return keys{}, err
	}
	k := keys{server: server, worker: worker, routes: rand.Text()}
	forWorkers := "worker " + k.worker.seed + "\n"
	err := errors.Join(
		writeSecret(filepath.Join(filepath.Dir(path), workerFile), forWorkers),
		writeSecret(path, "server "+k.server.seed+"\n"+forWorkers+"routes "+k.routes+"\n"),
	)
	return k, err
}

func newKey() (key, error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return key{}, err
	}
	seed, err := pair.Seed()
	if err != nil {
		return key{}, err
	}
	return parseKey(string(seed))
}

// writeSecret writes a file that only its owner can read, whole or not at all.
func writeSecret(path, text string) error {
	files := outfile.OS()
	folder, name := filepath.Split(path)
	temporary, err := files.WriteNew(filepath.Clean(folder), name, ".new", func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
	if err != nil {
		return err
	}
	return errors.Join(files.Rename(temporary, path), files.SyncFolder(filepath.Dir(path)))
}

// readKeys reads a file of keys, which need not have all of them.
func readKeys(path string) (keys, error) {
	f, err := os.Open(path)
	if err != nil {
		return keys{}, fmt.Errorf("keys: %w", err)
	}
	defer f.Close()
	if err := secret(f); err != nil {
		return keys{}, fmt.Errorf("keys %s: %w", path, err)
	}
	text, err := io.ReadAll(io.LimitReader(f, mostKeyFile))
	if err != nil {
		return keys{}, fmt.Errorf("keys: %w", err)
	}
	k, err := parseKeys(text)
	if err != nil {
		return keys{}, fmt.Errorf("keys %s: %w", path, err)
	}
	return k, nil
}

// secret refuses a file that is open to all. A group may read it: so does a container that
// is not root get its secrets from Kubernetes.
func secret(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if mode := info.Mode().Perm(); mode&0o037 != 0 && runtime.GOOS != "windows" {
		return fmt.Errorf("others have access to it (%v): make it yours alone, chmod 600", mode)
	}
	return nil
}

// parseKeys never repeats a line in an error: it may be most of a secret.
func parseKeys(text []byte) (k keys, err error) {
	number := 0
	for line := range bytes.Lines(text) {
		number++
		name, value, _ := strings.Cut(strings.TrimSpace(string(line)), " ")
		switch name {
		case "": // an empty line
		case "server":
			k.server, err = parseKey(value)
		case "worker":
			k.worker, err = parseKey(value)
		case "routes":
			k.routes = value
		default:
			err = errors.New("expected server, worker or routes, and its key")
		}
		if err != nil {
			return keys{}, fmt.Errorf("line %d: %w", number, err)
		}
	}
	return k, nil
}

func parseKey(seed string) (key, error) {
	broken := errors.New("expected the seed of a user, which begins with SU")
	if prefix, _, err := nkeys.DecodeSeed([]byte(seed)); err != nil || prefix != nkeys.PrefixByteUser {
		return key{}, broken
	}
	pair, err := nkeys.FromSeed([]byte(seed))
	if err != nil {
		return key{}, broken
	}
	public, err := pair.PublicKey()
	if err != nil {
		return key{}, broken
	}
	return key{seed, public}, nil
}
