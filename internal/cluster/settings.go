package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Settings apply to a whole cluster. They are stored once, and every server uses the stored values.
type Settings struct {
	Replicas int // replicas of all data on disk; 0 means 1
	// Lease is the time without a beat of its worker after which a job returns to the queue. 0 means
	// 30 s.
	Lease         time.Duration
	Retain        time.Duration // how long ended jobs are retained; 0 means a week
	KeepInstances time.Duration // how long unused instances are retained; 0 means 30 days
	Stuck         time.Duration // time without progress after which a job is taken from its worker; 0 means 30 minutes
}

const day = 24 * time.Hour

func (s Settings) withDefaults() Settings {
	return s.or(Settings{Replicas: 1, Lease: 30 * time.Second, Retain: 7 * day, KeepInstances: 30 * day, Stuck: 30 * time.Minute})
}

// or returns the settings with the values of others where they are 0.
func (s Settings) or(others Settings) Settings {
	return Settings{
		cmp.Or(s.Replicas, others.Replicas), cmp.Or(s.Lease, others.Lease), cmp.Or(s.Retain, others.Retain),
		cmp.Or(s.KeepInstances, others.KeepInstances), cmp.Or(s.Stuck, others.Stuck),
	}
}

// A SettingsError means that a server was started with other settings than its cluster has.
type SettingsError struct {
	Field         string // name of the field of Settings
	Given, Stored any
}

func (e *SettingsError) Error() string {
	return fmt.Sprintf("%s: this server was given %v, but its cluster uses %v", e.Field, e.Given, e.Stored)
}

// differences returns an error for every value that is given and is not the stored one.
func (s Settings) differences(stored Settings) error {
	var all []error
	for _, f := range []struct {
		name          string
		given, stored any
		unset         bool
	}{
		{"Replicas", s.Replicas, stored.Replicas, s.Replicas == 0},
		{"Lease", s.Lease, stored.Lease, s.Lease == 0},
		{"Retain", s.Retain, stored.Retain, s.Retain == 0},
		{"KeepInstances", s.KeepInstances, stored.KeepInstances, s.KeepInstances == 0},
		{"Stuck", s.Stuck, stored.Stuck, s.Stuck == 0},
	} {
		if !f.unset && f.given != f.stored {
			all = append(all, &SettingsError{f.name, f.given, f.stored})
		}
	}
	return errors.Join(all...)
}

const (
	settingsBucket = "SETTINGS"
	settingsKey    = "cluster"
)

// loadSettings returns the stored settings. It stores the given settings if the cluster has no
// settings yet, or if change is true. Otherwise it returns a SettingsError if the given settings
// differ from the stored ones. It waits while the cluster has no leader.
func loadSettings(ctx context.Context, js jetstream.JetStream, given Settings, change bool) (Settings, error) {
	return untilAvailable(ctx, func(ctx context.Context) (Settings, error) { return tryLoadSettings(ctx, js, given, change) })
}

func tryLoadSettings(ctx context.Context, js jetstream.JetStream, given Settings, change bool) (Settings, error) {
	bucket, err := settingsStore(ctx, js, given)
	if err != nil {
		return given, err
	}
	stored, revision, err := readSettings(ctx, bucket)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		legacy, err := legacySettings(ctx, js)
		first := given.or(legacy).withDefaults()
		data, errData := json.Marshal(first)
		if err := errors.Join(err, errData); err != nil {
			return first, err
		}
		if _, err = bucket.Create(ctx, settingsKey, data); !isConflict(err) {
			return first, err
		}
		stored, revision, err = readSettings(ctx, bucket) // another server was faster
		if err != nil {
			return given, err
		}
	}
	if err != nil {
		return given, err
	}
	differ := given.differences(stored)
	if differ == nil || !change {
		return stored.withDefaults(), differ
	}
	stored = given.or(stored).withDefaults()
	data, err := json.Marshal(stored)
	if err == nil {
		_, err = bucket.Update(ctx, settingsKey, data, revision)
	}
	return stored, err
}

func readSettings(ctx context.Context, bucket jetstream.KeyValue) (s Settings, revision uint64, err error) {
	e, err := bucket.Get(ctx, settingsKey)
	if err != nil {
		return s, 0, err
	}
	if err := json.Unmarshal(e.Value(), &s); err != nil {
		return s, 0, fmt.Errorf("stored settings: %w", err)
	}
	return s, e.Revision(), nil
}

// settingsStore opens the bucket of the settings, and creates it if it is missing.
func settingsStore(ctx context.Context, js jetstream.JetStream, given Settings) (jetstream.KeyValue, error) {
	bucket, err := js.KeyValue(ctx, settingsBucket)
	if !errors.Is(err, jetstream.ErrBucketNotFound) {
		return bucket, err
	}
	legacy, err := legacySettings(ctx, js)
	if err != nil {
		return nil, err
	}
	replicas := given.or(legacy).withDefaults().Replicas
	if _, err := js.CreateStream(ctx, keyValueStream(settingsBucket, replicas)); err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
		return nil, err
	}
	return js.KeyValue(ctx, settingsBucket)
}

// legacySettings returns the settings of a store that was created by an older version, which stored
// them only in its streams. It returns an error if it cannot find out whether there is such a
// store.
func legacySettings(ctx context.Context, js jetstream.JetStream) (s Settings, err error) {
	stream, errStream := js.Stream(ctx, keyValues(recordBucket).stream)
	if errStream == nil {
		s.Replicas = stream.CachedInfo().Config.Replicas
	}
	c, errConsumer := js.Consumer(ctx, legacyQueue, legacyConsumer)
	if errConsumer == nil {
		s.Lease = c.CachedInfo().Config.AckWait
	}
	for _, err := range []error{errStream, errConsumer} {
		if err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) && !errors.Is(err, jetstream.ErrConsumerNotFound) {
			return s, err
		}
	}
	return s, nil
}

// Names of the queue of older versions, which is deleted.
const (
	legacyQueue    = "JOBS"
	legacyConsumer = "workers"
)
