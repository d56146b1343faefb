package scripts_test

import (
	"errors"
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
		"a defect":    {"govulncheck: loading packages: broken", "1", 1, "loading packages"},
	} {
		t.Run(name, func(t *testing.T) {
			stub := filepath.Join(t.TempDir(), "govulncheck")
			if err := os.WriteFile(stub, []byte("#!/bin/sh\necho '"+c.says+"'\nexit "+c.ends+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			command := exec.Command("./vulnerable")
			command.Env = append(os.Environ(), "GOVULNCHECK="+stub, "GOVULNDB=http://127.0.0.1:1")
			out, err := command.CombinedOutput()
			code := 0
			if exit := new(exec.ExitError); errors.As(err, &exit) {
				code = exit.ExitCode()
			} else if err != nil {
				t.Fatal(err)
			}
			if code != c.want || !strings.Contains(string(out), c.told) {
				t.Errorf("expected the exit code %d and %q, found %d and %s", c.want, c.told, code, out)
			}
		})
	}
}
