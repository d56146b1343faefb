package access

import (
	"io/fs"
	"maps"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/secretfile"
)

// A Store authenticates the tokens of a file and of sessions. Its methods may be called from any
// goroutine.
type Store struct {
	path     string     // "" if there is no file
	reading  sync.Mutex // allows one Reload at a time
	loaded   atomic.Pointer[contents]
	sessions sessions
}

// contents is the content of the file at one time. It never changes.
type contents struct {
	info    fs.FileInfo
	tenants map[string]Quota
	tokens  []Token
	byID    map[string]entry
}

// Open reads a token file.
func Open(path string) (*Store, error) {
	p, err := load(path)
	if err != nil {
		return nil, err
	}
	b := &Store{path: path}
	b.loaded.Store(p)
	return b, nil
}

func load(path string) (*contents, error) {
	l, info, err := read(path)
	if err != nil {
		return nil, err
	}
	p := &contents{info: info, tenants: l.Tenants, byID: map[string]entry{}}
	for _, t := range l.Tokens {
		p.tokens = append(p.tokens, t.Token)
		p.byID[t.ID] = t
	}
	return p, nil
}

// Reload reads the file again if it has changed. If reading fails, the tokens stay unchanged.
func (b *Store) Reload() (changed bool, err error) {
	if b.path == "" {
		return false, nil
	}
	b.reading.Lock()
	defer b.reading.Unlock()
	info, err := os.Stat(b.path)
	if err == nil && secretfile.Unchanged(b.loaded.Load().info, info) {
		return false, nil
	}
	p, err := load(b.path) // returns a more helpful error than Stat
	if err != nil {
		return false, err
	}
	b.loaded.Store(p)
	return true, nil
}

// Identify returns the identity of a token. The errors are ErrUnknown, ErrRevoked and ErrExpired.
// The last two are returned only for a token with the right secret.
func (b *Store) Identify(token string, now time.Time) (Identity, error) {
	p := b.loaded.Load()
	id, ok := parseID(token)
	if !ok {
		return Identity{}, ErrUnknown
	}
	t, ok := p.byID[id]
	if !ok {
		t, ok = b.sessions.find(id)
	}
	if !ok || !digestOf(token).equals(t.Digest) {
		return Identity{}, ErrUnknown
	}
	if err := t.Valid(now); err != nil {
		return Identity{}, err
	}
	return Identity{Tenant: t.Tenant, Scopes: append([]Scope(nil), t.Scopes...), TokenID: t.ID, Quota: p.tenants[t.Tenant]}, nil
}

// Tokens returns the tokens in the file, oldest first.
func (b *Store) Tokens() []Token { return append([]Token{}, b.loaded.Load().tokens...) }

// Tenants returns the quotas of all tenants by name.
func (b *Store) Tenants() map[string]Quota { return maps.Clone(b.loaded.Load().tenants) }

// Quota returns the quota of a tenant, or the zero value if the tenant is unknown.
func (b *Store) Quota(tenant string) Quota { return b.loaded.Load().tenants[tenant] }
