package webhook

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Headers of a message.
const (
	idHeader        = "webhook-id"
	timestampHeader = "webhook-timestamp"
	signatureHeader = "webhook-signature"
)

const (
	secretPrefix = "whsec_"
	secretSize   = 32 // bytes; the specification requires 24 to 64
	// secretOverlap is the time for which a replaced secret continues to sign messages.
	secretOverlap = 24 * time.Hour
	// maxSecrets is the maximum number of secrets that sign a message.
	maxSecrets = 3
)

// A Secret signs messages.
type Secret struct {
	Key     []byte    `json:"key"`
	Created time.Time `json:"created"`
	Expires time.Time `json:"expires,omitzero"` // zero for the current secret
}

func newSecret(now time.Time) Secret {
	key := make([]byte, secretSize)
	_, _ = rand.Read(key) // never fails
	return Secret{Key: key, Created: now}
}

// Text returns the secret in the form that a receiver uses.
func (s Secret) Text() string { return secretPrefix + base64.StdEncoding.EncodeToString(s.Key) }

// rotate returns the secrets with a new first one. The previous ones expire.
func rotate(all []Secret, now time.Time) []Secret {
	next := []Secret{newSecret(now)}
	for _, s := range valid(all, now) {
		if s.Expires.IsZero() {
			s.Expires = now.Add(secretOverlap)
		}
		if len(next) < maxSecrets {
			next = append(next, s)
		}
	}
	return next
}

// valid returns the secrets that have not expired.
func valid(all []Secret, now time.Time) (left []Secret) {
	for _, s := range all {
		if s.Expires.IsZero() || now.Before(s.Expires) {
			left = append(left, s)
		}
	}
	return left
}

// sign returns the value of the signature header: one signature per valid secret.
func sign(secrets []Secret, id string, at time.Time, body []byte) string {
	var all []string
	for _, s := range valid(secrets, at) {
		mac := hmac.New(sha256.New, s.Key)
		_, _ = fmt.Fprintf(mac, "%s.%s.%s", id, timestamp(at), body) // never fails
		all = append(all, "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	}
	return strings.Join(all, " ")
}

func timestamp(at time.Time) string { return strconv.FormatInt(at.Unix(), 10) }
