package pools

import (
	"fmt"
	"slices"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/internal/secretfile"
)

// An Editor changes a pool file. Several editors may work concurrently.
type Editor struct {
	Path  string
	Files outfile.System
	// Worker is the public key in the worker line of the server's key file, or "" if unknown. It
	// belongs to the pool Default without an entry in the pool file.
	Worker string
}

// New returns a key for a pool and its private seed, or an error if the name or the label is
// invalid. The seed is not stored anywhere.
func New(pool, label string, now time.Time) (seed string, k Key, err error) {
	seed, public, err := NewSeed()
	if err != nil {
		return "", k, err
	}
	k = Key{ID: ID(public), Pool: pool, Public: public, Label: label, Created: now.UTC().Truncate(time.Second)}
	return seed, k, k.check()
}

// Add adds a key, and the file if it is missing.
func (e Editor) Add(k Key) error {
	return e.change(func(l *file) error {
		l.Keys = append(l.Keys, k)
		return nil
	})
}

// Revoke revokes a key. The key stays in the file. Revoking a key again has no effect.
func (e Editor) Revoke(id string, now time.Time) (k Key, err error) {
	err = e.change(func(l *file) error {
		if e.Worker != "" && id == ID(e.Worker) {
			l.Keys = e.withWorker(l.Keys)
		}
		i := slices.IndexFunc(l.Keys, func(k Key) bool { return k.ID == id })
		if i < 0 {
			return fmt.Errorf("%s: unknown key id %s", e.Path, budget.Quote(id))
		}
		if l.Keys[i].Revoked.IsZero() {
			l.Keys[i].Revoked = now.UTC().Truncate(time.Second)
		}
		k = l.Keys[i]
		return nil
	})
	return k, err
}

// Keys returns all keys, including the one in the worker line of the server's key file.
func (e Editor) Keys() ([]Key, error) {
	l, _, err := read(e.Path)
	if err != nil {
		return nil, err
	}
	return e.withWorker(l.Keys), nil
}

// withWorker adds the key of the worker line unless the file already lists it.
func (e Editor) withWorker(keys []Key) []Key {
	if e.Worker == "" || slices.ContainsFunc(keys, func(k Key) bool { return k.Public == e.Worker }) {
		return keys
	}
	first := Key{ID: ID(e.Worker), Pool: Default, Public: e.Worker, Label: "worker.key of the server"}
	return append([]Key{first}, keys...)
}

// change reads, changes and writes the file under a lock.
func (e Editor) change(do func(*file) error) error {
	read := func() (*file, error) {
		l, _, err := read(e.Path)
		return l, err
	}
	return secretfile.Change(e.Files, e.Path, read, do, (*file).encode)
}
