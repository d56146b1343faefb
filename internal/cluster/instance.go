package cluster

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
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
}

// A manifest locates the bytes of an instance. It is written after the bytes.
type manifest struct {
	Upload
	Blob *Blob `json:"blob"`
}

// manifestName returns the object name of a manifest. The name contains the tenant, because a hash
// is not secret.
func manifestName(tenant, hash string) string {
	return tenant + "." + strings.TrimPrefix(hash, "sha256:")
}

// PutInstance stores a file unless the tenant already has it.
func (s *Store) PutInstance(ctx context.Context, tenant, file string, data []byte) (Upload, error) {
	hash := job.Hash(data)
	if u, err := s.Instance(ctx, tenant, hash); err == nil {
		return u, nil
	}
	if err := s.checkSpace(len(data)); err != nil {
		return Upload{}, err
	}
	name := manifestName(tenant, hash)
	// Concurrent uploads of the same file must not share segments, and an upload must not share
	// segments with a file that is being deleted.
	b, err := s.instances.put(ctx, name+"."+strings.ToLower(rand.Text()), data)
	if err != nil {
		return Upload{}, fmt.Errorf("cannot store the instance: %w", err)
	}
	u := Upload{Hash: hash, File: file, Size: b.Size, Uploaded: time.Now().UTC()}
	return u, s.putManifest(ctx, name, manifest{u, b})
}

// uploadKey is the metadata key of an Upload. The metadata makes it unnecessary to read the object.
const uploadKey = "upload"

func (s *Store) putManifest(ctx context.Context, name string, m manifest) error {
	text, errText := json.Marshal(m)
	short, errShort := json.Marshal(m.Upload)
	if err := errors.Join(errText, errShort); err != nil {
		return err
	}
	return s.instances.putObject(ctx, jetstream.ObjectMeta{Name: name, Metadata: map[string]string{uploadKey: string(short)}}, text)
}

// Instance returns the description of the instance with the given hash.
func (s *Store) Instance(ctx context.Context, tenant, hash string) (u Upload, err error) {
	o, err := s.instances.info(ctx, manifestName(tenant, hash))
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return u, fmt.Errorf("instance %s: %w", hash, ErrNotFound)
	}
	if err != nil {
		return u, err
	}
	return u, json.Unmarshal([]byte(o.Metadata[uploadKey]), &u)
}

// InstanceBytes returns the bytes of an instance after verifying their hash.
func (s *Store) InstanceBytes(ctx context.Context, tenant, hash string) ([]byte, error) {
	m, err := s.manifest(ctx, tenant, hash)
	if err != nil {
		return nil, err
	}
	data, err := s.instances.get(ctx, m.Blob)
	if err == nil && job.Hash(data) != hash {
		err = errCorrupt
	}
	if err != nil {
		return nil, fmt.Errorf("instance %s: %w", hash, err)
	}
	return data, nil
}

// DeleteInstance deletes an instance. Queued jobs that need it fail, unless their worker has cached
// it.
func (s *Store) DeleteInstance(ctx context.Context, tenant, hash string) error {
	m, err := s.manifest(ctx, tenant, hash)
	if err != nil {
		return err
	}
	return errors.Join(s.instances.removeSegment(ctx, manifestName(tenant, hash)), s.instances.remove(ctx, m.Blob))
}

// Instances returns all instances of a tenant.
func (s *Store) Instances(ctx context.Context, tenant string) ([]Upload, error) {
	all, err := s.instances.objects.List(ctx)
	if err != nil && !errors.Is(err, jetstream.ErrNoObjectsFound) {
		return nil, err
	}
	var found []Upload
	for _, o := range all {
		owner, hash, _ := strings.Cut(o.Name, ".")
		if owner != tenant || strings.Contains(hash, ".") { // of another tenant, or a segment name
			continue
		}
		var u Upload
		if err := json.Unmarshal([]byte(o.Metadata[uploadKey]), &u); err != nil {
			return nil, fmt.Errorf("instance %s: %w", hash, err)
		}
		found = append(found, u)
	}
	return found, nil
}

func (s *Store) manifest(ctx context.Context, tenant, hash string) (manifest, error) {
	var m manifest
	text, err := s.instances.getObject(ctx, manifestName(tenant, hash))
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return m, fmt.Errorf("instance %s: %w", hash, ErrNotFound)
	}
	if err != nil {
		return m, err
	}
	return m, json.Unmarshal(text, &m)
}
