//go:build figures

package service_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// command builds the tourmaline command and returns its path.
func command(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tourmaline")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", path, "../../cmd/tourmaline").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return path
}

// A served is a running tourmaline server process.
type served struct {
	process
	url   string
	ready time.Duration // time from the start of the process until it reports that it is ready
}

// A process is a process that a test starts and stops.
type process struct {
	*exec.Cmd
	over chan struct{} // closed when the process has exited
}

func launch(t *testing.T, binary string, args ...string) process {
	t.Helper()
	p := process{exec.Command(binary, args...), make(chan struct{})}
	var said bytes.Buffer
	p.Stderr = &said
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { _ = p.Wait(); close(p.over) }()
	t.Cleanup(func() {
		p.end()
		if t.Failed() {
			t.Logf("%v said:\n%.4000s", args[0], said.String())
		}
	})
	return p
}

// end asks the process to exit and waits for it. A second call does nothing.
func (p process) end() {
	_ = p.Process.Signal(syscall.SIGTERM)
	<-p.over
}

func serve(t *testing.T, binary, data string, args ...string) served {
	t.Helper()
	at := freePort(t)
	began := time.Now()
	s := served{url: "http://" + at}
	s.process = launch(t, binary, append([]string{"serve", "--listen", at, "--data", data, "--log-level", "error"}, args...)...)
	look := time.NewTicker(time.Millisecond)
	defer look.Stop()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		if r, err := http.Get(s.url + "/readyz"); err == nil {
			_ = r.Body.Close()
			if r.StatusCode == http.StatusOK {
				s.ready = time.Since(began)
				return s
			}
		}
		select {
		case <-ctx.Done():
			t.Fatal("it never becomes ready")
		case <-s.over:
			t.Fatal("it has ended")
		case <-look.C:
		}
	}
}

func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// memory returns the resident memory of the process, in MB.
func (p process) memory(t *testing.T) float64 {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	kb, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
	if err != nil {
		t.Fatal(err)
	}
	return kb * 1024 / 1e6
}

// processor returns the processor time that the process has used, in seconds.
func (p process) processor(t *testing.T) float64 {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(rest)
	user, _ := strconv.ParseFloat(fields[11], 64)
	system, _ := strconv.ParseFloat(fields[12], 64)
	return (user + system) / 100 // Linux reports 100 ticks per second
}

// ask makes a request and returns the response body. It returns an error unless the response has
// the given status.
func (s served) ask(method, path, body string, header map[string]string, status int) ([]byte, error) {
	r, err := http.NewRequest(method, s.url+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	for name, value := range header {
		r.Header.Set(name, value)
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer a.Body.Close()
	data, err := io.ReadAll(a.Body)
	if err == nil && a.StatusCode != status {
		err = fmt.Errorf("%s %s: %s: %.300s", method, path, a.Status, data)
	}
	return data, err
}

// upload stores an instance with n pseudo-random cities, the same for every call.
func (s served) upload(t *testing.T, n int) (hash string) {
	t.Helper()
	file := "name,x,y\n"
	for i := range n {
		file += fmt.Sprintf("c%d,%d,%d\n", i, i*7919%1009, i*i*31%997)
	}
	data, err := s.ask("POST", "/v1/instances?file=cities.csv", file, nil, http.StatusCreated)
	if err != nil {
		t.Fatal(err)
	}
	var u struct{ Hash string }
	if err := json.Unmarshal(data, &u); err != nil {
		t.Fatal(err)
	}
	return u.Hash
}

func spec(hash, settings string) string {
	return fmt.Sprintf(`{"instance":%q,"file":"cities.csv","settings":{%s}}`, hash, settings)
}

// An answered holds the fields of a job response that the tests use.
type answered struct {
	ID, State string
	Digest    struct {
		Cost, Seconds float64
		Steps         int
	}
}

func (s served) submit(spec string, wait bool) (answered, error) {
	header, status := map[string]string{"Content-Type": "application/json"}, http.StatusAccepted
	if wait {
		header["Prefer"], status = "wait=30", http.StatusOK
	}
	var a answered
	data, err := s.ask("POST", "/v1/jobs", spec, header, status)
	if err == nil {
		err = json.Unmarshal(data, &a)
	}
	return a, err
}

// milliseconds formats quantiles of durations.
func milliseconds(of []time.Duration) string {
	slices.Sort(of)
	at := func(q float64) float64 { return float64(of[int(q*float64(len(of)-1)+0.5)].Microseconds()) / 1000 }
	return fmt.Sprintf("p50 %.2f ms, p90 %.2f ms, p99 %.2f ms, most %.2f ms, of %d", at(0.5), at(0.9), at(0.99), at(1), len(of))
}

func p50(of []time.Duration) time.Duration {
	return slices.Sorted(slices.Values(of))[len(of)/2]
}

// A service with an empty data folder is ready in less than a second.
func TestReadyFigures(t *testing.T) {
	binary := command(t)
	var took []time.Duration
	for range 7 {
		s := serve(t, binary, t.TempDir())
		took = append(took, s.ready)
		if len(took) == 7 {
			t.Logf("idle: %.1f MB resident", s.memory(t))
		}
		s.end()
	}
	t.Logf("start to /readyz: %s", milliseconds(took))
	if m := p50(took); m >= time.Second {
		t.Errorf("ready after %v, expected less than a second", m)
	}
}

// The service adds less than 15 ms to a job of 50 cities, although all data is on disk before the
// service acknowledges it. The client chooses the length of the search, so the test uses two
// budgets: one step, which is close to no search, and 20 steps.
func TestLatencyFigures(t *testing.T) {
	s := serve(t, command(t), t.TempDir())
	hash := s.upload(t, 50)
	for _, steps := range []int{1, 20} {
		body := spec(hash, fmt.Sprintf(`"max_steps":%d`, steps))
		var ended, whole, search, rest []time.Duration
		var cost float64
		for range 200 {
			began := time.Now()
			a, err := s.submit(body, true)
			if err != nil || a.State != "done" {
				t.Fatal(a, err)
			}
			ended = append(ended, time.Since(began))
			if _, err := s.ask("GET", "/v1/jobs/"+a.ID+"/result", "", nil, http.StatusOK); err != nil {
				t.Fatal(err)
			}
			whole = append(whole, time.Since(began))
			took := time.Duration(a.Digest.Seconds * float64(time.Second))
			search, rest, cost = append(search, took), append(rest, whole[len(whole)-1]-took), a.Digest.Cost
		}
		t.Logf("%d steps, cost %v", steps, cost)
		t.Logf("  POST with Prefer: wait, until it has ended: %s", milliseconds(ended))
		t.Logf("  and GET of the result, verified:            %s", milliseconds(whole))
		t.Logf("  of that the search, as the result says:     %s", milliseconds(search))
		t.Logf("  and all the rest:                           %s", milliseconds(rest))
		if m := p50(rest); m >= 15*time.Millisecond {
			t.Errorf("%d steps: the service takes %v of half of the jobs, expected less than 15ms", steps, m)
		}
	}
}
