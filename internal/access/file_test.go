package access

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

const (
	hash  = `"sha256":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"`
	sound = `{"id":"01234567","tenant":"a","scopes":["admin"],"created":"2026-01-01T00:00:00Z",` + hash + `}`
)

// fileWith returns the text of a file with the given tokens.
func fileWith(tokens string) string {
	return `{"schema":"tourmaline/access/v1","tenants":{"a":{"queued":1}},"tokens":[` + tokens + `]}`
}

// without returns the text of a file whose token is valid except for one replaced piece.
func without(piece, by string) string { return fileWith(strings.Replace(sound, piece, by, 1)) }

var malformed = []struct{ text, want string }{
	{"", "EOF"},
	{"null", "schema: expected"},
	{"{}", "schema: expected"},
	{"[]", "not a token file"},
	{`{"schema":"tourmaline/access/v2","tenants":{},"tokens":[]}`, `found "tourmaline/access/v2"`},
	{`{"schema":"tourmaline/access/v1","tokens":[]}`, "tenants: expected an object"},
	{`{"schema":"tourmaline/access/v1","tenants":{"a.b":{}}}`, `found "a.b"`},
	{`{"schema":"tourmaline/access/v1","tenants":{"a":{"bytes":-1}}}`, "bytes: expected 0 or more"},
	{`{"schema":"tourmaline/access/v1","tenants":{"a":{"qeued":1}}}`, `unknown field "qeued"`},
	{fileWith(sound) + "x", "unexpected data after the JSON object"},
	{fileWith("null"), "id: expected 8"},
	{fileWith("{}"), "id: expected 8"},
	{fileWith(sound + "," + sound), "duplicate id 01234567"},
	{without(`"tenant":"a"`, `"tenant":"b"`), "unknown tenant b"},
	{without("admin", "root"), `scope "root"`},
	{without(`"admin"`, ""), "scopes: expected at least one"},
	{without(`"created":"2026-01-01T00:00:00Z",`, ""), "created: expected a time"},
	{without(","+hash, ""), "sha256: expected a digest"},
	{without(hash, `"sha256":"aa"`), "expected 64 hexadecimal digits"},
	{without("aaaa", "aaag"), "invalid byte"},
	{without(`"id"`, `"secret":"x","id"`), `unknown field "secret"`},
}

func TestMalformedFiles(t *testing.T) {
	if _, err := parse(strings.NewReader(fileWith(sound))); err != nil {
		t.Fatal(err)
	}
	for _, m := range malformed {
		if _, err := parse(strings.NewReader(m.text)); err == nil || !strings.Contains(err.Error(), m.want) {
			t.Errorf("%s: got %v, want %s", m.text, err, m.want)
		}
	}
}

// A file that would be too large to read is not written.
func TestTooManyTokens(t *testing.T) {
	token, err := reader.Token(noon)
	if err != nil {
		t.Fatal(err)
	}
	l := newFile()
	l.Tenants[token.Tenant] = Quota{}
	for i := range 40_000 {
		token.ID = fmt.Sprintf("%08x", i)
		l.Tokens = append(l.Tokens, entry{token, digestOf(token.ID)})
	}
	e := newEditor(t)
	write := func() error {
		return e.change(func(old *file) error {
			*old = *l
			return nil
		})
	}
	if err := write(); err == nil || !strings.Contains(err.Error(), "expected a token file of at most 8 MiB") {
		t.Errorf("got %v", err)
	}
	l.Tokens = l.Tokens[:20_000]
	if err := write(); err != nil {
		t.Error(err)
	}
	if got := len(open(t, e).Tokens()); got != 20_000 {
		t.Errorf("%d tokens", got)
	}
}

// Empty tokens are rejected before they fill the memory.
func TestEmptyTokensAreCheap(t *testing.T) {
	text := fileWith(strings.Repeat("{},", maxBytes/3-100) + "{}")
	testkit.Frugal(t, len(text), func() {
		if _, err := parse(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), "id: expected 8") {
			t.Errorf("got %v", err)
		}
	})
}

// Reading any file neither panics nor takes much memory, and an accepted file is unchanged after it
// is written and read again.
func FuzzParse(f *testing.F) {
	f.Add([]byte(fileWith(sound)))
	for _, m := range malformed {
		f.Add([]byte(m.text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var l *file
		var err error
		testkit.Frugal(t, len(data), func() { l, err = parse(bytes.NewReader(data)) })
		if err != nil {
			return
		}
		text, err := l.encode()
		if err != nil {
			t.Fatal(err)
		}
		again, err := parse(bytes.NewReader(text))
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if second, err := again.encode(); err != nil || !bytes.Equal(text, second) || !reflect.DeepEqual(l.Tenants, again.Tenants) {
			t.Fatalf("%v: the file changed:\n%s%s", err, text, second)
		}
	})
}

// Only the exact text of a token is accepted.
func FuzzIdentify(f *testing.F) {
	e := newEditor(f)
	text, token := create(f, e, reader)
	b := open(f, e)
	for _, seed := range []string{"", "tml_", text, text[:len(text)-1], strings.ToUpper(text), "tml_" + token.ID + "_"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, other string) {
		got, err := b.Identify(other, noon)
		if (err == nil) != (other == text) || err != nil && !errors.Is(err, ErrUnknown) {
			t.Fatalf("%q: %+v, %v", other, got, err)
		}
	})
}
