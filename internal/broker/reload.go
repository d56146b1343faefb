package broker

import (
	"fmt"

	"github.com/tourmaline-opt/tourmaline/internal/pools"
)

// A user is a public key of a worker pool.
type user struct{ pool, public string }

// users returns the keys of workers that are not revoked. The worker line of the key file belongs
// to the default pool unless the pool file revokes it.
func (b *Broker) users() []user {
	users := []user{{pools.Local, b.local.public}}
	listed := map[string]bool{}
	for _, k := range b.pools.Keys() {
		listed[k.Public] = true
		if k.Revoked.IsZero() {
			users = append(users, user{k.Pool, k.Public})
		}
	}
	if !listed[b.keys.worker.public] {
		users = append(users, user{pools.Default, b.keys.worker.public})
	}
	return users
}

// ReloadPools reads the pool file again if it has changed. New keys are accepted immediately, and
// the connections of revoked keys are closed. Other connections are not affected. If the file
// cannot be read, the keys stay unchanged.
func (b *Broker) ReloadPools() (changed bool, err error) {
	changed, err = b.pools.Reload()
	if err != nil || !changed {
		return false, err
	}
	return true, b.reload()
}

// ReloadCertificates reads the certificates again if their files have changed. New connections of
// workers and nodes use the new certificates. If the files cannot be read or do not match, the old
// certificates stay in use.
func (b *Broker) ReloadCertificates() (changed bool, err error) {
	if b.certs == nil {
		return false, nil
	}
	changed, err = b.certs.Reload()
	if err != nil || !changed {
		return false, err
	}
	b.changing.Lock()
	b.secure = secureWith(b.certs)
	b.changing.Unlock()
	return true, b.reload()
}

// reload applies the current keys and certificates to the running server.
func (b *Broker) reload() error {
	b.changing.Lock()
	defer b.changing.Unlock()
	if s := b.server.Load(); !s.Running() || !s.JetStreamEnabled() {
		return nil // the server that replaces this one uses the current keys and certificates
	}
	b.log.stopping() // the server reports every option at level info
	defer b.log.started()
	created, err := b.reloadOnce()
	if err == nil && created {
		// The server subscribes to the imports of an account when it starts, or when it reloads an
		// account that it already has.
		_, err = b.reloadOnce()
	}
	return err
}

func (b *Broker) reloadOnce() (created bool, err error) {
	settings, created, err := b.settings()
	if err != nil {
		return false, err
	}
	if err := b.server.Load().ReloadOptions(settings); err != nil {
		return false, fmt.Errorf("cannot change the running broker: %w", err)
	}
	return created, nil
}
