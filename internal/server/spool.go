package server

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/cluster"
	"github.com/tourmaline-opt/tourmaline/internal/diskcache"
)

const (
	// maxSpools is the maximum number of uploads on the disk. It bounds the space that they take.
	maxSpools = 16
	// spoolCheck is the number of bytes of an upload after which the space is checked again.
	spoolCheck = 4 * mib
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

// spool writes the request body to the disk, unless the disk or the quota of the tenant has no
// space for it. The caller must discard the spool.
func (s *Server) spool(c *call) (*diskcache.Spool, error) {
	body, err := c.body(s.limits.Upload)
	if err != nil {
		return nil, err
	}
	if err := s.admitUpload(c); err != nil {
		return nil, err
	}
	to, err := s.disk.Spool()
	if err != nil {
		return nil, err
	}
	for err == nil {
		if _, err = io.CopyN(to, body, spoolCheck); err == nil {
			err = s.opt.Store.CheckSpace(spoolCheck)
		}
	}
	if !errors.Is(err, io.EOF) {
		to.Discard()
		return nil, err
	}
	return to, nil
}

// admitUpload returns an error if the stated size of an upload exceeds the space on the disk or the
// quota of its tenant. A file that may be stored already is admitted.
func (s *Server) admitUpload(c *call) error {
	tenant, size := c.identity.Tenant, max(c.request.ContentLength, 0)
	if err := s.opt.Store.CheckSpace(size); err != nil {
		return err
	}
	limit := s.quotaOf(tenant).Bytes
	if limit == 0 {
		return nil
	}
	within, cancel := context.WithTimeout(c.request.Context(), storeTimeout)
	defer cancel()
	stored, err := s.storedBytes.bytes(within, tenant)
	if err != nil || stored+size <= limit {
		return err
	}
	all, err := s.opt.Store.Instances(within, tenant)
	if err == nil && !slices.ContainsFunc(all, func(u cluster.Upload) bool { return u.Size == size }) {
		err = fullQuota(stored, size, limit)
	}
	return err
}
