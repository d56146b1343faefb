//go:build contract

package server_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/access"
	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/server"
)

// A client that generates requests from the API description finds no response that the description
// does not declare. scripts/contract installs the client.
func TestContract(t *testing.T) {
	y := newTenancy(t)
	token := y.grant(t, "acme", 0, access.Scopes()...)
	y.limit(t, "acme", func(q *access.Quota) { q.Seconds = 1 })
	s := start(t, 2, server.Options{Access: y.book})
	j := as[api.Job](t, s.ask(t, "POST", "/v1/jobs", small, append(bearer(token), "Prefer", "wait=20")...), 200)
	for _, config := range []string{
		"", // the client invents job IDs
		fmt.Sprintf("[parameters]\n\"path.id\" = %q\n\"path.hash\" = %q\n", j.ID, j.Instance.Hash),
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "schemathesis.toml"), []byte(config), 0o600); err != nil {
			t.Fatal(err)
		}
		c := exec.CommandContext(t.Context(), os.Getenv("SCHEMATHESIS"), "run", s.url+"/openapi.json",
			"--header", "Authorization: Bearer "+token, "--no-color", "--seed", "1", "--max-examples", os.Getenv("EXAMPLES"),
			"--checks", strings.Join(checks, ","), "--exclude-operation-id", "watch-jobs") // its stream never ends
		if config != "" { // erasing the job would make every other operation on it fail
			c.Args = append(c.Args, "--exclude-operation-id", "erase-job")
		}
		c.Dir, c.Stdout, c.Stderr = dir, os.Stdout, os.Stderr
		if err := c.Run(); err != nil {
			t.Error(err)
		}
	}
}

var checks = []string{
	"not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
	"response_schema_conformance", "negative_data_rejection", "unsupported_method", "ignored_auth",
}
