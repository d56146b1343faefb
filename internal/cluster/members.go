package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	// memberAge is how long a worker counts as alive after its last heartbeat.
	memberAge  = 15 * time.Second
	memberBeat = memberAge / 3
)

// A Member is a live worker.
type Member struct {
	Name    string    `json:"name"`
	Host    string    `json:"host"`
	Version string    `json:"version"`
	Cores   int       `json:"cores"`
	Device  string    `json:"device,omitempty" doc:"OpenCL device that the worker uses in addition to its cores."`
	Slots   int       `json:"slots"` // maximum number of concurrent jobs
	Running int       `json:"running"`
	Since   time.Time `json:"since"`
}

// Members returns the live workers.
func (s *Store) Members(ctx context.Context) ([]Member, error) {
	names, err := s.members.Keys(ctx)
	if err != nil && !errors.Is(err, jetstream.ErrNoKeysFound) {
		return nil, err
	}
	var all []Member
	for _, name := range names {
		m, err := s.member(ctx, name)
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}

func (s *Store) member(ctx context.Context, name string) (m Member, err error) {
	e, err := s.members.Get(ctx, name)
	if err != nil {
		return m, err
	}
	return m, json.Unmarshal(e.Value(), &m)
}

// alive reports whether a worker has sent a heartbeat recently.
func (s *Store) alive(ctx context.Context, name string) (bool, error) {
	_, err := s.members.Get(ctx, name)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return false, nil
	}
	return err == nil, err
}

func (s *Store) heartbeat(ctx context.Context, m Member) error {
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	_, err = s.members.Put(ctx, m.Name, data)
	return err
}
