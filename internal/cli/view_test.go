//go:build unix

package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/internal/server"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// A viewing is a search that a page shows.
type viewing struct {
	*exec.Cmd
	t      *testing.T
	folder string // folder that only the command uses, for temporary files
	output string
	errs   *bufio.Scanner
	page   *url.URL
}

// startView starts the real command and waits for the URL of its page.
func startView(t *testing.T, binary string, args ...string) *viewing {
	t.Helper()
	input := filepath.Join(t.TempDir(), "stops.csv")
	testkit.WriteFile(t, input, stopsText(200))
	v := &viewing{t: t, folder: t.TempDir(), output: filepath.Join(t.TempDir(), "r.json")}
	v.Cmd = exec.CommandContext(t.Context(), binary, append([]string{"solve", input, "--view", "--no-browser", "-a", "ils", "-o", v.output}, args...)...)
	v.Env = append(os.Environ(), "TMPDIR="+v.folder)
	errs, err := v.StderrPipe()
	if err == nil {
		err = v.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	v.errs = bufio.NewScanner(errs)
	found := v.says(`^tourmaline: view (http://\S+)$`)
	if v.page, err = url.Parse(found[1]); err != nil {
		t.Fatal(err)
	}
	return v
}

// says waits for a line on standard error that matches a pattern.
func (v *viewing) says(pattern string) []string {
	v.t.Helper()
	for line := regexp.MustCompile(pattern); v.errs.Scan(); {
		if found := line.FindStringSubmatch(v.errs.Text()); found != nil {
			return found
		}
	}
	v.t.Fatalf("no line says %s", pattern)
	return nil
}

// interrupted sends Ctrl-C and checks that the command exits normally, writes its tour and removes
// its temporary folder.
func (v *viewing) interrupted() {
	v.t.Helper()
	if left, err := os.ReadDir(v.folder); err != nil || len(left) != 1 {
		v.t.Errorf("a search with a page has %d folders (%v)", len(left), err)
	}
	if err := v.Process.Signal(os.Interrupt); err != nil {
		v.t.Fatal(err)
	}
	for v.errs.Scan() { // until the end of the stream
	}
	ends(v.t, v.Cmd, exitOK)
	if left, err := os.ReadDir(v.folder); err != nil || len(left) > 0 {
		v.t.Errorf("left: %v (%v)", left, err)
	}
	if text, err := os.ReadFile(v.output); err != nil || !strings.Contains(string(text), "tourmaline/result/v1") {
		v.t.Errorf("written: %s (%v)", text, err)
	}
}

// ask sends a request to the service of the page.
func (v *viewing) ask(method, path, body, host, token string) (status int, answer []byte) {
	v.t.Helper()
	r, err := http.NewRequestWithContext(v.t.Context(), method, "http://"+v.page.Host+path, strings.NewReader(body))
	if err != nil {
		v.t.Fatal(err)
	}
	r.Host = host
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		v.t.Fatal(err)
	}
	defer a.Body.Close()
	if answer, err = io.ReadAll(a.Body); err != nil {
		v.t.Fatal(err)
	}
	return a.StatusCode, answer
}

// redeem exchanges the code in the URL of the page for a token.
func (v *viewing) redeem() (status int, token string) {
	v.t.Helper()
	status, answer := v.ask("POST", "/v1/session", `{"code":"`+strings.TrimPrefix(v.page.Fragment, "code=")+`"}`, "", "")
	var s server.Session
	if err := json.Unmarshal(answer, &s); err != nil {
		v.t.Fatal(err)
	}
	return status, s.Token
}

// job returns the job that the page shows.
func (v *viewing) job(token string) (j api.Job) {
	v.t.Helper()
	status, answer := v.ask("GET", "/v1"+v.page.Path, "", "", token)
	if err := json.Unmarshal(answer, &j); err != nil || status != http.StatusOK {
		v.t.Fatalf("%d, %v: %s", status, err, answer)
	}
	return j
}

func TestView(t *testing.T) {
	binary := tourmalineBinary(t)
	t.Run("is for one", func(t *testing.T) { viewIsForOne(t, binary) })
	t.Run("stays", func(t *testing.T) { viewStays(t, binary) })
}

// viewIsForOne checks that the page of a search serves one browser on this machine only, and that
// Ctrl-C keeps the best result.
func viewIsForOne(t *testing.T, binary string) {
	t.Helper()
	v := startView(t, binary, "-t", "10m", "--progress", "json")
	v.says(`"step":[1-9]`)
	status, token := v.redeem()
	if status != http.StatusOK || v.job(token).Instance.N != 200 {
		t.Errorf("%d, %+v", status, v.job(token))
	}
	if status, _ := v.redeem(); status != http.StatusUnauthorized {
		t.Errorf("the code works twice: %d", status)
	}
	if status, _ := v.ask("GET", "/v1/jobs", "", "", ""); status != http.StatusUnauthorized {
		t.Errorf("without a token: %d", status)
	}
	if status, _ := v.ask("GET", "/v1/jobs", "", "evil.example", token); status != http.StatusForbidden {
		t.Errorf("by another name: %d", status)
	}
	// addresses that a server on all interfaces would listen on
	for _, other := range []string{"127.0.0.2", "::1"} {
		if conn, err := net.DialTimeout("tcp", net.JoinHostPort(other, v.page.Port()), 5*time.Second); err == nil {
			t.Errorf("open at %s", other)
			_ = conn.Close()
		}
	}
	v.interrupted()
}

// viewStays checks that the page shows the end of the search until Ctrl-C, and that the result is
// written before.
func viewStays(t *testing.T, binary string) {
	t.Helper()
	v := startView(t, binary, "--max-steps", "3", "--stay", "-q")
	v.says("^tourmaline: the page stays open until Ctrl-C$")
	if _, err := os.Stat(v.output); err != nil {
		t.Error(err)
	}
	if _, token := v.redeem(); v.job(token).State != "done" {
		t.Errorf("the job is %s", v.job(token).State)
	}
	v.interrupted()
}

// An interrupt while the service starts leaves no folder behind.
func TestViewInterruptedAtTheStart(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	v := &solve{streams: streams{io.Discard, io.Discard, outfile.OS()}, engine: engine{name: engineAuto}}
	if _, err := v.startService(ctx); !errors.Is(err, errInterrupted) || exitCode(err) != exitKilled {
		t.Errorf("got %v", err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left: %v (%v)", left, err)
	}
}
