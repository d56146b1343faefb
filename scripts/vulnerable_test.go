package scripts_test

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The exit code says whether something was found, and whether the database answered.
func TestVulnerableExitCodes(t *testing.T) {
	for name, c := range map[string]struct {
		says string
		ends string
		want int
		told string
	}{
		"nothing":     {"No vulnerabilities found.", "0", 0, "No vulnerabilities"},
		"a finding":   {"Vulnerability #1: GO-2026-0001", "3", 3, "GO-2026-0001"},
		"no database": {"govulncheck: fetching vulnerabilities: no such host", "1", 4, "NOT CHECKED: the vulnerability database http://127.0.0.1:1"},
		"no index":    {"creating client: unrecognized vulndb format", "1", 4, "NOT CHECKED"},
		"a defect":    {"govulncheck: loading packages: broken", "1", 1, "loading packages"},
	} {
		t.Run(name, func(t *testing.T) {
			stub := stubCheck(t, "echo '"+c.says+"'\nexit "+c.ends)
			code, out := vulnerable(t, "GOVULNCHECK="+stub, "GOVULNDB=http://127.0.0.1:1")
			if code != c.want || !strings.Contains(out, c.told) {
				t.Errorf("expected the exit code %d and %q, found %d and %s", c.want, c.told, code, out)
			}
		})
	}
}

// stubCheck returns a program that replaces govulncheck.
func stubCheck(t *testing.T, script string) string {
	t.Helper()
	stub := filepath.Join(t.TempDir(), "govulncheck")
	if err := os.WriteFile(stub, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return stub
}

// vulnerable runs the script for a small package and returns its exit code and output.
func vulnerable(t *testing.T, env ...string) (int, string) {
	t.Helper()
	command := exec.Command("./vulnerable", "./internal/loopback")
	command.Env = append(os.Environ(), append([]string{"GOVULNDB=", "VULNDB_LIVE=http://127.0.0.1:1"}, env...)...)
	out, err := command.CombinedOutput()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		return exit.ExitCode(), string(out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return 0, string(out)
}

// If the live database answers, the snapshot is not used.
func TestLiveDatabaseComesFirst(t *testing.T) {
	live := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(live.Close)
	code, out := vulnerable(t, "GOVULNCHECK="+stubCheck(t, `echo "asked $2"`), "VULNDB_LIVE="+live.URL)
	if code != 0 || !strings.Contains(out, "asked "+live.URL) || !strings.Contains(out, "vulnerability database: "+live.URL+", now") {
		t.Errorf("%d %s", code, out)
	}
}

// Without a live database, the snapshot is used, and the output says so with its date.
func TestSnapshotIsUsedOffline(t *testing.T) {
	check := "GOVULNCHECK=" + govulncheck(t)
	code, out := vulnerable(t, check)
	if code != 0 || !strings.Contains(out, "vulnerability database: snapshot of 20") || !strings.Contains(out, "days old") {
		t.Fatalf("%d %s", code, out)
	}
	fake := `{"schema_version":"1.3.1","id":"GO-2099-0001","modified":"2099-01-01T00:00:00Z","published":"2099-01-01T00:00:00Z","summary":"made up","details":"made up","database_specific":{"url":"https://pkg.go.dev/vuln/GO-2099-0001"},
		"affected":[{"package":{"name":"stdlib","ecosystem":"Go"},"ranges":[{"type":"SEMVER","events":[{"introduced":"0"}]}],
		"ecosystem_specific":{"imports":[{"path":"net/netip","symbols":["ParseAddr"]},{"path":"net","symbols":["ParseIP"]}]}}]}`
	code, out = vulnerable(t, check, "VULNDB_SNAPSHOT="+changedSnapshot(t, func(files map[string]string) {
		files["ID/GO-2099-0001.json"] = fake
		files["index/modules.json"] = strings.Replace(files["index/modules.json"], `"path":"stdlib","vulns":[`, `"path":"stdlib","vulns":[{"id": "GO-2099-0001", "modified": "2099-01-01T00:00:00Z"}, `, 1)
	}))
	if code != 3 || !strings.Contains(out, "GO-2099-0001") {
		t.Errorf("with a made-up vulnerability: %d %s", code, out)
	}
}

// A snapshot that lacks a module of the project is not enough.
func TestSnapshotMustCoverAllModules(t *testing.T) {
	check := "GOVULNCHECK=" + stubCheck(t, "echo fetching vulnerabilities; exit 1")
	code, out := vulnerable(t, check, "VULNDB_SNAPSHOT="+changedSnapshot(t, func(files map[string]string) {
		files["modules.txt"] = strings.Replace(files["modules.txt"], "github.com/nats-io/nats.go\n", "", 1)
	}))
	if code != 4 || !strings.Contains(out, "does not cover these modules") || !strings.Contains(out, "\ngithub.com/nats-io/nats.go\n") {
		t.Errorf("%d %s", code, out)
	}
}

// govulncheck returns the program, which it builds if `make bin/govulncheck` has not.
func govulncheck(t *testing.T) string {
	t.Helper()
	built, err := filepath.Abs("../bin/govulncheck")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(built); err == nil {
		return built
	}
	program := filepath.Join(t.TempDir(), "govulncheck")
	if out, err := exec.Command("go", "-C", "../tools", "build", "-o", program, "golang.org/x/vuln/cmd/govulncheck").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// changedSnapshot returns a changed copy of the snapshot.
func changedSnapshot(t *testing.T, change func(files map[string]string)) string {
	t.Helper()
	files := map[string]string{}
	f, err := os.Open("../tools/vulndb/snapshot.tar.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	r := tar.NewReader(z)
	for {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		data, failed := io.ReadAll(r)
		if err := errors.Join(err, failed); err != nil {
			t.Fatal(err)
		}
		files[h.Name] = string(data)
	}
	change(files)
	return writeSnapshot(t, files)
}

func writeSnapshot(t *testing.T, files map[string]string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "snapshot.tar.gz")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	z := gzip.NewWriter(f)
	w := tar.NewWriter(z)
	for name, data := range files {
		err = errors.Join(err, w.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(data))}))
		_, failed := io.WriteString(w, data)
		err = errors.Join(err, failed)
	}
	if err := errors.Join(err, w.Close(), z.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}
