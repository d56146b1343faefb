package webhook

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/tourmaline-opt/tourmaline/internal/cluster"
)

// storeTimeout is the time limit for a request to the store.
const storeTimeout = 10 * time.Second

// ErrNotFound means that an endpoint does not exist.
var ErrNotFound = cluster.ErrNotFound

func key(tenant, id string) string { return tenant + "." + id }

// Register stores a new endpoint. It receives messages about changes from now on.
func (s *Service) Register(ctx context.Context, tenant string, r Registration) (*Endpoint, error) {
	if err := r.Validate(s.opt.Policy); err != nil {
		return nil, err
	}
	all, err := s.List(ctx, tenant)
	if err != nil {
		return nil, err
	}
	if len(all) >= MaxEndpoints {
		return nil, ErrTooMany
	}
	now := s.opt.Now()
	e := &Endpoint{
		Registration: r, Tenant: tenant, ID: strings.ToLower(rand.Text()), Secrets: []Secret{newSecret(now)},
		Created: now, Position: s.opt.Source.Position(),
	}
	if err := s.create(ctx, e); err != nil {
		return nil, err
	}
	if all, err = s.List(ctx, tenant); err != nil {
		return nil, err
	}
	if len(all) > MaxEndpoints { // others were registered at the same time
		return nil, errors.Join(ErrTooMany, s.Delete(ctx, tenant, e.ID))
	}
	return e, nil
}

func (s *Service) create(ctx context.Context, e *Endpoint) error {
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	e.revision, err = s.opt.Bucket.Create(ctx, key(e.Tenant, e.ID), data)
	return err
}

// Get returns an endpoint of a tenant.
func (s *Service) Get(ctx context.Context, tenant, id string) (*Endpoint, error) {
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	e, err := s.opt.Bucket.Get(ctx, key(tenant, id))
	if errors.Is(err, jetstream.ErrKeyNotFound) || errors.Is(err, jetstream.ErrInvalidKey) {
		return nil, fmt.Errorf("webhook %s: %w", id, ErrNotFound)
	}
	if err != nil {
		return nil, err
	}
	return decode(e)
}

func decode(entry jetstream.KeyValueEntry) (*Endpoint, error) {
	e := &Endpoint{revision: entry.Revision()}
	if err := json.Unmarshal(entry.Value(), e); err != nil {
		return nil, fmt.Errorf("unreadable webhook %s: %w", entry.Key(), err)
	}
	return e, nil
}

// List returns the endpoints of a tenant, oldest first.
func (s *Service) List(ctx context.Context, tenant string) (all []*Endpoint, err error) {
	within, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	keys, err := s.opt.Bucket.ListKeysFiltered(within, tenant+".*")
	if err != nil {
		return nil, err
	}
	defer func() { _ = keys.Stop() }()
	for k := range keys.Keys() {
		_, id, _ := strings.Cut(k, ".")
		e, err := s.Get(ctx, tenant, id)
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	slices.SortFunc(all, func(a, b *Endpoint) int {
		if d := a.Created.Compare(b.Created); d != 0 {
			return d
		}
		return strings.Compare(a.ID, b.ID)
	})
	return all, within.Err()
}

// Delete deletes an endpoint.
func (s *Service) Delete(ctx context.Context, tenant, id string) error {
	if _, err := s.Get(ctx, tenant, id); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	return s.opt.Bucket.Purge(ctx, key(tenant, id), jetstream.PurgeTTL(time.Hour))
}

// Rotate replaces the secret of an endpoint. For a day, the previous secret signs messages, too.
func (s *Service) Rotate(ctx context.Context, tenant, id string) (*Endpoint, error) {
	return s.change(ctx, tenant, id, func(e *Endpoint) error {
		e.Secrets = rotate(e.Secrets, s.opt.Now())
		return nil
	})
}

// Enable enables an endpoint that was disabled. It receives all messages since then.
func (s *Service) Enable(ctx context.Context, tenant, id string) (*Endpoint, error) {
	return s.change(ctx, tenant, id, func(e *Endpoint) error {
		e.Disabled, e.Reason, e.Retry, e.FailingSince = time.Time{}, "", nil, time.Time{}
		return nil
	})
}

// change reads, changes and writes an endpoint, and retries if another write intervenes.
func (s *Service) change(ctx context.Context, tenant, id string, by func(*Endpoint) error) (*Endpoint, error) {
	for {
		e, err := s.Get(ctx, tenant, id)
		if err != nil {
			return nil, err
		}
		if err := by(e); err != nil {
			return e, err
		}
		if err := s.swap(ctx, e); !cluster.IsConflict(err) {
			return e, err
		}
	}
}

// swap writes an endpoint if the stored one is unchanged since it was read.
func (s *Service) swap(ctx context.Context, e *Endpoint) error {
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	revision, err := s.opt.Bucket.Update(ctx, key(e.Tenant, e.ID), data, e.revision)
	if err == nil {
		e.revision = revision
		s.learn(e)
	}
	return err
}
