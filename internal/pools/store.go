package pools

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"sync"

	"github.com/tourmaline-opt/tourmaline/internal/secretfile"
)

// A Store holds the keys of a pool file. Its methods may be called from any goroutine.
type Store struct {
	path string
	mu   sync.Mutex
	info fs.FileInfo // nil if the file was missing
	keys []Key
}

// Open reads a pool file. A missing file counts as empty.
func Open(path string) (*Store, error) {
	l, info, err := read(path)
	if err != nil {
		return nil, err
	}
	return &Store{path: path, info: info, keys: l.Keys}, nil
}

// Reload reads the file again if it has changed. If reading fails or a file that existed is
// missing, the keys stay unchanged.
func (s *Store) Reload() (changed bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	info, err := os.Stat(s.path)
	missing := errors.Is(err, fs.ErrNotExist)
	switch {
	case missing && s.info == nil:
		return false, nil
	case missing:
		return false, err
	case err == nil && secretfile.Unchanged(s.info, info):
		return false, nil
	}
	l, info, err := read(s.path) // returns a more helpful error than Stat
	if err != nil {
		return false, err
	}
	s.info, s.keys = info, l.Keys
	return true, nil
}

// Keys returns all keys, oldest first, including revoked ones.
func (s *Store) Keys() []Key {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.keys)
}
