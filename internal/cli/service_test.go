//go:build unix

package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/api"
	"github.com/tourmaline-opt/tourmaline/internal/term"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// A process is a running instance of the real command.
type process struct {
	*exec.Cmd
	t    *testing.T
	out  bytes.Buffer
	errs bytes.Buffer
	// closed when the process has reported a step, which it does with --progress json
	told chan struct{}
	read chan struct{} // closed at the end of its standard error
}

func begin(t *testing.T, binary string, args ...string) *process {
	t.Helper()
	p := &process{Cmd: exec.Command(binary, args...), t: t, told: make(chan struct{}), read: make(chan struct{})}
	p.Stdout = &p.out
	errs, err := p.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Process.Kill() })
	go p.listen(errs)
	return p
}

// aStep matches JSON progress once there is something to save.
var aStep = regexp.MustCompile(`"step":[1-9]`)

func (p *process) listen(errs io.Reader) {
	defer close(p.read)
	told := false
	piece := make([]byte, 4096)
	for {
		n, err := errs.Read(piece)
		p.errs.Write(piece[:n])
		if !told && aStep.Match(p.errs.Bytes()) {
			told = true
			close(p.told)
		}
		if err != nil {
			return
		}
	}
}

// searching waits until the process has reported its first step.
func (p *process) searching() {
	p.t.Helper()
	select {
	case <-p.told:
	case <-p.read:
		p.t.Fatalf("ended before it searched: %s", p.errs.String())
	}
}

// ends waits until the process exits and returns its exit code.
func (p *process) ends() int {
	p.t.Helper()
	late := time.AfterFunc(time.Minute, func() { _ = p.Process.Kill() })
	defer late.Stop()
	<-p.read
	var exit *exec.ExitError
	if err := p.Wait(); err != nil && !errors.As(err, &exit) {
		p.t.Fatal(err)
	}
	return p.ProcessState.ExitCode()
}

func (p *process) signal(s os.Signal) {
	p.t.Helper()
	if err := p.Process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
}

// A testService starts services one after the other, all with the same folder and port.
type testService struct {
	t                     *testing.T
	binary, data, address string
	url, engine           string // URLs of the last service
}

func newTestService(t *testing.T) *testService {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer free.Close()
	return &testService{t: t, binary: tourmalineBinary(t), data: t.TempDir(), address: free.Addr().String()}
}

func (s *testService) start(args ...string) *process {
	s.t.Helper()
	ready := filepath.Join(s.t.TempDir(), "ready")
	p := begin(s.t, s.binary, append([]string{"serve", "--data", s.data, "--listen", s.address, "--ready-file", ready, "--log-level", "error"}, args...)...)
	text, ok := appears(ready)
	if !ok {
		s.t.Fatal("no service is ready")
	}
	s.url, s.engine, _ = strings.Cut(strings.TrimSpace(text), "\n")
	return p
}

// missed listens at the address of the service until a client has failed to reach the service.
func (s *testService) missed() {
	s.t.Helper()
	l, err := net.Listen("tcp", s.address)
	if err != nil {
		s.t.Fatal(err)
	}
	defer l.Close()
	if err := l.(*net.TCPListener).SetDeadline(time.Now().Add(startTime)); err != nil {
		s.t.Fatal(err)
	}
	conn, err := l.Accept()
	if err != nil {
		s.t.Fatal(err)
	}
	_ = conn.Close()
}

// worker starts a worker that runs one job at a time.
func (s *testService) worker() *process {
	s.t.Helper()
	return begin(s.t, s.binary, "worker", "--server", s.engine, "--keys", filepath.Join(s.data, "worker.key"), "--slots", "1", "-j", "1", "--log-level", "error")
}

// run runs a command until it exits and returns its standard output.
func (s *testService) run(args ...string) string {
	s.t.Helper()
	p := begin(s.t, s.binary, args...)
	if code := p.ends(); code != 0 {
		s.t.Fatalf("%v: exit code %d: %s", args, code, p.errs.String())
	}
	return p.out.String()
}

// cities creates an instance on which a search with a step limit takes some seconds, and returns
// its path.
func (s *testService) cities() string {
	path := filepath.Join(s.t.TempDir(), "cities.tsp")
	s.run("generate", "uniform", "500", "-o", path)
	return path
}

