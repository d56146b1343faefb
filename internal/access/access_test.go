package access

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/internal/outfile/outtest"
	"pgregory.net/rapid"
)

// noon is the time at which the tests start.
var noon = time.Date(2026, 7, 1, 12, 0, 0, 0, time.UTC)

func newEditor(t testing.TB) Editor {
	return Editor{filepath.Join(t.TempDir(), "tokens.json"), outfile.OS()}
}

// create returns a new token and fails the test on an error.
func create(t testing.TB, e Editor, g Grant) (string, Token) {
	t.Helper()
	text, token, err := e.Create(g, noon)
	if err != nil {
		t.Fatal(err)
	}
	return text, token
}

func open(t testing.TB, e Editor) *Store {
	t.Helper()
	b, err := Open(e.Path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

var reader = Grant{Tenant: "acme", Scopes: []Scope{JobsRead}}

func TestIdentify(t *testing.T) {
	e := newEditor(t)
	if _, err := e.SetTenant("acme", func(q *Quota) { q.Running, q.Seconds = 4, 3600 }); err != nil {
		t.Fatal(err)
	}
	text, token := create(t, e, Grant{Tenant: "acme", Scopes: []Scope{JobsRead, JobsWrite}, Label: "ci", Lifetime: time.Hour})
	got, err := open(t, e).Identify(text, noon)
	if err != nil || got.Tenant != "acme" || got.TokenID != token.ID || got.Quota != (Quota{Running: 4, Seconds: 3600}) {
		t.Errorf("got %+v (%v)", got, err)
	}
	if !got.May(JobsRead) || !got.May(JobsWrite) || got.May(InstancesWrite) || got.May(Admin) {
		t.Errorf("wrong scopes: %v", got.Scopes)
	}
	if file, err := os.ReadFile(e.Path); err != nil || strings.Contains(string(file), text[len(prefix)+2*idBytes+1:]) {
		t.Errorf("the secret is in the file (%v)", err)
	}
}

func TestMay(t *testing.T) {
	for _, s := range Scopes() {
		if !Local().May(s) || !(Identity{Scopes: []Scope{Admin}}).May(s) {
			t.Errorf("local and admin may not %s", s)
		}
		if (Identity{}).May(s) || (Identity{Scopes: []Scope{JobsRead}}).May(s) != (s == JobsRead) {
			t.Errorf("others may %s", s)
		}
	}
	if Local().Tenant != "default" || CheckTenant(Local().Tenant) != nil {
		t.Errorf("got %q", Local().Tenant)
	}
}

// Any text that differs from a token in any character is unknown.
func TestOtherTextsAreUnknown(t *testing.T) {
	e := newEditor(t)
	one, _ := create(t, e, reader)
	two, _ := create(t, e, reader)
	b := open(t, e)
	secret := len(prefix) + 2*idBytes + 1
	rapid.Check(t, func(t *rapid.T) {
		other := []byte(one)
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0: // truncated text
			other = other[:rapid.IntRange(0, len(one)-1).Draw(t, "length")]
		case 1: // different character
			i := rapid.IntRange(0, len(one)-1).Draw(t, "place")
			other[i] = rapid.Byte().Filter(func(c byte) bool { return c != one[i] }).Draw(t, "byte")
		case 2: // secret of a different token
			other = []byte(one[:secret] + two[secret:])
		case 3: // additional characters
			other = append(other, rapid.SliceOfN(rapid.Byte(), 1, 9).Draw(t, "more")...)
		case 4: // newly drawn secret
			_, drawn := newToken()
			other = []byte(one[:secret] + drawn[secret:])
		}
		if got, err := b.Identify(string(other), noon); !errors.Is(err, ErrUnknown) {
			t.Fatalf("%q is %+v (%v)", other, got, err)
		}
	})
	for _, text := range []string{one, two} {
		if _, err := b.Identify(text, noon); err != nil {
			t.Error(err)
		}
	}
}

// A token is accepted until it expires or is revoked, and never afterwards.
func TestLifeOfATokenEnds(t *testing.T) {
	e := newEditor(t)
	life := 90 * 24 * time.Hour
	brief, _ := create(t, e, Grant{Tenant: "acme", Scopes: []Scope{JobsRead}, Lifetime: life})
	long, token := create(t, e, reader)
	b := open(t, e)
	rapid.Check(t, func(t *rapid.T) {
		age := time.Duration(rapid.Int64Range(-int64(life), 3*int64(life)).Draw(t, "age"))
		if _, err := b.Identify(brief, noon.Add(age)); errors.Is(err, ErrExpired) != (age >= life) || (err == nil) != (age < life) {
			t.Fatalf("after %v: %v", age, err)
		}
		if _, err := b.Identify(long, noon.Add(age)); err != nil {
			t.Fatalf("after %v: %v", age, err)
		}
	})
	if _, err := b.Identify(brief, noon.Add(life)); !errors.Is(err, ErrExpired) {
		t.Errorf("at its end: %v", err)
	}
	if _, err := e.Revoke(token.ID, noon); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Reload(); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Identify(long, noon); !errors.Is(err, ErrRevoked) {
		t.Errorf("revoked: %v", err)
	}
	wrong := long[:len(long)-1] + string(rune(long[len(long)-1]^1))
	if _, err := b.Identify(wrong, noon); !errors.Is(err, ErrUnknown) {
		t.Errorf("a wrong secret reveals that the token was revoked: %v", err)
	}
}

func TestRevokeTwiceKeepsTheFirstTime(t *testing.T) {
	e := newEditor(t)
	_, token := create(t, e, reader)
	for _, at := range []time.Time{noon, noon.Add(time.Hour)} {
		if got, err := e.Revoke(token.ID, at); err != nil || !got.Revoked.Equal(noon) {
			t.Errorf("revoked at %v (%v)", got.Revoked, err)
		}
	}
	if _, err := e.Revoke("00000000", noon); err == nil || !strings.Contains(err.Error(), `unknown token id "00000000"`) {
		t.Errorf("got %v", err)
	}
}

// No change is lost when several editors change the file concurrently.
func TestEditorsWaitForEachOther(t *testing.T) {
	if runtime.GOOS == "windows" || runtime.GOOS == "js" {
		t.Skip("there are no locks")
	}
	e := newEditor(t)
	link := Editor{filepath.Join(t.TempDir(), "link.json"), e.Files}
	texts := make([]string, 24)
	texts[0], _ = create(t, e, reader)
	if err := os.Symlink(e.Path, link.Path); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for i := range texts[1:] {
		all.Go(func() {
			var err error
			if texts[i+1], _, err = []Editor{e, link}[i%2].Create(reader, noon); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	b := open(t, e)
	for i, text := range texts {
		if _, err := b.Identify(text, noon); err != nil {
			t.Errorf("token %d: %v", i, err)
		}
	}
}

func TestSetTenantKeepsTheRest(t *testing.T) {
	e := newEditor(t)
	for _, set := range []func(*Quota){
		func(q *Quota) { q.Queued, q.Bytes = 100, 1e9 },
		func(q *Quota) { q.Cities = 5 },
		func(q *Quota) { q.Queued = 0 },
	} {
		if _, err := e.SetTenant("acme", set); err != nil {
			t.Fatal(err)
		}
	}
	create(t, e, reader)
	if got := open(t, e).Tenants()["acme"]; got != (Quota{Bytes: 1e9, Cities: 5}) {
		t.Errorf("got %+v", got)
	}
	if _, err := e.SetTenant("acme", func(q *Quota) { q.Running = -1 }); err == nil || !strings.Contains(err.Error(), "running: expected 0 or more, found -1") {
		t.Errorf("got %v", err)
	}
}

// A quota contains numbers that are finite and not negative. 0 means the default of the server.
func TestQuotasAreChecked(t *testing.T) {
	for _, q := range []Quota{{}, {Queued: 1, Running: 1, Bytes: 1, Cities: 1, Seconds: 0.5, Weight: 0.5}} {
		if err := q.Check(); err != nil {
			t.Errorf("%+v: got %v", q, err)
		}
	}
	for want, q := range map[string]Quota{
		"queued: expected 0 or more, found -1":    {Queued: -1},
		"running: expected 0 or more, found -1":   {Running: -1},
		"bytes: expected 0 or more, found -1":     {Bytes: -1},
		"cities: expected 0 or more, found -1":    {Cities: -1},
		"seconds: expected 0 or more, found -0.5": {Seconds: -0.5},
		"seconds: expected 0 or more, found NaN":  {Seconds: math.NaN()},
		"weight: expected 0 or more, found +Inf":  {Weight: math.Inf(1)},
		"weight: expected 0 or more, found -Inf":  {Weight: math.Inf(-1)},
	} {
		if err := q.Check(); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// The times of a token are whole seconds in UTC, whatever the zone of the machine, so that a token
// is the same after it was written and read again.
func TestTimesAreWholeSecondsInUTC(t *testing.T) {
	e := newEditor(t)
	here := noon.Add(time.Second / 2).In(time.FixedZone("here", 3600))
	_, token, err := e.Create(Grant{Tenant: "acme", Scopes: []Scope{JobsRead}, Lifetime: time.Hour}, here)
	if err != nil || token.Created != noon || token.Expires != noon.Add(time.Hour) {
		t.Errorf("got %+v (%v)", token, err)
	}
	revoked, err := e.Revoke(token.ID, here)
	if err != nil || revoked.Revoked != noon {
		t.Errorf("got %+v (%v)", revoked, err)
	}
	if got := open(t, e).Tokens(); len(got) != 1 || !reflect.DeepEqual(got[0], revoked) {
		t.Errorf("got %+v, want %+v", got, revoked)
	}
}

// An invalid grant or tenant does not create a file.
func TestBadGrants(t *testing.T) {
	e := newEditor(t)
	for want, g := range map[string]Grant{
		`found "a.b"`:                      {Tenant: "a.b", Scopes: []Scope{JobsRead}},
		`found "acme "`:                    {Tenant: "acme ", Scopes: []Scope{JobsRead}},
		`found "*"`:                        {Tenant: "*", Scopes: []Scope{JobsRead}},
		`found "-a"`:                       {Tenant: "-a", Scopes: []Scope{JobsRead}},
		`found "a\n"`:                      {Tenant: "a\n", Scopes: []Scope{JobsRead}},
		"found nothing":                    {Scopes: []Scope{JobsRead}},
		"found \"aaaaaaaaaa":               {Tenant: strings.Repeat("a", 33), Scopes: []Scope{JobsRead}},
		"scopes: expected at least one of": {Tenant: "acme"},
		`scope "jobs": expected one of`:    {Tenant: "acme", Scopes: []Scope{JobsRead, "jobs"}},
		"lifetime: expected 0 or more":     {Tenant: "acme", Scopes: []Scope{JobsRead}, Lifetime: -1},
		"label: expected at most 100":      {Tenant: "acme", Scopes: []Scope{JobsRead}, Label: strings.Repeat("x", 101)},
		"100 bytes of UTF-8":               {Tenant: "acme", Scopes: []Scope{JobsRead}, Label: "\xff"},
	} {
		if _, _, err := e.Create(g, noon); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v", want, err)
		}
	}
	if _, err := e.SetTenant("a.b", func(*Quota) {}); err == nil || !strings.Contains(err.Error(), `found "a.b"`) {
		t.Errorf("a tenant: got %v", err)
	}
	if left, err := os.ReadDir(filepath.Dir(e.Path)); err != nil || len(left) > 0 {
		t.Errorf("left: %v (%v)", left, err)
	}
	create(t, e, Grant{Tenant: strings.Repeat("a", 32), Scopes: Scopes(), Label: strings.Repeat("x", 100)}) // the longest names
}

// After an error the file is unchanged, and Create returns no token that is not in the file.
func TestFaults(t *testing.T) {
	e := newEditor(t)
	text, _ := create(t, e, reader)
	for _, fault := range outtest.Faults(500) {
		if fault.Act == outtest.SyncFolder || fault.Act == outtest.Chmod && runtime.GOOS == "windows" {
			continue
		}
		text, _, err := Editor{e.Path, fault.System()}.Create(reader, noon)
		var unwritten *WriteError
		if err != nil && (text != "" || !errors.As(err, &unwritten) || !errors.Is(err, outtest.Err)) {
			t.Errorf("%v: got %q and %v", fault, text, err)
		}
		if err == nil && fault.Act != outtest.Write {
			t.Errorf("%v: no error", fault)
		}
	}
	if _, err := open(t, e).Identify(text, noon); err != nil {
		t.Error(err)
	}
}

func TestNewFilesAreForTheirOwnerOnly(t *testing.T) {
	e := newEditor(t)
	for range 2 {
		create(t, e, reader)
		for _, path := range []string{e.Path, e.Path + ".lock"} {
			info, err := os.Stat(path)
			if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
				t.Errorf("%s: %v (%v)", path, info.Mode(), err)
			}
		}
	}
}

// A file to which other users have access is rejected for reading and for changing. Its group may
// read it.
func TestFilesOfOthersAreRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no such permissions")
	}
	e := newEditor(t)
	_, token := create(t, e, reader)
	for bit := os.FileMode(1); bit <= 0o20; bit <<= 1 {
		if err := os.Chmod(e.Path, 0o600|bit); err != nil {
			t.Fatal(err)
		}
		_, reading := Open(e.Path)
		_, _, creating := e.Create(reader, noon)
		_, revoking := e.Revoke(token.ID, noon)
		for _, err := range []error{reading, creating, revoking} {
			if err == nil || !strings.Contains(err.Error(), "other users have access to it (mode 06") {
				t.Errorf("mode %o: got %v", bit, err)
			}
		}
	}
	if err := os.Chmod(e.Path, 0o440); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(e.Path); err != nil {
		t.Errorf("mode 440: got %v", err)
	}
}

func TestMissingFile(t *testing.T) {
	e := newEditor(t)
	_, opening := Open(e.Path)
	_, revoking := e.Revoke("00000000", noon)
	for _, err := range []error{opening, revoking} {
		if !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "create it with 'tourmaline tokens create'") {
			t.Errorf("got %v", err)
		}
	}
	if left, err := os.ReadDir(filepath.Dir(e.Path)); err != nil || len(left) > 0 {
		t.Errorf("left: %v (%v)", left, err)
	}
}

func TestTokensAreListedWithoutSecrets(t *testing.T) {
	e := newEditor(t)
	_, one := create(t, e, reader)
	_, two := create(t, e, Grant{Tenant: "b", Scopes: []Scope{Admin}, Label: "ops", Lifetime: time.Hour})
	got := open(t, e).Tokens()
	same := func(a, b Token) bool {
		return a.ID == b.ID && a.Tenant == b.Tenant && slices.Equal(a.Scopes, b.Scopes) && a.Label == b.Label && a.Expires.Equal(b.Expires)
	}
	if len(got) != 2 || !same(got[0], one) || !same(got[1], two) {
		t.Errorf("got %+v", got)
	}
}
