package broker

import (
	"errors"
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

// A pending says which new files and imports of accounts the running server does not use yet.
type pending struct{ pools, certificates, imports bool }

// ReloadPools reads the pool file again if it has changed. New keys are accepted immediately, and
// the connections of revoked keys are closed. Other connections are not affected. If the file
// cannot be read, the keys stay unchanged. If the server cannot use the keys yet, the next call
// tries again.
func (b *Broker) ReloadPools() (changed bool, err error) {
	changed, err = b.pools.Reload()
	return b.use(&b.pending.pools, changed, err)
}

// ReloadCertificates reads the certificates again if their files have changed. New connections of
// workers and nodes use the new certificates. If the files cannot be read or do not match, the old
// certificates stay in use. If the server cannot use the certificates yet, the next call tries
// again.
func (b *Broker) ReloadCertificates() (changed bool, err error) {
	if b.certs == nil {
		return false, nil
	}
	changed, err = b.certs.Reload()
	if changed {
		b.changing.Lock()
		b.secure = secureWith(b.certs)
		b.changing.Unlock()
	}
	return b.use(&b.pending.certificates, changed, err)
}

// use reloads the server if it does not use the latest files, and reports whether it did. The error
// of reading the files is added to that of the server.
func (b *Broker) use(pending *bool, changed bool, fault error) (bool, error) {
	b.changing.Lock()
	defer b.changing.Unlock()
	*pending = *pending || changed
	if !*pending {
		return false, fault
	}
	if err := b.reload(); err != nil {
		return false, errors.Join(fault, err)
	}
	*pending = false
	return true, fault
}

// reload applies the current keys and certificates to the running server. The caller holds
// b.changing.
func (b *Broker) reload() error {
	if s := b.server.Load(); !s.Running() || !s.JetStreamEnabled() {
		return errors.New("cannot change the broker while it is not running or cannot write: it tries again")
	}
	b.log.stopping() // the server reports every option at level info
	defer b.log.started()
	created, err := b.reloadOnce()
	b.pending.imports = b.pending.imports || created
	if err == nil && b.pending.imports {
		// The server subscribes to the imports of an account when it starts, or when it reloads an
		// account that it already has.
		_, err = b.reloadOnce()
	}
	b.pending.imports = b.pending.imports && err != nil
	return err
}

func (b *Broker) reloadOnce() (created bool, err error) {
	settings, created, err := b.settings()
	if err != nil {
		return created, err
	}
	if err := b.server.Load().ReloadOptions(settings); err != nil {
		return created, fmt.Errorf("cannot change the running broker: %w", err)
	}
	return created, nil
}
