package access

import (
	"crypto/rand"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"
)

// ErrCode reports that a code cannot open a session.
var ErrCode = errors.New("the code is unknown, expired or already used")

// codeLifetime is the time for which a code is valid.
const codeLifetime = 10 * time.Minute

// sessions contains tokens that are in no file and end with the process. Each token is issued once,
// in exchange for a code.
type sessions struct {
	mu     sync.Mutex
	codes  []code
	tokens map[string]entry // indexed by id
}

// A code opens a session. It contains 130 random bits.
type code struct {
	grant   Grant
	expires time.Time
	digest  digest
}

// NewStore returns a store without a file. It contains only session tokens.
func NewStore() *Store {
	b := &Store{}
	b.loaded.Store(&contents{})
	return b
}

// NewCode returns a code that opens one session within ten minutes. The lifetime of the grant is
// the lifetime of the session. If it is 0, the session ends with the process.
func (b *Store) NewCode(g Grant, now time.Time) (string, error) {
	if _, err := g.Token(now); err != nil {
		return "", err
	}
	text := rand.Text()
	s := &b.sessions
	s.mu.Lock()
	defer s.mu.Unlock()
	s.codes = slices.DeleteFunc(s.codes, func(c code) bool { return !now.Before(c.expires) })
	s.codes = append(s.codes, code{g, now.Add(codeLifetime), digestOf(text)})
	return text, nil
}

// Redeem exchanges a code for a session token. It returns ErrCode if the code is not valid.
func (b *Store) Redeem(code string, now time.Time) (text string, t Token, err error) {
	s := &b.sessions
	s.mu.Lock()
	defer s.mu.Unlock()
	g, err := s.redeem(digestOf(code), now)
	if err == nil {
		t, err = g.Token(now)
	}
	if err != nil {
		return "", t, err
	}
	for t.ID == "" || s.tokens[t.ID].ID != "" || b.loaded.Load().byID[t.ID].ID != "" {
		t.ID, text = newToken()
	}
	if s.tokens == nil {
		s.tokens = map[string]entry{}
	}
	maps.DeleteFunc(s.tokens, func(_ string, e entry) bool { return !e.Expires.IsZero() && !now.Before(e.Expires) })
	s.tokens[t.ID] = entry{t, digestOf(text)}
	return text, t, nil
}

// redeem removes a code and returns its grant.
func (s *sessions) redeem(d digest, now time.Time) (Grant, error) {
	i := slices.IndexFunc(s.codes, func(c code) bool { return c.digest.equals(d) })
	if i < 0 || !now.Before(s.codes[i].expires) {
		return Grant{}, ErrCode
	}
	g := s.codes[i].grant
	s.codes = slices.Delete(s.codes, i, i+1)
	return g, nil
}

func (s *sessions) find(id string) (entry, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, ok := s.tokens[id]
	return t, ok
}
