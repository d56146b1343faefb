package cluster

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/job"
)

// ErrNotFound indicates that a job or an instance does not exist.
var ErrNotFound = errors.New("not found")

// An Upload describes a stored instance.
type Upload struct {
	Hash     string    `json:"hash"`
	File     string    `json:"file"` // file name
	Size     int64     `json:"size"`
	Uploaded time.Time `json:"uploaded"`
	Used     time.Time `json:"used,omitzero" doc:"Time of the last upload or submission, to within an hour. An instance that no job refers to is deleted some time after it."`
}

// lastUse returns the time from which the retention time counts. Earlier versions did not record
// uses.
func (u Upload) lastUse() time.Time {
	if u.Used.Before(u.Uploaded) {
		return u.Uploaded
	}
	return u.Used
}

// instanceBlobName returns the base name of the segments of an instance. Concurrent uploads of the
// same file must not share segments, and an upload must not share segments with a file that is
// being deleted.
func instanceBlobName(tenant, hash string) string {
	return manifestKey(tenant, hash) + "." + strings.ToLower(rand.Text())
}

// PutInstance stores a file unless the tenant already has it.
func (s *Store) PutInstance(ctx context.Context, tenant, file string, data []byte) (Upload, error) {
	hash := job.Hash(data)
	if u, err := s.UseInstance(ctx, tenant, hash); !errors.Is(err, ErrNotFound) {
		return u, err
	}
	if err := s.checkSpace(len(data)); err != nil {
		return Upload{}, err
	}
	u, err := s.putInstance(ctx, tenant, file, hash, data)
	if isConflict(err) { // another upload of the same file was faster
		return s.UseInstance(ctx, tenant, hash)
	}
	return u, err
}

// putInstance stores a file and its manifest. It removes the segments of a file without a manifest,
// because they count towards no quota. Once the segments are stored, a client that disconnects does
// not keep the manifest from being written.
func (s *Store) putInstance(ctx context.Context, tenant, file, hash string, data []byte) (Upload, error) {
	name := instanceBlobName(tenant, hash)
	b, err := s.instances.put(ctx, name, data)
	if err != nil {
		s.removeFailed(ctx, &Blob{Name: name, Size: int64(len(data)), Segment: segmentSize})
		return Upload{}, fmt.Errorf("cannot store the instance: %w", err)
	}
	now := s.Now()
	m := manifest{Upload: Upload{Hash: hash, File: file, Size: b.Size, Uploaded: now, Used: now}, Blob: b}
	err = s.manifests.put(context.WithoutCancel(ctx), tenant, m)
	if err != nil && !IsUnavailable(err) { // without an answer, the manifest may have been written
		s.removeFailed(ctx, b)
	}
	return m.Upload, err
}

// removeTimeout bounds the time for removing the segments of a failed upload.
const removeTimeout = 30 * time.Second

// removeFailed removes the segments of a failed upload, even if its client has disconnected.
// Segments that it cannot remove are orphans.
func (s *Store) removeFailed(ctx context.Context, b *Blob) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), removeTimeout)
	defer cancel()
	_ = s.instances.remove(ctx, b)
}

// useInterval is the time for which a recorded use stands for later uses, which are not recorded.
const useInterval = time.Hour

// UseInstance returns the description of an instance and records its use, which delays its deletion
// by the retention time.
func (s *Store) UseInstance(ctx context.Context, tenant, hash string) (Upload, error) {
	for {
		m, err := s.manifest(ctx, tenant, hash)
		if err != nil || s.Now().Sub(m.Used) < useInterval {
			return m.Upload, err
		}
		m.Used = s.Now()
		if err := s.manifests.put(ctx, tenant, m); !isConflict(err) {
			return m.Upload, err
		}
	}
}

// Instance returns the description of the instance with the given hash.
func (s *Store) Instance(ctx context.Context, tenant, hash string) (Upload, error) {
	m, err := s.manifest(ctx, tenant, hash)
	return m.Upload, err
}

// InstanceBytes returns the bytes of an instance after verifying their hash.
func (s *Store) InstanceBytes(ctx context.Context, tenant, hash string) ([]byte, error) {
	var data bytes.Buffer
	err := s.CopyInstance(ctx, &data, tenant, hash)
	return data.Bytes(), err
}

// CopyInstance writes the bytes of an instance to w. It returns an error after the last byte if the
// bytes do not match their hash.
func (s *Store) CopyInstance(ctx context.Context, w io.Writer, tenant, hash string) error {
	m, err := s.manifest(ctx, tenant, hash)
	if err != nil {
		return err
	}
	if hashPrefix+m.Blob.SHA256 != hash {
		err = errCorrupt
	} else {
		err = s.instances.copyTo(ctx, w, m.Blob)
	}
	if err != nil {
		return fmt.Errorf("instance %s: %w", hash, err)
	}
	return nil
}

// DeleteInstance deletes an instance. Queued jobs that need it fail, unless their worker has cached
// it.
func (s *Store) DeleteInstance(ctx context.Context, tenant, hash string) error {
	for {
		m, err := s.manifest(ctx, tenant, hash)
		if err != nil {
			return err
		}
		if err := s.deleteInstance(ctx, tenant, m); !isConflict(err) {
			return err
		}
	}
}

// deleteInstance deletes an instance unless it was used since its manifest was read.
func (s *Store) deleteInstance(ctx context.Context, tenant string, m manifest) error {
	if err := s.manifests.remove(ctx, tenant, m); err != nil {
		return err
	}
	return s.instances.remove(ctx, m.Blob)
}

// manifest returns the manifest of an instance.
func (s *Store) manifest(ctx context.Context, tenant, hash string) (manifest, error) {
	return s.manifests.get(ctx, tenant, hash)
}
