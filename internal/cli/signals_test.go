//go:build unix

package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
	"github.com/tourmaline-opt/tourmaline/search"
)

// A stage is the environment in which the real command is disturbed.
type stage struct {
	binary, input string
	site
}

func newStage(t *testing.T) stage {
	t.Helper()
	// without this, the commands would ignore SIGHUP if nohup runs the tests
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	t.Cleanup(func() { signal.Stop(hangups) })
	s := stage{tourmalineBinary(t), filepath.Join(t.TempDir(), "stops.csv"), newSite(t)}
	testkit.WriteFile(t, s.input, stopsText(200))
	return s
}

// The tour survives signals and closed streams, and the error message names its location.
func TestTheTourSurvives(t *testing.T) {
	s := newStage(t)
	t.Run("signals", s.signals)
	t.Run("timeout", s.timeout)
	t.Run("nohup", s.nohup)
	t.Run("closed standard error", s.closedError)
	t.Run("head", s.head)
	t.Run("closed standard output", s.closedOutput)
	t.Run("closed streams", s.closedStreams)
	t.Run("signals in the final write", s.finalWrite)
}

// endless holds the flags of a search that only a signal stops.
var endless = []string{"-a", "ils", "-t", "10m", "--progress", "json"}

// brief holds the flags of a search that stops after a few steps.
var brief = []string{"-a", "ils", "--max-steps", "3", "--progress", "json"}

// command returns a solve command, which is killed at the latest when the test ends.
func (s stage) command(t *testing.T, flags []string, more ...string) *exec.Cmd {
	c := exec.CommandContext(t.Context(), s.binary, append(append([]string{"solve", s.input}, flags...), more...)...)
	c.WaitDelay = time.Second
	return c
}

// ends waits for a command and checks its exit code.
func ends(t *testing.T, c *exec.Cmd, code int) {
	t.Helper()
	late := time.AfterFunc(30*time.Second, func() { _ = c.Process.Kill() })
	defer late.Stop()
	err := c.Wait()
	if got := c.ProcessState.ExitCode(); got != code {
		t.Fatalf("exit code %d (%v), want %d", got, err, code)
	}
}

// isTour checks a tour with the check command and then removes all files.
func (s stage) isTour(t *testing.T, path string) {
	t.Helper()
	mustRun(t, "check", s.input, path)
	for _, name := range s.files(t) {
		if strings.Contains(name, ".tourmaline-") {
			t.Errorf("%s is left", name)
		}
	}
	s.empty(t)
}

// searching waits for a line that matches the pattern says, and discards the rest of the stream.
func searching(t *testing.T, errs io.Reader, says string) {
	t.Helper()
	lines, pattern := bufio.NewScanner(errs), regexp.MustCompile(says)
	for lines.Scan() {
		if pattern.MatchString(lines.Text()) {
			go func() { _, _ = io.Copy(io.Discard, errs) }()
			return
		}
	}
	t.Fatalf("no line says %s", says)
}

func (s stage) signalled(t *testing.T, signals ...os.Signal) {
	t.Helper()
	path := filepath.Join(s.folder, "r.json")
	c := s.command(t, endless, "-o", path)
	errs, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	searching(t, errs, `"step"`)
	for _, signal := range signals {
		_ = c.Process.Signal(signal) // the command may have exited
	}
	ends(t, c, exitOK)
	s.isTour(t, path)
}

// times is the number of repetitions of each test, because a race loses a result only occasionally.
// Under the race detector, few repetitions suffice.
var times = map[bool]int{false: 20, true: 5}[testkit.Race]

// signals checks that one signal stops the search and keeps the tour. Several signals in quick
// succession count as one.
func (s stage) signals(t *testing.T) {
	for _, signals := range [][]os.Signal{
		{syscall.SIGHUP},
		{os.Interrupt},
		{syscall.SIGTERM, syscall.SIGTERM},
		{syscall.SIGTERM, os.Interrupt, syscall.SIGHUP, syscall.SIGTERM},
	} {
		for range times {
			s.signalled(t, signals...)
		}
		t.Logf("%v: %d runs, %d recovered", signals, times, times)
	}
}

// timeout checks the timeout program, which signals the command and then the process group of the
// command. The two signals count as one.
func (s stage) timeout(t *testing.T) {
	program, err := exec.LookPath("timeout")
	if err != nil {
		t.Skip(err)
	}
	path := filepath.Join(s.folder, "r.json")
	for range times / 4 {
		c := s.command(t, endless, "-o", path)
		c.Path, c.Args = program, append([]string{program, "--preserve-status", "-s", "TERM", "1"}, c.Args...)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		ends(t, c, exitOK)
		s.isTour(t, path)
	}
	t.Logf("%d runs, %d recovered", times/4, times/4)
}

