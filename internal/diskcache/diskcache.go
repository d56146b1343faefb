// Package diskcache keeps files in a folder under the SHA-256 of their content. It deletes the
// least recently used files when their total size exceeds a limit. A file is verified whenever it
// is opened, so a crash or a damaged disk costs a cached file but never returns wrong bytes.
package diskcache

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/lru"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
)

// prefix is the first part of a hash. The other part is the file name.
const prefix = "sha256:"

var fileName = regexp.MustCompile("^[0-9a-f]{64}$")

// A Cache holds files. It may be used from any goroutine.
type Cache struct {
	dir   string
	lock  *os.File
	files *lru.Cache[string, struct{}] // by file name
}

// New opens a cache of at most maxBytes in a folder, which it creates if it is missing. Only one
// process may use a folder at a time. The files of an earlier process stay in the cache.
func New(dir string, maxBytes int64) (*Cache, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("cannot create the cache folder: %w", err)
	}
	if err := checkPrivate(dir); err != nil {
		return nil, err
	}
	lock, err := os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cannot write to the cache folder: %w", err)
	}
	if err := outfile.Lock(lock); err != nil {
		return nil, errors.Join(fmt.Errorf("another process is using the cache folder %s: stop it, or choose a different folder", dir), lock.Close())
	}
	c := &Cache{dir: dir, lock: lock}
	c.files = lru.New[string, struct{}](maxBytes).OnEvict(c.delete)
	if err := c.load(); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return c, nil
}

// checkPrivate returns an error if other users can change the files in a folder, which are mapped
// into memory. Windows does not tell.
func checkPrivate(dir string) error {
	info, err := os.Stat(dir)
	if err == nil && info.Mode()&0o022 != 0 && runtime.GOOS != "windows" {
		err = fmt.Errorf("other users can write to the cache folder %s: change its mode with chmod go-w, or choose a different folder", dir)
	}
	return err
}

// load adds the files of an earlier process, in the order of their last use, and deletes spools.
func (c *Cache) load() error {
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		return err
	}
	var found []fs.FileInfo
	for _, e := range entries {
		switch info, err := e.Info(); {
		case err != nil:
			return err
		case fileName.MatchString(e.Name()):
			found = append(found, info)
		case strings.HasPrefix(e.Name(), spoolPrefix):
			c.delete(e.Name())
		}
	}
	slices.SortFunc(found, func(a, b fs.FileInfo) int { return a.ModTime().Compare(b.ModTime()) })
	for _, info := range found {
		c.add(info.Name(), info.Size())
	}
	return nil
}

// add adds a file that exists in the folder. It deletes a file that is larger than the cache.
func (c *Cache) add(name string, size int64) {
	if !c.files.Put(name, struct{}{}, size) {
		c.delete(name)
	}
}

// delete deletes a file. A file that cannot be deleted, because a process on Windows has it open,
// is found again by the next process that uses the folder.
func (c *Cache) delete(name string) { _ = os.Remove(c.path(name)) }

func (c *Cache) path(name string) string { return filepath.Join(c.dir, name) }

// Close releases the folder. Open files stay valid.
func (c *Cache) Close() error { return c.lock.Close() }

// Open returns the file with the given hash, such as "sha256:…", if the cache has it. The caller
// must close the file.
func (c *Cache) Open(hash string) (*File, bool) {
	name := strings.TrimPrefix(hash, prefix)
	if _, ok := c.files.Get(name); !ok {
		return nil, false
	}
	f, err := c.verified(name)
	if err != nil {
		c.files.Remove(func(n string) bool { return n == name })
		c.delete(name)
		return nil, false
	}
	now := time.Now()
	_ = os.Chtimes(c.path(name), now, now) // only the order after a restart depends on it
	return f, true
}

// verified opens a file and compares its content with its name.
func (c *Cache) verified(name string) (*File, error) {
	file, err := os.Open(c.path(name))
	if err != nil {
		return nil, err
	}
	hash := sha256.New()
	if _, err = io.Copy(hash, file); err == nil && hex.EncodeToString(hash.Sum(nil)) != name {
		err = errors.New("the file is damaged")
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return open(file, prefix+name)
}

// Put returns the file with the given hash. If the cache does not have it, write writes its
// content. The caller must close the file.
func (c *Cache) Put(hash string, write func(io.Writer) error) (*File, error) {
	if f, ok := c.Open(hash); ok {
		return f, nil
	}
	s, err := c.Spool()
	if err != nil {
		return nil, err
	}
	defer s.Discard()
	if err := write(s); err != nil {
		return nil, err
	}
	f, err := s.File()
	if err != nil {
		return nil, err
	}
	if f.Hash() != hash {
		return nil, errors.Join(fmt.Errorf("the written bytes have hash %s, expected %s", f.Hash(), hash), f.Close())
	}
	if err := s.Keep(); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
