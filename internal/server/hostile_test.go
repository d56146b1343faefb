package server_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/internal/server"
)

// A tenancy is a token file for tests.
type tenancy struct {
	book   *access.Store
	editor access.Editor
}

func newTenancy(t testing.TB) *tenancy {
	t.Helper()
	y := &tenancy{editor: access.Editor{Path: filepath.Join(t.TempDir(), "tokens.json"), Files: outfile.OS()}}
	y.grant(t, "root", 0, access.Admin)
	var err error
	if y.book, err = access.Open(y.editor.Path); err != nil {
		t.Fatal(err)
	}
	return y
}

// grant creates a token.
func (y *tenancy) grant(t testing.TB, tenant string, life time.Duration, scopes ...access.Scope) string {
	t.Helper()
	return y.grantAt(t, time.Now(), tenant, life, scopes...)
}

func (y *tenancy) grantAt(t testing.TB, at time.Time, tenant string, life time.Duration, scopes ...access.Scope) string {
	t.Helper()
	text, _, err := y.editor.Create(access.Grant{Tenant: tenant, Scopes: scopes, Lifetime: life}, at)
	if err != nil {
		t.Fatal(err)
	}
	y.reload(t)
	return text
}

func (y *tenancy) reload(t testing.TB) {
	t.Helper()
	if y.book != nil {
		if _, err := y.book.Reload(); err != nil {
			t.Fatal(err)
		}
	}
}

// limit sets the quotas of a tenant.
func (y *tenancy) limit(t testing.TB, tenant string, set func(*access.Quota)) {
	t.Helper()
	if _, err := y.editor.SetTenant(tenant, set); err != nil {
		t.Fatal(err)
	}
	y.reload(t)
}

func bearer(token string) []string { return []string{"Authorization", "Bearer " + token} }

