package access

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"strings"
	"time"
)

// A Token describes a token without its secret.
type Token struct {
	ID      string    `json:"id"`
	Tenant  string    `json:"tenant"`
	Scopes  []Scope   `json:"scopes"`
	Label   string    `json:"label,omitempty"`
	Created time.Time `json:"created"`
	Expires time.Time `json:"expires,omitzero"` // zero if the token never expires
	Revoked time.Time `json:"revoked,omitzero"` // zero if the token is not revoked
}

// Valid returns the reason why a token is rejected at the given time, or nil.
func (t Token) Valid(now time.Time) error {
	switch {
	case !t.Revoked.IsZero():
		return ErrRevoked
	case !t.Expires.IsZero() && !now.Before(t.Expires):
		return ErrExpired
	}
	return nil
}

// Parts of a token's text: the prefix, the id, "_" and the secret. The id and the secret are in
// lower-case hexadecimal.
const (
	prefix      = "tml_"
	idBytes     = 4
	secretBytes = 32
	tokenLength = len(prefix) + 2*idBytes + 1 + 2*secretBytes
)

// newToken returns the id and the text of a random token.
func newToken() (id, text string) {
	random := make([]byte, idBytes+secretBytes)
	_, _ = rand.Read(random) // never fails
	id = hex.EncodeToString(random[:idBytes])
	return id, fmt.Sprintf("%s%s_%x", prefix, id, random[idBytes:])
}

// parseID returns the id from the text of a token.
func parseID(text string) (id string, ok bool) {
	rest, ok := strings.CutPrefix(text, prefix)
	if !ok || len(text) != tokenLength {
		return "", false
	}
	id, _, ok = strings.Cut(rest, "_")
	return id, ok
}

// A digest is the SHA-256 hash of a token's text. A slow hash would protect secrets that can be
// guessed, but 256 random bits cannot be guessed.
type digest [sha256.Size]byte

func digestOf(text string) digest { return sha256.Sum256([]byte(text)) }

func (d digest) equals(other digest) bool { return subtle.ConstantTimeCompare(d[:], other[:]) == 1 }

// MarshalText encodes a digest in hexadecimal.
func (d digest) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(d[:])), nil }

// UnmarshalText decodes a digest.
func (d *digest) UnmarshalText(text []byte) error {
	if hex.DecodedLen(len(text)) != len(d) {
		return fmt.Errorf("sha256: expected %d hexadecimal digits, found %d characters", hex.EncodedLen(len(d)), len(text))
	}
	_, err := hex.Decode(d[:], text)
	return err
}