// nohup checks that a hangup does not stop the search if nohup ignores it.
func (s stage) nohup(t *testing.T) {
	program, err := exec.LookPath("nohup")
	if err != nil {
		t.Skip(err)
	}
	path := filepath.Join(s.folder, "r.json")
	c := s.command(t, endless, "-o", path)
	c.Path, c.Args = program, append([]string{program}, c.Args...)
	errs, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(errs)
	// a second line of progress shows that the search continues
	for seen := 0; seen < 2 && lines.Scan(); {
		if strings.Contains(lines.Text(), `"step"`) {
			seen++
			if err := c.Process.Signal(syscall.SIGHUP); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a hangup has ended the search")
	}
	go func() { _, _ = io.Copy(io.Discard, errs) }()
	if err := c.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	ends(t, c, exitOK)
	s.isTour(t, path)
}

// closedPipe returns the write end of a pipe whose read end is closed.
func closedPipe(t *testing.T) *os.File {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	return w
}

// closedError checks that the search continues if no process reads standard error.
func (s stage) closedError(t *testing.T) {
	path := filepath.Join(s.folder, "r.json")
	for range times {
		c := s.command(t, brief, "-o", path)
		c.Stderr = closedPipe(t)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		ends(t, c, exitOK)
		s.isTour(t, path)
	}
	t.Logf("%d runs, %d recovered", times, times)
}

// head checks that the search continues with `2>&1 | head -1`.
func (s stage) head(t *testing.T) {
	path := filepath.Join(s.folder, "r.json")
	for range times {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		c := s.command(t, brief, "-o", path)
		c.Stdout, c.Stderr = w, w
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		_ = w.Close()
		if !bufio.NewScanner(r).Scan() {
			t.Fatal("no line")
		}
		_ = r.Close()
		ends(t, c, exitOK)
		s.isTour(t, path)
	}
	t.Logf("%d runs, %d recovered", times, times)
}

// closedOutput checks that the tour goes to a file if no process reads standard output.
func (s stage) closedOutput(t *testing.T) {
	where := regexp.MustCompile(`(?m)^tourmaline: .*; the result is in (.+)$`)
	for range times {
		var errs bytes.Buffer
		c := s.command(t, brief, "--format", "json")
		c.Stdout, c.Stderr = closedPipe(t), &errs
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		ends(t, c, exitOutput)
		found := where.FindStringSubmatch(errs.String())
		if len(found) < 2 || filepath.Dir(found[1]) != s.temporary {
			t.Fatalf("%q does not say where in %s", &errs, s.temporary)
		}
		s.isTour(t, found[1])
	}
	t.Logf("%d runs, %d recovered", times, times)
}

// closedStreams checks that the tour goes to a file even if no process reads either stream.
func (s stage) closedStreams(t *testing.T) {
	for range times {
		c := s.command(t, brief, "--format", "json")
		c.Stdout, c.Stderr = closedPipe(t), closedPipe(t)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		ends(t, c, exitOutput)
		s.isTour(t, filepath.Join(s.temporary, "tourmaline.rescued.json"))
	}
	t.Logf("%d runs, %d recovered", times, times)
}

// finalWrite checks that signals do not interrupt the writing of the result.
func (s stage) finalWrite(t *testing.T) {
	fifo, copied := filepath.Join(filepath.Dir(s.input), "fifo"), filepath.Join(s.folder, "r.json")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Skip(err)
	}
	for range times {
		c := s.command(t, brief, "-o", fifo, "--format", "json")
		errs, err := c.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		searching(t, errs, `"termination"`) // now the command waits for a reader of the pipe
		for range 3 {
			if err := c.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
		}
		read := make(chan []byte, 1)
		go func() { // blocks forever if the command no longer writes
			data, _ := os.ReadFile(fifo)
			read <- data
		}()
		ends(t, c, exitOK)
		testkit.WriteFile(t, copied, string(<-read))
		s.isTour(t, copied)
	}
	t.Logf("%d runs, %d recovered", times, times)
}

// A search that is stopped with Ctrl-C reports that it has cooled. When it is resumed from its
// checkpoint, it continues from the state before the cooling, and its result is the same as that of
// an uninterrupted search.
func TestACooledSearchIsResumed(t *testing.T) {
	s := newStage(t)
	mustRun(t, "generate", "clustered", "1000", "-o", s.input+".tsp")
	saved, path := filepath.Join(t.TempDir(), "save.ckpt"), filepath.Join(s.folder, "r.json")
	flags := []string{"-a", "ils", "--seed", "7", "--max-steps", "800", "--progress", "json"}
	run := func(more ...string) (r tourmaline.Result) {
		t.Helper()
		s := s
		s.input += ".tsp"
		c := s.command(t, flags, append(more, "-o", path)...)
		errs, err := c.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		if len(more) == 2 {
			searching(t, errs, `"step":[0-9]{3}`)
			if err := c.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
		} else {
			searching(t, errs, `"termination"`)
		}
		ends(t, c, exitOK)
		data, err := os.ReadFile(path)
		if err := errors.Join(err, json.Unmarshal(data, &r)); err != nil {
			t.Fatal(err)
		}
		return r
	}
	whole := run()
	stopped := run("--checkpoint", saved)
	if last := stopped.Phases[len(stopped.Phases)-1]; stopped.Termination != search.Interrupted || last.Name != "cool" {
		t.Errorf("%s, phases %v", stopped.Termination, stopped.Phases)
	}
	resumed := run("--checkpoint", saved, "--resume")
	if resumed.Cost != whole.Cost || resumed.Steps != whole.Steps || !slices.Equal(resumed.Tour, whole.Tour) {
		t.Errorf("%v after %d steps, never stopped %v after %d", resumed.Cost, resumed.Steps, whole.Cost, whole.Steps)
	}
}