func zipped(t testing.TB, size int) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	line := []byte(strings.Repeat("0,0\n", 1<<18))
	for range size >> 20 {
		if _, err := z.Write(line); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const noHash = "sha256:0000000000000000000000000000000000000000000000000000000000000000"

// The response to an invalid request contains an error code, and invalid requests do not increase
// memory use.
func TestHostileRequests(t *testing.T) {
	y := newTenancy(t)
	token := y.grant(t, "acme", 0, access.JobsRead, access.JobsWrite, access.InstancesWrite)
	reader := y.grant(t, "acme", 0, access.JobsRead)
	other := y.grant(t, "other", 0, access.JobsRead, access.JobsWrite, access.InstancesWrite)
	expired := y.grantAt(t, time.Now().Add(-2*time.Hour), "acme", time.Hour, access.JobsRead)
	revoked := y.grant(t, "acme", 0, access.JobsRead)
	if _, err := y.editor.Revoke(strings.Split(revoked, "_")[1], time.Now()); err != nil {
		t.Fatal(err)
	}
	y.limit(t, "acme", func(q *access.Quota) { q.Cities, q.Seconds, q.Bytes = 100, 60, 200_000 })
	s := start(t, 1, server.Options{Access: y.book, Limits: server.Limits{Upload: 4 << 20}})
	theirs := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small, append(bearer(other), "Prefer", "wait=20")...), 200)
	ours := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small, append(bearer(token), "Idempotency-Key", "once")...), 202)

	job := func(settings string) string {
		return `{"file":"square.csv","content":"` + square + `","settings":{` + settings + `}}`
	}
	spec := func(members string) string { return `{"file":"square.csv","content":"` + square + `",` + members + `}` }
	upload, generated := "/v1/instances?file=", "/v1/generated"
	asJSON := []string{"Content-Type", "application/json"}
	var many strings.Builder
	many.WriteString("name,x,y\n")
	for i := range 200 {
		fmt.Fprintf(&many, "c%d,%d,%d\n", i, i, i*i%97)
	}
	cases := []struct {
		name, method, path, body string
		status                   int
		code                     string
		headers                  []string
	}{
		// Authentication.
		{"no token", "GET", "/v1/jobs", "", 401, "unauthorised", []string{"Authorization", ""}},
		{"another scheme", "GET", "/v1/jobs", "", 401, "unauthorised", []string{"Authorization", "Basic dG1sOnNlY3JldA=="}},
		{"an empty token", "GET", "/v1/jobs", "", 401, "unauthorised", []string{"Authorization", "Bearer "}},
		{"an unknown token", "GET", "/v1/jobs", "", 401, "unauthorised", bearer("tml_00000000_" + strings.Repeat("0", 64))},
		{"half a token", "GET", "/v1/jobs", "", 401, "unauthorised", bearer(token[:20])},
		{"a token with another secret", "GET", "/v1/jobs", "", 401, "unauthorised", bearer(token[:len(token)-4] + "zzzz")},
		{"a token in the address", "GET", "/v1/jobs?token=" + token, "", 401, "unauthorised", []string{"Authorization", ""}},
		{"an expired token", "GET", "/v1/jobs", "", 401, "unauthorised", bearer(expired)},
		{"a revoked token", "GET", "/v1/jobs", "", 401, "unauthorised", bearer(revoked)},
		{"no scope to submit", "POST", "/v1/jobs", small, 403, "forbidden", bearer(reader)},
		{"no scope to cancel", "DELETE", "/v1/jobs/" + ours.ID, "", 403, "forbidden", bearer(reader)},
		{"no scope to upload", "POST", upload + "a.csv", "x", 403, "forbidden", bearer(reader)},
		{"no scope to make", "POST", "/v1/generated", `{"shape":"grid","n":9}`, 403, "forbidden", bearer(reader)},
		{"no scope for metrics", "GET", "/metrics", "", 403, "forbidden", nil},
		{"a page of another origin", "POST", "/v1/jobs", small, 403, "cross_origin", []string{"Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"}},
		// Jobs and instances of other tenants.
		{"a job of others", "GET", "/v1/jobs/" + theirs.ID, "", 404, "not_found", nil},
		{"its events", "GET", "/v1/jobs/" + theirs.ID + "/events", "", 404, "not_found", nil},
		{"its result", "GET", "/v1/jobs/" + theirs.ID + "/result", "", 404, "not_found", nil},
		{"its tour", "GET", "/v1/jobs/" + theirs.ID + "/tour", "", 404, "not_found", nil},
		{"its drawing", "GET", "/v1/jobs/" + theirs.ID + "/drawing", "", 404, "not_found", nil},
		{"its places", "GET", "/v1/jobs/" + theirs.ID + "/places", "", 404, "not_found", nil},
		{"its cities", "GET", "/v1/jobs/" + theirs.ID + "/cities", "", 404, "not_found", nil},
		{"its matrix", "GET", "/v1/jobs/" + theirs.ID + "/matrix", "", 404, "not_found", nil},
		{"its graph", "GET", "/v1/jobs/" + theirs.ID + "/graph", "", 404, "not_found", nil},
		{"its slices", "GET", "/v1/jobs/" + theirs.ID + "/slices", "", 404, "not_found", nil},
		{"its signs", "GET", "/v1/jobs/" + theirs.ID + "/signs", "", 404, "not_found", nil},
		{"its trace", "GET", "/v1/jobs/" + theirs.ID + "/trace", "", 404, "not_found", nil},
		{"its file", "GET", "/v1/jobs/" + theirs.ID + "/download?format=json", "", 404, "not_found", nil},
		{"its trails", "GET", "/v1/jobs/" + theirs.ID + "/trails", "", 404, "not_found", nil},
		{"its frames", "GET", "/v1/jobs/" + theirs.ID + "/frames", "", 404, "not_found", nil},
		{"its end", "DELETE", "/v1/jobs/" + theirs.ID, "", 404, "not_found", nil},
		{"as a place in a list", "GET", "/v1/jobs?after=" + theirs.ID, "", 422, "bad_field", nil},
		{"an instance of others", "DELETE", "/v1/instances/" + noHash, "", 404, "not_found", nil},
		// Paths.
		{"nothing there", "GET", "/v1/nothing", "", 404, "not_found", nil},
		{"nowhere", "GET", "/nothing", "", 404, "not_found", nil},
		{"dots", "GET", "/v1/jobs/../../etc/passwd", "", 404, "not_found", nil},
		{"dots in disguise", "GET", "/v1/jobs/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "", 404, "not_found", nil},
		{"two slashes", "GET", "/v1//jobs", "", 404, "not_found", nil},
		{"a slash at the end", "GET", "/v1/jobs/", "", 404, "not_found", nil},
		{"an id of many parts", "GET", "/v1/jobs/a.b.c", "", 404, "not_found", nil},
		{"an id with wildcards", "GET", "/v1/jobs/%3E", "", 404, "not_found", nil},
		{"an id with stars", "GET", "/v1/jobs/*", "", 404, "not_found", nil},
		{"an id with a zero", "GET", "/v1/jobs/a%00b", "", 404, "not_found", nil},
		{"an id that is no text", "GET", "/v1/jobs/%ff%fe", "", 404, "not_found", nil},
		{"a long id", "GET", "/v1/jobs/" + strings.Repeat("a", 5000), "", 422, "bad_field", nil},
		{"the wrong method", "PUT", "/v1/jobs", small, 405, "method_not_allowed", nil},
		{"a made-up method", "BREW", "/v1/jobs", "", 405, "method_not_allowed", nil},
		{"a malformed query", "GET", "/v1/jobs?state=%zz", "", 400, "bad_request", nil},
		{"an unknown parameter", "GET", "/v1/jobs?sort=cost", "", 422, "bad_field", nil},
		{"an unknown state", "GET", "/v1/jobs?state=lost", "", 422, "bad_field", nil},
		{"an empty state", "GET", "/v1/jobs?state=", "", 422, "bad_field", nil},
		{"an instance that is empty beside content", "POST", "/v1/jobs", spec(`"instance":""`), 422, "bad_field", nil},
		{"no number", "GET", "/v1/jobs?limit=many", "", 422, "bad_field", nil},
		{"too many", "GET", "/v1/jobs?limit=100000", "", 422, "bad_field", nil},
		{"fewer than one", "GET", "/v1/jobs?limit=-1", "", 422, "bad_field", nil},
		{"an unknown place", "GET", "/v1/jobs?after=nobody", "", 422, "bad_field", nil},
		{"a bad hash", "GET", "/v1/instances/sha256:xyz", "", 422, "bad_field", nil},
		{"a path as a hash", "GET", "/v1/instances/..%2f..%2fengine.keys", "", 404, "not_found", nil},
		{"an unknown hash", "GET", "/v1/instances/" + noHash, "", 404, "not_found", nil},
		{"a map that is not there", "GET", "/v1/basemap", "", 404, "no_basemap", nil},
		{"a report that is not there", "GET", "/v1/reports/night.html", "", 404, "not_found", nil},
		{"a path as a report", "GET", "/v1/reports/..%2ftokens.json", "", 404, "not_found", nil},
		{"no scope for a report", "GET", "/v1/reports/night.html", "", 401, "unauthorised", []string{"Authorization", ""}},
		// Headers.
		{"a bad Last-Event-ID", "GET", "/v1/jobs/" + ours.ID + "/events", "", 422, "bad_field", []string{"Last-Event-ID", "yesterday"}},
		{"a negative Last-Event-ID", "GET", "/v1/jobs/" + ours.ID + "/events", "", 422, "bad_field", []string{"Last-Event-ID", "-1"}},
		{"a huge Last-Event-ID", "GET", "/v1/jobs/" + ours.ID + "/events", "", 422, "bad_field", []string{"Last-Event-ID", "99999999999999999999"}},
		{"a bad Prefer", "POST", "/v1/jobs", small, 422, "bad_field", []string{"Prefer", "wait=soon"}},
		{"a negative Prefer", "POST", "/v1/jobs", small, 422, "bad_field", []string{"Prefer", "respond-async, wait=-5"}},
		{"a huge Prefer", "POST", "/v1/jobs", small, 422, "bad_field", []string{"Prefer", "wait=99999999999999"}},
		{"a long key", "POST", "/v1/jobs", small, 422, "bad_field", []string{"Idempotency-Key", strings.Repeat("k", 201)}},
		{"a key with blanks", "POST", "/v1/jobs", small, 422, "bad_field", []string{"Idempotency-Key", "a b"}},
		{"a key that is not ASCII", "POST", "/v1/jobs", small, 422, "bad_field", []string{"Idempotency-Key", "schlüssel"}},
		{"a key of another job", "POST", "/v1/jobs", job(`"seed":8`), 409, "idempotency_key_reused", []string{"Idempotency-Key", "once"}},
		{"another type", "POST", "/v1/jobs", small, 415, "unsupported_media_type", []string{"Content-Type", "text/plain"}},
		{"a malformed type", "POST", "/v1/jobs", small, 415, "unsupported_media_type", []string{"Content-Type", ";;"}},
		{"a form", "POST", "/v1/jobs", "file=a", 415, "unsupported_media_type", []string{"Content-Type", "application/x-www-form-urlencoded"}},
		{"a compressed body", "POST", "/v1/jobs", small, 415, "unsupported_media_type", []string{"Content-Encoding", "gzip"}},
		// Bodies.
		{"no body", "POST", "/v1/jobs", "", 422, "bad_json", nil},
		{"no JSON", "POST", "/v1/jobs", "file: square.csv", 422, "bad_json", nil},
		{"half of it", "POST", "/v1/jobs", small[:40], 422, "bad_json", nil},
		{"more of it", "POST", "/v1/jobs", small + "{}", 422, "bad_json", nil},
		{"a list", "POST", "/v1/jobs", "[" + small + "]", 422, "bad_field", nil},
		{"null", "POST", "/v1/jobs", "null", 422, "bad_field", nil},
		{"no UTF-8", "POST", "/v1/jobs", `{"file":"` + "\xff\xfe" + `"}`, 422, "bad_json", nil},
		{"deep JSON", "POST", "/v1/jobs", `{"file":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + "}", 422, "bad_json", nil},
		{"a member twice", "POST", "/v1/jobs", spec(`"file":"b.csv"`), 422, "bad_field", nil},
		{"an unknown member", "POST", "/v1/jobs", spec(`"priority":9`), 422, "unknown_field", nil},
		{"a member in capitals", "POST", "/v1/jobs", spec(`"Label":"x"`), 422, "unknown_field", nil},
		{"a number for a text", "POST", "/v1/jobs", `{"file":7,"content":"x"}`, 422, "bad_field", nil},
		{"a text for a number", "POST", "/v1/jobs", job(`"seed":"seven"`), 422, "bad_field", nil},
		{"a negative seed", "POST", "/v1/jobs", job(`"seed":-1`), 422, "bad_field", nil},
		{"a huge number", "POST", "/v1/jobs", job(`"max_steps":1e400`), 422, "bad_field", nil},
		{"no file", "POST", "/v1/jobs", `{"content":"x,y\n1,2\n"}`, 422, "bad_field", nil},
		{"no instance", "POST", "/v1/jobs", `{"file":"a.csv"}`, 422, "bad_field", nil},
		{"two instances", "POST", "/v1/jobs", spec(`"instance":"` + noHash + `"`), 422, "bad_field", nil},
		{"a bad hash in a job", "POST", "/v1/jobs", `{"file":"a.csv","instance":"sha256:../../x"}`, 422, "bad_field", nil},
		{"an unknown instance", "POST", "/v1/jobs", `{"file":"a.csv","instance":"` + noHash + `"}`, 422, "bad_field", nil},
		{"a long label", "POST", "/v1/jobs", spec(`"label":"` + strings.Repeat("x", 201) + `"`), 422, "bad_field", nil},
		{"an unknown problem", "POST", "/v1/jobs", spec(`"problem":"halting"`), 422, "unknown_problem", nil},
		{"an unknown algorithm", "POST", "/v1/jobs", job(`"algorithm":"magic"`), 422, "unknown_algorithm", nil},
		{"an unknown parameter of one", "POST", "/v1/jobs", job(`"algorithm":"ils","params":{"magic":1}`), 422, "bad_parameter", nil},
		{"a parameter as long as a book", "POST", "/v1/jobs", job(`"algorithm":"ils","params":{"lanes":"` + strings.Repeat("0", 1<<20) + `1"}`), 413, "too_large", nil},
		{"a bad parameter", "POST", "/v1/jobs", job(`"algorithm":"ils","params":{"lanes":"many"}`), 422, "bad_parameter", nil},
		{"a negative time", "POST", "/v1/jobs", job(`"time_limit":"-5s"`), 422, "bad_field", nil},
		{"too much time", "POST", "/v1/jobs", job(`"time_limit":"2h"`), 422, "too_long", nil},
		{"an unknown city", "POST", "/v1/jobs", spec(`"route":{"start":"atlantis"}`), 422, "bad_field", nil},
		{"a gap to nothing", "POST", "/v1/jobs", `{"file":"g.mc","content":"2 1\n1 2 1\n","settings":{"target_gap":1}}`, 422, "bad_field", nil},
		{"a bound of a graph", "POST", "/v1/jobs", `{"file":"g.mc","content":"2 1\n1 2 1\n","bound":true}`, 422, "bad_field", nil},
		{"a file that is none", "POST", "/v1/jobs", `{"file":"a.csv","content":"\u0000\u0001"}`, 422, "bad_instance", nil},
		{"an empty file", "POST", "/v1/jobs", `{"file":"a.csv","content":""}`, 422, "bad_instance", nil},
		{"too many cities", "POST", upload + "many.csv", many.String(), 413, "too_large", nil},
		{"too much content", "POST", "/v1/jobs", `{"file":"a.csv","content":"` + strings.Repeat("1,2 ", 1<<18+1) + `"}`, 413, "too_large", nil},
		{"too large a job", "POST", "/v1/jobs", `{"file":"a.csv","content":"` + strings.Repeat(" ", 8<<20) + `"}`, 413, "too_large", nil},
		{"too large an upload", "POST", upload + "a.csv", strings.Repeat("1,2\n", 2<<20), 413, "too_large", nil},
		{"a bomb", "POST", upload + "a.csv.gz", zipped(t, 32<<20), 413, "too_large", nil},
		{"a broken archive", "POST", upload + "a.csv.gz", "\x1f\x8bnonsense", 422, "bad_instance", nil},
		{"a broken workbook", "POST", upload + "a.xlsx", "PK\x03\x04nonsense", 422, "bad_instance", nil},
		{"a path as a name", "POST", upload + "../../../etc/passwd", "root:x:0:0", 422, "bad_instance", nil},
		{"a name with a zero", "POST", upload + "a%00.csv", "x", 422, "bad_field", nil},
		{"a long name", "POST", upload + strings.Repeat("a", 300), "x", 422, "bad_field", nil},
		{"no name", "POST", "/v1/instances", "x", 422, "bad_field", nil},
		{"an unknown metric", "POST", upload + "a.csv&metric=magic", "x,y\n1,2\n", 422, "bad_field", nil},
		{"an unknown format", "POST", upload + "a.csv&format=magic", "x,y\n1,2\n", 422, "bad_field", nil},
		{"half a column", "POST", upload + "a.csv&columns=lat", "x,y\n1,2\n", 422, "bad_field", nil},
		// Instances to generate.
		{"no shape", "POST", generated, `{"n":9}`, 422, "bad_field", asJSON},
		{"no shape, and too many", "POST", generated, `{"n":14457074}`, 422, "bad_field", asJSON},
		{"an unknown shape", "POST", generated, `{"shape":"torus","n":9}`, 422, "bad_field", asJSON},
		{"an unknown word", "POST", generated, `{"shape":"grid","n":9,"depth":3}`, 422, "unknown_field", asJSON},
		{"no cities", "POST", generated, `{"shape":"grid"}`, 422, "bad_field", asJSON},
		{"fewer than none", "POST", generated, `{"shape":"grid","n":-9}`, 422, "bad_field", asJSON},
		{"half a city", "POST", generated, `{"shape":"grid","n":1.5}`, 422, "bad_field", asJSON},
		{"more cities than may be", "POST", generated, `{"shape":"grid","n":101}`, 413, "too_large", asJSON},
		{"more than there are numbers", "POST", generated, `{"shape":"grid","n":9223372036854775807}`, 413, "too_large", asJSON},
		{"more rows than may be", "POST", generated, `{"shape":"perceptron","rows":1000000000,"cols":9}`, 413, "too_large", asJSON},
		{"more edges than may be", "POST", generated, `{"shape":"colouring","n":9,"edges":9000000000,"colours":3}`, 413, "too_large", asJSON},
		{"rows of cities", "POST", generated, `{"shape":"grid","n":9,"rows":3}`, 422, "bad_field", asJSON},
		{"an even perceptron", "POST", generated, `{"shape":"perceptron","rows":9,"cols":8}`, 422, "bad_field", asJSON},
		{"an unknown function", "POST", generated, `{"shape":"function","function":"sphere","n":9}`, 422, "bad_field", asJSON},
		{"no JSON of a shape", "POST", generated, `grid 9`, 422, "bad_json", asJSON},
		{"another type of a shape", "POST", generated, `{"shape":"grid","n":9}`, 415, "unsupported_media_type", nil},
		{"a shape as long as a book", "POST", generated, `{"shape":"` + strings.Repeat("g", 1<<20) + `"}`, 413, "too_large", asJSON},
		{"more than may be stored", "POST", upload + "a.csv", "x,y\n" + strings.Repeat("# a comment that is long\n", 10_000) + "1,2\n3,4\n5,6\n", 429, "quota_exceeded", nil},
	}
	if len(cases) < 60 {
		t.Fatalf("only %d cases", len(cases))
	}
	before := heap()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			a := s.ask(t, c.method, c.path, c.body, append(bearer(token), c.headers...)...)
			p := as[api.Problem](t, a, c.status)
			if p.Code != c.code || p.Status != c.status || p.Detail == "" || a.Header.Get("Content-Type") != "application/problem+json" {
				t.Errorf("%s %s", a.Header.Get("Content-Type"), a.body)
			}
			if len(a.body) > 4000 {
				t.Errorf("an answer of %d bytes", len(a.body))
			}
		})
	}
	if grown := heap() - before; grown > 64<<20 {
		t.Errorf("%d requests have left %d MiB behind", len(cases), grown>>20)
	}
	if j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small, append(bearer(token), "Prefer", "wait=20")...), 200); j.State != "done" {
		t.Errorf("after all that, a job ends as %s", j.State)
	}
}

// heap returns the memory in use, in bytes.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestHostileConnections sends requests that net/http itself rejects or that need a separate
// connection.
func TestHostileConnections(t *testing.T) {
	s := start(t, 0, server.Options{})
	flood := "GET /v1/jobs HTTP/1.1\r\nHost: localhost\r\n" + strings.Repeat("X-Flood: "+strings.Repeat("x", 1000)+"\r\n", 100) + "\r\n"
	long := "GET /v1/jobs?after=" + strings.Repeat("x", 100_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n"
	post := "POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
	for name, c := range map[string]struct {
		request string
		status  int
	}{
		"a flood of headers":       {flood, 431},
		"a long address":           {long, 431},
		"no host":                  {"GET /v1/jobs HTTP/1.1\r\n\r\n", 400},
		"another host":             {"GET /v1/jobs HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403},
		"another host with a port": {"GET /v1/jobs HTTP/1.1\r\nHost: evil.example:80\r\n\r\n", 403},
		"no HTTP":                  {"EHLO localhost\r\n\r\n", 400},
		"two lengths":              {post + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", 400},
		"a false length":           {post + "Content-Length: -1\r\n\r\n{}", 400},
		"a length that lies":       {post + "Content-Length: 99999999999\r\n\r\n{}", 413},
		"bad chunks":               {post + "Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400},
		"a bad header":             {"GET /v1/jobs HTTP/1.1\r\nHost: localhost\r\nBad Header: x\r\n\r\n", 400},
	} {
		t.Run(name, func(t *testing.T) {
			conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			go func() { _, _ = io.WriteString(conn, c.request) }()
			resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			if resp.StatusCode != c.status {
				body, _ := io.ReadAll(resp.Body)
				t.Errorf("%s, expected %d: %s", resp.Status, c.status, body)
			}
		})
	}
}

// The server disconnects a client that sends the body a byte at a time, and one that never
// completes its headers.
func TestSlowClients(t *testing.T) {
	s := start(t, 0, server.Options{Limits: server.Limits{BodyTimeout: 200 * time.Millisecond}})
	for name, begin := range map[string]string{
		"body":   "POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n",
		"header": "GET /v1/jobs HTTP/1.1\r\nHost: localhost\r\nX: ",
	} {
		t.Run(name, func(t *testing.T) {
			conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			if _, err := io.WriteString(conn, begin); err != nil {
				t.Fatal(err)
			}
			go func() { // sends a byte at a time
				for tick := range time.Tick(50 * time.Millisecond) {
					if _, err := fmt.Fprint(conn, tick.Second()%10); err != nil {
						return
					}
				}
			}()
			_ = conn.SetReadDeadline(time.Now().Add(10 * time.Second))
			answer, err := bufio.NewReader(conn).ReadString('\n')
			if os.IsTimeout(err) || name == "body" && !strings.Contains(answer, " 408 ") {
				t.Errorf("%q, %v", answer, err)
			}
		})
	}
}

// The log contains the tenant and the route of a request, but no token.
func TestTheLogHasNoTokens(t *testing.T) {
	y := newTenancy(t)
	token := y.grant(t, "acme", 0, access.JobsRead)
	var log lines
	s := start(t, 0, server.Options{Access: y.book, Log: slog.New(slog.NewJSONHandler(&log, nil))})
	a := s.ask(t, "GET", "/v1/jobs/nobody?x="+token, "", bearer(token)...)
	s.end()
	var line struct {
		Method, Route, Tenant, Request string
		Status                         int
		Bytes                          int64
		MS                             float64
	}
	if err := json.Unmarshal([]byte(log.last()), &line); err != nil {
		t.Fatal(err)
	}
	if line.Method != "GET" || line.Route != "GET /v1/jobs/{id}" || line.Tenant != "acme" || line.Status != a.StatusCode || line.Bytes != int64(len(a.body)) || line.MS <= 0 || line.Request != a.Header.Get("X-Request-Id") {
		t.Errorf("logged %s", log.last())
	}
	if strings.Contains(log.text(), token) || strings.Contains(log.text(), strings.Split(token, "_")[2]) {
		t.Error("the log has a token")
	}
}
