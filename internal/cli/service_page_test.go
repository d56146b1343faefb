package cli

import (
	"context"
	"fmt"
	"math/rand/v2"
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

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

const servicePage = "../../docs/service.md"

// The commands in docs/service.md run in one shell and print the output that the page shows. They
// start a service and extend it to three nodes.
func TestServicePageGolden(t *testing.T) {
	for _, program := range []string{"bash", "curl", "openssl"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Fatalf("the commands of %s need %s: %v", servicePage, program, err)
		}
	}
	page := read(t, servicePage)
	var all []recipe
	for _, b := range blocks(page) {
		if b.info == "console" {
			all = append(all, recipes(b.text)...)
		}
	}
	if len(all) < 40 {
		t.Fatalf("the page has %d commands", len(all))
	}
	s := newPageShell(t)
	now := page
	for i, got := range s.run(all) {
		c := all[i]
		switch err := like(c.output, got); {
		case err == nil:
		case *update:
			now = strings.Replace(now, c.text(c.output), c.text(got), 1)
		default:
			t.Errorf("$ %s\n%v\n%s", c.command, err, got)
		}
	}
	if t.Failed() {
		t.Log(s.logs())
	}
	if *update {
		testkit.WriteFile(t, servicePage, now)
	}
}

// A pageShell runs a shell in a separate folder and replaces the ports of the page with free ports
// of this machine.
type pageShell struct {
	t     *testing.T
	dir   string
	path  string
	ports map[string]string // free port for each port of the page
	held  []net.Listener    // listeners that reserve the ports, so that no port is assigned twice
}

func newPageShell(t *testing.T) *pageShell {
	t.Helper()
	return &pageShell{t, t.TempDir(), filepath.Dir(tourmalineBinary(t)), map[string]string{}, nil}
}

const (
	pageTime = 4 * time.Minute // time limit for all commands on a busy machine
	loopback = "127.0.0.1:"
	endMark  = "the end of command "
)

// run returns the output of each command on both streams.
func (s *pageShell) run(all []recipe) []string {
	script := &strings.Builder{}
	fmt.Fprintln(script, "exec 2>&1\ntrap exit TERM\ntrap 'kill -9 $(jobs -p) 2> /dev/null' EXIT")
	for i, c := range all {
		fmt.Fprintf(script, "%s\necho '%s%d'\n", s.here(c.command), endMark, i)
	}
	ctx, cancel := context.WithTimeout(s.t.Context(), pageTime)
	defer cancel()
	shell := exec.CommandContext(ctx, "bash", "-c", script.String())
	// lets the shell stop the processes that it started
	shell.Cancel = func() error { return shell.Process.Signal(syscall.SIGTERM) }
	shell.WaitDelay = time.Second
	shell.Dir = s.dir
	shell.Env = append(os.Environ(), "PATH="+s.path+":"+os.Getenv("PATH"), "HOME="+s.dir, "XDG_STATE_HOME=",
		"TOURMALINE_SERVER=http://"+s.here(loopback+"8080"))
	for _, l := range s.held {
		_ = l.Close() // release the port for a service
	}
	printed, err := shell.Output()
	if err != nil {
		s.t.Error(err)
	}
	return s.split(s.there(string(printed)), len(all))
}

// split splits the output of the shell by command. It ends each part with a newline.
func (s *pageShell) split(printed string, commands int) (parts []string) {
	for i := range commands {
		part, rest, found := strings.Cut(printed, fmt.Sprintf("%s%d\n", endMark, i))
		if !found {
			s.t.Fatalf("command %d did not end:\n%s\n%s", i, printed, s.logs())
		}
		if part != "" && !strings.HasSuffix(part, "\n") {
			part += "\n"
		}
		parts, printed = append(parts, part), rest
	}
	return parts
}

var address = regexp.MustCompile(`127\.0\.0\.1:[0-9]+`)

// here replaces the ports in a command of the page with free ports.
func (s *pageShell) here(command string) string {
	command = strings.ReplaceAll(command, "tourmaline serve ", "tourmaline serve --listen "+loopback+"8080 ")
	return address.ReplaceAllStringFunc(command, func(of string) string {
		if s.ports[of] == "" {
			s.ports[of] = s.hold()
		}
		return s.ports[of]
	})
}

// hold reserves an address that nothing listens on. Its port is below the range that the system
// assigns to outgoing connections, because the nodes open many such connections.
func (s *pageShell) hold() string {
	for {
		l, err := net.Listen("tcp", loopback+strconv.Itoa(20000+rand.IntN(12000)))
		if err == nil {
			s.held = append(s.held, l)
			return l.Addr().String()
		}
	}
}

// there replaces the free ports in the output with the ports of the page.
func (s *pageShell) there(printed string) string {
	for page, here := range s.ports {
		printed = strings.ReplaceAll(printed, here, page)
	}
	return printed
}

// logs returns the logs of the services that the page starts.
func (s *pageShell) logs() string {
	files, _ := filepath.Glob(filepath.Join(s.dir, "*.log"))
	text := ""
	for _, file := range files {
		text += "== " + filepath.Base(file) + "\n" + read(s.t, file)
	}
	return text
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Every command on the page, including those that no test runs, uses only existing flags.
func TestServicePageFlagsExist(t *testing.T) {
	command := regexp.MustCompile(`(?m)^(?:sudo -u \S+ )?tourmaline ([^#\n]+)`)
	n := 0
	for _, b := range blocks(read(t, servicePage)) {
		for _, found := range command.FindAllStringSubmatch(b.text, -1) {
			n++
			if err := knowsFlags(strings.Fields(found[1])); err != nil {
				t.Errorf("%s: %v", found[0], err)
			}
		}
	}
	if n < 3 {
		t.Errorf("%d commands were looked at", n)
	}
}