// If the server is killed during a search, the command waits for the server to return. The result
// is the same as that of an uninterrupted search.
func TestASolveSurvivesTheDeathOfItsServer(t *testing.T) {
	s := newTestService(t)
	cities := s.cities()
	want := s.run("solve", cities, "--max-steps", "2000", "--format", "json", "-q")
	first := s.start("--ack-wait", "1s", "--checkpoint-every", "100ms")
	solve := begin(t, s.binary, "solve", cities, "--max-steps", "2000", "--format", "json", "--progress", "json", "--server", s.url)
	solve.searching()
	first.signal(syscall.SIGKILL)
	first.ends()
	s.missed()
	s.start("--ack-wait", "1s")
	if code := solve.ends(); code != 0 {
		t.Fatalf("exit code %d: %s", code, solve.errs.String())
	}
	if said := strings.Count(solve.errs.String(), s.url+" does not respond; waiting"); said != 1 {
		t.Errorf("said %d times that nobody answers: %s", said, solve.errs.String())
	}
	if err := testkit.SameResult(solve.out.Bytes(), []byte(want)); err != nil {
		t.Error(err)
	}
}

// On SIGTERM, a service saves its running jobs, and the next service continues them.
func TestServeSavesWhatRuns(t *testing.T) {
	s := newTestService(t)
	cities := s.cities()
	first := s.start("--checkpoint-every", "1h")
	id := strings.TrimSpace(s.run("jobs", "submit", cities, "-a", "ils", "-t", "10m", "-q", "--server", s.url))
	watch := begin(t, s.binary, "jobs", "watch", id, "--progress", "json", "--server", s.url)
	watch.searching()
	first.signal(syscall.SIGTERM)
	if code := first.ends(); code != 0 {
		t.Errorf("exit code %d: %s", code, first.errs.String())
	}
	idle := s.start("--slots", "0")
	var jobs []api.Job
	if err := json.Unmarshal([]byte(s.run("jobs", "list", "--format", "json", "--server", s.url)), &jobs); err != nil {
		t.Fatal(err)
	}
	if len(jobs) != 1 || jobs[0].ID != id || jobs[0].State != "queued" || jobs[0].Kept == nil {
		t.Errorf("after SIGTERM: %+v", jobs)
	}
	idle.signal(syscall.SIGTERM)
	idle.ends()
	s.start()
	began := time.Now()
	s.run("jobs", "cancel", id, "--server", s.url)
	if code := watch.ends(); code != 0 {
		t.Errorf("the watcher: exit code %d: %s", code, watch.errs.String())
	}
	// a lost worker would be detected only after 30 s
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("the job was taken up after %v", took)
	}
	s.run("jobs", "get", id, "--server", s.url)
}

// A second signal stops a worker that cannot return its job.
func TestASecondSignalEndsAWorker(t *testing.T) {
	s := newTestService(t)
	cities := s.cities()
	service := s.start("--slots", "0", "--engine-listen", "127.0.0.1:0")
	worker := s.worker()
	solve := begin(t, s.binary, "solve", cities, "-a", "ils", "-t", "10m", "--progress", "json", "--server", s.url)
	solve.searching()
	service.signal(syscall.SIGSTOP)
	worker.signal(syscall.SIGTERM)
	again := time.NewTicker(term.SignalWindow + 100*time.Millisecond)
	defer again.Stop()
	<-again.C
	worker.signal(syscall.SIGTERM)
	if code := worker.ends(); code != exitKilled {
		t.Errorf("exit code %d: %s", code, worker.errs.String())
	}
}

// A local solve opens no socket and runs no part of the job engine.
func TestSolveOpensNoPort(t *testing.T) {
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		t.Skip("no /proc here")
	}
	s := newTestService(t)
	solve := begin(t, s.binary, "solve", s.cities(), "-a", "ils", "-t", "10m", "--progress", "json")
	solve.searching()
	folder := "/proc/" + strconv.Itoa(solve.Process.Pid) + "/fd"
	files, err := os.ReadDir(folder)
	if err != nil || len(files) < 3 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, f := range files {
		if to, _ := os.Readlink(filepath.Join(folder, f.Name())); strings.HasPrefix(to, "socket:") {
			t.Errorf("an open socket: %s", to)
		}
	}
	solve.signal(syscall.SIGQUIT) // makes the runtime print every goroutine
	solve.ends()
	if dump := solve.errs.String(); !strings.Contains(dump, "goroutine 1") || strings.Contains(dump, "nats") {
		t.Errorf("goroutines: %s", dump)
	}
}
