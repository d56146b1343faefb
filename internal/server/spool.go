package server

import (
	"errors"
	"io"
	"os"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/diskcache"
)

const (
	// maxSpools is the maximum number of uploads on the disk. It bounds the space that they take.
	maxSpools = 64
	// uploadTimeout is the maximum time that an upload on the disk waits for other uploads to be
	// parsed and stored.
	uploadTimeout = 5 * time.Minute
)

// openCache opens the cache of instance files. If folder is "", it creates a temporary one, whose
// path it returns.
func openCache(folder string, size int64) (cache *diskcache.Cache, temporary string, err error) {
	if folder == "" {
		if temporary, err = os.MkdirTemp("", "tourmaline-"); err != nil {
			return nil, "", err
		}
		folder = temporary
	}
	cache, err = diskcache.New(folder, size)
	return cache, temporary, err
}

// closeCache releases the cache of instance files and deletes a temporary one.
func (s *Server) closeCache() {
	err := s.disk.Close()
	if s.temporary != "" {
		err = errors.Join(err, os.RemoveAll(s.temporary))
	}
	if err != nil {
		s.opt.Log.Warn("cannot close the cache of instance files", "error", err)
	}
}

// spool writes the request body to the disk. The caller must discard the spool.
func (s *Server) spool(c *call) (*diskcache.Spool, error) {
	body, err := c.body(s.limits.Upload)
	if err != nil {
		return nil, err
	}
	to, err := s.disk.Spool()
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(to, body); err != nil {
		to.Discard()
		return nil, err
	}
	return to, nil
}
