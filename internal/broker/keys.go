package broker

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/internal/pools"
	"github.com/tourmaline-opt/tourmaline/internal/secretfile"
)

// keys authenticate servers, workers and the nodes of a cluster.
type keys struct {
	server, worker key
	pool           string // of the worker key
	routes         string // secret shared by all nodes
}

// A key is a private seed and its public key. Its owner signs a nonce from the server, and never
// sends the seed.
type key struct{ seed, public string }

const (
	routeUser  = "node"
	maxKeyFile = 4096         // in bytes; the file has three short lines
	workerFile = "worker.key" // contains only the worker key
)

func keysIn(folder string) string { return filepath.Join(folder, "engine.keys") }

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

// loadOrCreateKeys reads a key file. If the file is missing, it creates the file with new keys, and
// also worker.key in the same folder.
func loadOrCreateKeys(path string) (keys, error) {
	k, err := readKeys(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return createKeys(path)
	case err != nil:
		return keys{}, err
	case k.server.seed == "" || k.worker.seed == "" || k.pool != pools.Default || k.routes == "":
		return keys{}, fmt.Errorf("key file %s: expected a server, a worker and a routes line, as in the key files of the other nodes", path)
	}
	return k, nil
}

func createKeys(path string) (keys, error) {
	server, errServer := newKey()
	worker, errWorker := newKey()
	if err := errors.Join(errServer, errWorker); err != nil {
		return keys{}, err
	}
	k := keys{server: server, worker: worker, pool: pools.Default, routes: rand.Text()}
	forWorkers := "worker " + k.worker.seed + "\n"
	err := errors.Join(
		writeSecret(filepath.Join(filepath.Dir(path), workerFile), forWorkers),
		writeSecret(path, "server "+k.server.seed+"\n"+forWorkers+"routes "+k.routes+"\n"),
	)
	return k, err
}

func newKey() (key, error) {
	seed, public, err := pools.NewSeed()
	return key{seed, public}, err
}

// writeSecret atomically writes a file that only its owner can read.
func writeSecret(path, text string) error {
	return secretfile.Write(outfile.OS(), path, []byte(text))
}

// PoolKey returns the content of the key file for the workers of a pool.
func PoolKey(pool, seed string) string { return "pool " + pool + " " + seed + "\n" }

// readKeys reads a key file. The file may lack some of the keys.
func readKeys(path string) (keys, error) {
	f, _, err := secretfile.Open(path)
	if err != nil {
		return keys{}, fmt.Errorf("key file: %w", err)
	}
	defer f.Close()
	text, err := budget.ReadAll(f, maxKeyFile)
	if err != nil {
		return keys{}, fmt.Errorf("key file: %w", err)
	}
	k, err := parseKeys(text)
	if err != nil {
		return keys{}, fmt.Errorf("key file %s: %w", path, err)
	}
	return k, nil
}

// parseKeys parses a key file. Its errors never quote a line, because a line may contain most of a
// secret.
func parseKeys(text []byte) (k keys, err error) {
	for i, line := range strings.Split(string(text), "\n") {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch name {
		case "": // empty line
		case "server":
			k.server, err = parseKey(value)
		case "worker":
			k.pool = pools.Default
			k.worker, err = parseKey(value)
		case "pool":
			var seed string
			k.pool, seed, _ = strings.Cut(value, " ")
			if pools.CheckName(k.pool) != nil {
				err = errors.New("expected pool, a name of at most 32 characters from a-z, 0-9 and -, and a user seed")
			} else {
				k.worker, err = parseKey(seed)
			}
		case "routes":
			k.routes = value
		default:
			err = errors.New("expected server, worker, pool NAME or routes, followed by a key")
		}
		if err != nil {
			return keys{}, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	return k, nil
}

func parseKey(seed string) (key, error) {
	var public string
	pair, err := nkeys.FromSeed([]byte(seed))
	if err == nil {
		public, err = pair.PublicKey()
	}
	if err != nil || !nkeys.IsValidPublicUserKey(public) {
		return key{}, errors.New("expected a user seed, which begins with SU")
	}
	return key{seed, public}, nil
}
