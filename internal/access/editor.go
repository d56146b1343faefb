package access

import (
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/internal/secretfile"
)

// An Editor changes a token file. Several editors may work concurrently.
type Editor struct {
	Path  string
	Files outfile.System
}

// A WriteError reports that a file could not be locked or written.
type WriteError = secretfile.WriteError

// A Grant describes a new token.
type Grant struct {
	Tenant   string
	Scopes   []Scope
	Label    string
	Lifetime time.Duration // 0 if unlimited
}

// Token returns the token of a grant without an id, or an error if the grant is invalid.
func (g Grant) Token(now time.Time) (Token, error) {
	now = now.UTC().Truncate(time.Second)
	t := Token{Tenant: g.Tenant, Scopes: g.Scopes, Label: g.Label, Created: now}
	if g.Lifetime < 0 {
		return t, fmt.Errorf("lifetime: expected 0 or more, found %v", g.Lifetime)
	}
	if g.Lifetime > 0 {
		t.Expires = now.Add(g.Lifetime)
	}
	return t, t.check()
}

// Create creates a token, and its tenant and the file if they are missing. The text of the token is
// not stored anywhere.
func (e Editor) Create(g Grant, now time.Time) (text string, t Token, err error) {
	if t, err = g.Token(now); err != nil {
		return "", t, err
	}
	err = e.change(func(l *file) error {
		for t.ID == "" || l.find(t.ID) != nil {
			t.ID, text = newToken()
		}
		if _, known := l.Tenants[t.Tenant]; !known {
			l.Tenants[t.Tenant] = Quota{}
		}
		l.Tokens = append(l.Tokens, entry{t, digestOf(text)})
		return nil
	})
	if err != nil {
		return "", t, err
	}
	return text, t, nil
}

// Revoke revokes a token. The token stays in the file, so that Identify can return ErrRevoked
// instead of ErrUnknown. Revoking a token again has no effect.
func (e Editor) Revoke(id string, now time.Time) (t Token, err error) {
	if _, err := Open(e.Path); err != nil {
		return t, err
	}
	err = e.change(func(l *file) error {
		found := l.find(id)
		if found == nil {
			return fmt.Errorf("%s: unknown token id %s", e.Path, budget.Quote(id))
		}
		if found.Revoked.IsZero() {
			found.Revoked = now.UTC().Truncate(time.Second)
		}
		t = found.Token
		return nil
	})
	return t, err
}

// SetTenant changes the quotas of a tenant. It creates the tenant and the file if they are missing.
func (e Editor) SetTenant(name string, set func(*Quota)) (q Quota, err error) {
	if err := CheckTenant(name); err != nil {
		return q, err
	}
	err = e.change(func(l *file) error {
		q = l.Tenants[name]
		set(&q)
		l.Tenants[name] = q
		return nil
	})
	return q, err
}

func (l *file) find(id string) *entry {
	for i := range l.Tokens {
		if l.Tokens[i].ID == id {
			return &l.Tokens[i]
		}
	}
	return nil
}

// change reads, changes and writes the file under a lock. A missing file counts as empty.
func (e Editor) change(do func(*file) error) error {
	read := func() (*file, error) {
		l, _, err := read(e.Path)
		if errors.Is(err, fs.ErrNotExist) {
			return newFile(), nil
		}
		return l, err
	}
	return secretfile.Change(e.Files, e.Path, read, do, (*file).encode)
}
