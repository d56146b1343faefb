package diskcache

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"os"
)

// spoolPrefix is the first part of the names of spools.
const spoolPrefix = "spool-"

// A Spool receives bytes whose hash is not known yet. Its size does not count towards the size of
// the cache.
type Spool struct {
	cache *Cache
	file  *os.File
	w     *bufio.Writer
	hash  hash.Hash
	size  int64
}

// Spool returns an empty spool. The caller must call Discard in the end.
func (c *Cache) Spool() (*Spool, error) {
	f, err := os.CreateTemp(c.dir, spoolPrefix)
	if err != nil {
		return nil, fmt.Errorf("cannot write to the cache folder: %w", err)
	}
	return &Spool{cache: c, file: f, w: bufio.NewWriterSize(f, 1<<16), hash: sha256.New()}, nil
}

// Write appends bytes.
func (s *Spool) Write(data []byte) (int, error) {
	n, err := s.w.Write(data)
	s.hash.Write(data[:n])
	s.size += int64(n)
	return n, err
}

// Size returns the number of bytes written.
func (s *Spool) Size() int64 { return s.size }

func (s *Spool) name() string { return hex.EncodeToString(s.hash.Sum(nil)) }

// File returns the bytes written. The caller must close the file. There must be no more writes.
func (s *Spool) File() (*File, error) {
	if err := s.w.Flush(); err != nil {
		return nil, err
	}
	f, err := os.Open(s.file.Name())
	if err != nil {
		return nil, err
	}
	return open(f, prefix+s.name())
}

// Keep adds the bytes written to the cache. There must be no more writes.
func (s *Spool) Keep() error {
	if err := errors.Join(s.w.Flush(), s.file.Close()); err != nil {
		return err
	}
	if err := os.Rename(s.file.Name(), s.cache.path(s.name())); err != nil {
		return fmt.Errorf("cannot write to the cache folder: %w", err)
	}
	s.cache.add(s.name(), s.size)
	return nil
}

// Discard deletes the spool unless it was kept.
func (s *Spool) Discard() {
	_ = s.file.Close() // both fail if the spool was kept
	_ = os.Remove(s.file.Name())
}
