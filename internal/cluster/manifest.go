package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/list"
)

// A manifest describes an instance and locates its bytes. It is written after the bytes.
type manifest struct {
	Upload
	Blob *Blob `json:"blob"`

	revision uint64 // 0 if the manifest is not stored yet
}

// manifests is the bucket of the manifests. The keys are <tenant>.<hash>, so a tenant's instances
// are listed without reading those of others.
type manifests struct {
	js     jetstream.JetStream
	bucket jetstream.KeyValue
	stream jetstream.Stream
}

func openManifests(ctx context.Context, js jetstream.JetStream) (manifests, error) {
	m := manifests{js: js}
	var errBucket, errStream error
	m.bucket, errBucket = js.KeyValue(ctx, manifestBucket)
	m.stream, errStream = js.Stream(ctx, keyValues(manifestBucket).stream)
	return m, errors.Join(errBucket, errStream)
}

// manifestKey returns the key of a manifest. The key contains the tenant, because a hash is not
// secret.
func manifestKey(tenant, hash string) string {
	return key(tenant, strings.TrimPrefix(hash, hashPrefix))
}

// hashPrefix is the part of an instance hash that names the hash function.
const hashPrefix = "sha256:"

// uploadHeader contains the Upload of a manifest, so that a list need not read inline bytes.
const uploadHeader = "Tourmaline-Upload"

// put writes a manifest. It returns a conflict error if the stored one was written since it was
// read.
func (s manifests) put(ctx context.Context, tenant string, m manifest) error {
	text, errText := json.Marshal(m)
	short, errShort := json.Marshal(m.Upload)
	if err := errors.Join(errText, errShort); err != nil {
		return err
	}
	msg := nats.NewMsg(keyValues(manifestBucket).subject + manifestKey(tenant, m.Hash))
	msg.Data = text
	msg.Header.Set(uploadHeader, string(short))
	ctx, cancel := withTimeout(ctx)
	defer cancel()
	_, err := s.js.PublishMsg(ctx, msg, jetstream.WithExpectLastSequencePerSubject(m.revision))
	if m.revision == 0 && isConflict(err) {
		if revision, ok := s.deleted(ctx, msg.Subject); ok {
			_, err = s.js.PublishMsg(ctx, msg, jetstream.WithExpectLastSequencePerSubject(revision))
		}
	}
	return err
}

// deleted reports whether a manifest was deleted, and returns the revision of its deletion marker.
func (s manifests) deleted(ctx context.Context, subject string) (revision uint64, ok bool) {
	m, err := s.stream.GetLastMsgForSubject(ctx, subject)
	if err != nil {
		return 0, false
	}
	return m.Sequence, m.Header.Get(uploadHeader) == ""
}

// get reads a manifest.
func (s manifests) get(ctx context.Context, tenant, hash string) (m manifest, err error) {
	ctx, cancel := withTimeout(ctx)
	defer cancel()
	e, err := s.bucket.Get(ctx, manifestKey(tenant, hash))
	if errors.Is(err, jetstream.ErrKeyNotFound) || errors.Is(err, jetstream.ErrInvalidKey) {
		err = ErrNotFound
	}
	if err == nil {
		m.revision, err = e.Revision(), json.Unmarshal(e.Value(), &m)
	}
	if err == nil && m.Blob == nil {
		err = errCorrupt
	}
	if err != nil {
		return m, fmt.Errorf("instance %s: %w", hash, err)
	}
	return m, nil
}

// remove deletes a manifest. It returns a conflict error if the manifest was written since it was
// read.
func (s manifests) remove(ctx context.Context, tenant string, m manifest) error {
	ctx, cancel := withTimeout(ctx)
	defer cancel()
	return s.bucket.Purge(ctx, manifestKey(tenant, m.Hash), jetstream.LastRevision(m.revision), jetstream.PurgeTTL(markerAge))
}

// A listed upload is an Upload with its tenant.
type listed struct {
	Upload
	tenant string
}

// list returns up to most uploads whose keys match a filter, in the order of their last recorded
// use.
func (s manifests) list(ctx context.Context, filter string, most int) (found []listed, err error) {
	config := jetstream.ConsumerConfig{FilterSubject: keyValues(manifestBucket).subject + filter}
	_, err = readHeaders(ctx, s.stream, config, most, func(m jetstream.Msg) error {
		if u, ok := uploadOf(m); ok {
			found = append(found, u)
		}
		return nil
	})
	return found, err
}

// uploadOf returns the upload of a message. ok is false for a deleted manifest.
func uploadOf(m jetstream.Msg) (u listed, ok bool) {
	name := strings.TrimPrefix(m.Subject(), keyValues(manifestBucket).subject)
	u.tenant, _, _ = strings.Cut(name, ".")
	err := json.Unmarshal([]byte(m.Headers().Get(uploadHeader)), &u.Upload)
	return u, err == nil
}

// Instances returns all instances of a tenant, latest first.
func (s *Store) Instances(ctx context.Context, tenant string) ([]Upload, error) {
	found, err := s.manifests.list(ctx, tenant+".>", maxInstances)
	if err != nil {
		return nil, fmt.Errorf("cannot list the instances: %w", err)
	}
	all := list.Map(found, func(u listed) Upload { return u.Upload })
	slices.SortFunc(all, CompareUploads)
	return all, nil
}

// CompareUploads orders instances, latest first.
func CompareUploads(a, b Upload) int {
	return cmp.Or(b.Uploaded.Compare(a.Uploaded), strings.Compare(a.Hash, b.Hash))
}

// maxInstances is the maximum number of instances of a tenant that are listed and counted.
const maxInstances = 1 << 20
