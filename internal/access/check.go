package access

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tourmaline-opt/tourmaline/internal/budget"
	"github.com/tourmaline-opt/tourmaline/internal/list"
)

const maxLabel = 100 // in bytes

func (l *file) check() error {
	switch {
	case l.Schema != schema:
		return fmt.Errorf("schema: expected %q, found %s", schema, budget.Quote(l.Schema))
	case l.Tenants == nil:
		return errors.New("tenants: expected an object, found none")
	}
	for name, q := range l.Tenants {
		if err := cmp.Or(CheckTenant(name), q.Check()); err != nil {
			return fmt.Errorf("tenants: %w", err)
		}
	}
	return l.checkTokens()
}

func (l *file) checkTokens() error {
	seen := map[string]bool{}
	for i, t := range l.Tokens {
		_, known := l.Tenants[t.Tenant]
		err := t.check()
		switch {
		case err != nil:
		case !known:
			err = fmt.Errorf("unknown tenant %s", t.Tenant)
		case seen[t.ID]:
			err = fmt.Errorf("duplicate id %s", t.ID)
		}
		if err != nil {
			return fmt.Errorf("tokens[%d]: %w", i, err)
		}
		seen[t.ID] = true
	}
	return nil
}

func (e entry) check() error {
	switch {
	case !tokenID.MatchString(e.ID):
		return fmt.Errorf("id: expected %d hexadecimal digits, found %s", 2*idBytes, budget.Quote(e.ID))
	case e.Digest == digest{}:
		return fmt.Errorf("token %s: sha256: expected a digest, found none", e.ID)
	}
	if err := e.Token.check(); err != nil {
		return fmt.Errorf("token %s: %w", e.ID, err)
	}
	return nil
}

var (
	tenantName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,31}$`)
	tokenID    = regexp.MustCompile(fmt.Sprintf(`^[0-9a-f]{%d}$`, 2*idBytes))
)

// CheckTenant returns an error if a tenant name is invalid. Names become part of NATS subjects.
func CheckTenant(name string) error {
	if !tenantName.MatchString(name) {
		return fmt.Errorf("tenant: expected 1 to 32 characters from a-z, 0-9 and -, not starting with -, found %s", budget.Quote(name))
	}
	return nil
}

// Check returns an error if a quota is invalid.
func (q Quota) Check() error {
	for _, part := range []struct {
		name  string
		value float64
	}{
		{"queued", float64(q.Queued)}, {"running", float64(q.Running)}, {"bytes", float64(q.Bytes)},
		{"cities", float64(q.Cities)}, {"seconds", q.Seconds}, {"weight", q.Weight},
	} {
		if math.IsNaN(part.value) || math.IsInf(part.value, 0) || part.value < 0 {
			return fmt.Errorf("%s: expected 0 or more, found %v", part.name, part.value)
		}
	}
	return nil
}

func (t Token) check() error {
	if err := cmp.Or(CheckTenant(t.Tenant), checkScopes(t.Scopes)); err != nil {
		return err
	}
	switch {
	case len(t.Label) > maxLabel || !utf8.ValidString(t.Label):
		return fmt.Errorf("label: expected at most %d bytes of UTF-8, found %s", maxLabel, budget.Quote(t.Label))
	case t.Created.IsZero():
		return errors.New("created: expected a time, found none")
	}
	return nil
}

func checkScopes(scopes []Scope) error {
	if len(scopes) == 0 {
		return fmt.Errorf("scopes: expected at least one of %s", scopeNames())
	}
	for _, s := range scopes {
		if !slices.Contains(Scopes(), s) {
			return fmt.Errorf("scope %s: expected one of %s", budget.Quote(s), scopeNames())
		}
	}
	return nil
}

func scopeNames() string {
	return strings.Join(list.Map(Scopes(), func(s Scope) string { return string(s) }), ", ")
}
