package access

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// invite returns a new code and fails the test on an error.
func invite(t testing.TB, b *Store, g Grant) string {
	t.Helper()
	code, err := b.NewCode(g, noon)
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// A code opens one session. Its token is accepted like the tokens in the file, which remain valid.
func TestSessions(t *testing.T) {
	e := newEditor(t)
	if _, err := e.SetTenant("acme", func(q *Quota) { q.Cities = 7 }); err != nil {
		t.Fatal(err)
	}
	filed, _ := create(t, e, reader)
	for name, b := range map[string]*Store{"file": open(t, e), "no file": NewStore()} {
		t.Run(name, func(t *testing.T) {
			code := invite(t, b, reader)
			text, token, err := b.Redeem(code, noon)
			if err != nil || !token.Expires.IsZero() {
				t.Fatalf("got %+v (%v)", token, err)
			}
			who, err := b.Identify(text, noon.Add(1000*time.Hour))
			if err != nil || who.Tenant != "acme" || who.TokenID != token.ID || !who.May(JobsRead) || who.May(JobsWrite) || who.Quota != b.Quota("acme") {
				t.Errorf("got %+v (%v)", who, err)
			}
			if _, _, err := b.Redeem(code, noon); !errors.Is(err, ErrCode) {
				t.Errorf("a second time: %v", err)
			}
			for _, other := range []string{code, text[:len(text)-1], text + "0", text[:len(text)-1] + "x"} {
				if _, err := b.Identify(other, noon); !errors.Is(err, ErrUnknown) {
					t.Errorf("%q: %v", other, err)
				}
			}
			if _, err := b.Identify(filed, noon); (err == nil) != (name == "file") {
				t.Errorf("the token of the file: %v", err)
			}
			reloaded(t, b, false)
		})
	}
}

// Codes and sessions expire at the end of their lifetimes.
func TestSessionsEnd(t *testing.T) {
	b := NewStore()
	g := reader
	g.Lifetime = 12 * time.Hour
	late, early := invite(t, b, g), invite(t, b, g)
	if _, _, err := b.Redeem(late, noon.Add(codeLifetime)); !errors.Is(err, ErrCode) {
		t.Errorf("a code that has expired: %v", err)
	}
	text, token, err := b.Redeem(early, noon.Add(codeLifetime-1))
	if err != nil || token.Expires.Before(noon.Add(g.Lifetime)) {
		t.Fatalf("got %+v (%v)", token, err)
	}
	if _, err := b.Identify(text, token.Expires.Add(-1)); err != nil {
		t.Error(err)
	}
	if _, err := b.Identify(text, token.Expires); !errors.Is(err, ErrExpired) {
		t.Errorf("at its end: %v", err)
	}
	last, err := b.NewCode(g, token.Expires)
	if err != nil || len(b.sessions.codes) != 1 {
		t.Errorf("%d codes are kept (%v)", len(b.sessions.codes), err)
	}
	if _, _, err := b.Redeem(last, token.Expires); err != nil || len(b.sessions.tokens) != 1 {
		t.Errorf("%d sessions are kept (%v)", len(b.sessions.tokens), err)
	}
}

// Codes are independent of each other, in any order.
func TestSeveralCodes(t *testing.T) {
	b := NewStore()
	first, second := invite(t, b, reader), invite(t, b, Grant{Tenant: "b", Scopes: []Scope{Admin}})
	for tenant, code := range map[string]string{"b": second, "acme": first} {
		text, _, err := b.Redeem(code, noon)
		if err != nil {
			t.Fatal(err)
		}
		if who, err := b.Identify(text, noon); err != nil || who.Tenant != tenant {
			t.Errorf("got %+v (%v), want %s", who, err, tenant)
		}
	}
	if len(b.sessions.tokens) != 2 {
		t.Errorf("%d sessions are kept", len(b.sessions.tokens))
	}
}

func TestWrongCodesAndGrants(t *testing.T) {
	b := NewStore()
	code := invite(t, b, reader)
	for _, other := range []string{"", code[1:], code + "A", "A" + code[1:] + "A"} {
		if _, _, err := b.Redeem(other, noon); !errors.Is(err, ErrCode) {
			t.Errorf("%q: %v", other, err)
		}
	}
	if _, err := b.NewCode(Grant{Tenant: "a.b", Scopes: []Scope{JobsRead}}, noon); err == nil {
		t.Error("no error")
	}
	if _, _, err := b.Redeem(code, noon); err != nil {
		t.Errorf("after wrong ones: %v", err)
	}
}

// If several goroutines redeem a code concurrently, only one of them gets the session.
func TestACodeIsForOne(t *testing.T) {
	b := NewStore()
	code := invite(t, b, reader)
	var got atomic.Int32
	var all sync.WaitGroup
	for range 16 {
		all.Go(func() {
			if text, _, err := b.Redeem(code, noon); err == nil {
				got.Add(1)
				if _, err := b.Identify(text, noon); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if got.Load() != 1 {
		t.Errorf("%d sessions", got.Load())
	}
}
