package outage

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"
)

// A process is a node or a worker that the test controls.
type process struct {
	name    string
	cmd     *exec.Cmd
	stdin   io.WriteCloser
	ended   chan struct{}
	readers sync.WaitGroup

	mu      sync.Mutex
	asked   int
	waiting map[int]chan answer
}

var errGone = errors.New("the node has gone")

// spawn starts a process, which is killed at the end of the test. Its standard error goes to the
// diary. within is an optional command that runs the process.
func spawn(t *testing.T, d *diary, as, name string, s any, within ...string) *process {
	t.Helper()
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	args := append(slices.Clone(within), os.Args[0])
	p := &process{name: name, cmd: exec.Command(args[0], args[1:]...), ended: make(chan struct{}), waiting: map[int]chan answer{0: make(chan answer, 1)}}
	p.cmd.Env = append(os.Environ(), part+"="+as, settings+"="+string(text))
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	stdin, errIn := p.cmd.StdinPipe()
	stdout, errOut := p.cmd.StdoutPipe()
	stderr, errErr := p.cmd.StderrPipe()
	if err := errors.Join(errIn, errOut, errErr, p.cmd.Start()); err != nil {
		t.Fatal(err)
	}
	p.stdin = stdin
	p.readers.Go(func() { p.listen(stdout) })
	p.readers.Go(func() { d.write(name, stderr) })
	go func() {
		p.readers.Wait()
		_ = p.cmd.Wait()
		close(p.ended)
	}()
	t.Cleanup(p.kill)
	return p
}

// kill simulates a crash.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	<-p.ended
}

// stop shuts the process down in an orderly manner.
func (p *process) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	<-p.ended
}

// ready waits until a node serves requests, and returns the address for workers.
func (p *process) ready(t *testing.T) string {
	t.Helper()
	select {
	case a := <-p.waiting[0]:
		return a.Leader
	case <-p.ended:
		t.Fatalf("%s has ended before it was ready", p.name)
	case <-time.After(40 * time.Second):
		t.Fatalf("%s is not ready after 40 s", p.name)
	}
	return ""
}

// listen passes each answer to the caller that waits for it.
func (p *process) listen(stdout io.Reader) {
	for lines := bufio.NewScanner(stdout); lines.Scan(); {
		var a answer
		if json.Unmarshal(lines.Bytes(), &a) != nil {
			continue
		}
		p.mu.Lock()
		c := p.waiting[a.N]
		p.mu.Unlock()
		if c != nil {
			c <- a
		}
	}
}

// ask sends a request to a node. A node must answer within its patience; otherwise ask returns an
// error.
func (p *process) ask(q request) (answer, error) {
	c := make(chan answer, 1)
	p.mu.Lock()
	p.asked++
	q.N = p.asked
	p.waiting[q.N] = c
	text, err := json.Marshal(q)
	if err == nil {
		_, err = p.stdin.Write(append(text, '\n'))
	}
	p.mu.Unlock()
	if err != nil {
		return answer{}, errGone
	}
	select {
	case a := <-c:
		if a.Error != "" {
			return a, errors.New(a.Error)
		}
		return a, nil
	case <-p.ended:
		return answer{}, errGone
	case <-time.After(patience + 5*time.Second):
		return answer{}, errors.New("the node does not answer")
	}
}
