package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// An attempt is a case while it runs.
type attempt struct {
	*rand.Rand
	*campaign
	ctx      context.Context
	folder   string
	commands io.Writer // the commands, for a reader
	tally    tally
	wrong    []string
}

// An outcome is what a command did.
type outcome struct {
	args           []string
	code           int // -1 if it was killed
	stdout, stderr string
	wall           time.Duration
	processor      time.Duration // time of all threads
	memory         int64         // most resident memory, in bytes
}

const (
	patience     = 60 * time.Second       // after which a command counts as hung, unless it is starved
	mostPatience = 10 * patience          // after which it counts as hung in any case
	slack        = 200 * time.Millisecond // that a command may take beyond its time limit
)

// found records that something is wrong.
func (a *attempt) found(format string, arguments ...any) {
	a.wrong = append(a.wrong, fmt.Sprintf(format, arguments...))
}

// write writes a file of this case, and returns its name.
func (a *attempt) write(name string, text []byte) string {
	if err := os.WriteFile(filepath.Join(a.folder, name), text, 0o644); err != nil {
		a.found("%v", err)
	}
	return name
}

// exists reports whether there is a file of this case.
func (a *attempt) exists(name string) bool {
	_, err := os.Stat(filepath.Join(a.folder, name))
	return err == nil
}

// read returns the contents of a file of this case.
func (a *attempt) read(name string) []byte {
	text, err := os.ReadFile(filepath.Join(a.folder, name))
	if err != nil {
		a.found("%v", err)
	}
	return text
}

// do runs the command and checks what holds for every run: the exit code says what was wrong, there
// is a message, and nothing panics.
func (a *attempt) do(args ...string) outcome {
	a.quiet.RLock()
	o := a.start(0, args)
	a.quiet.RUnlock()
	a.judge(o)
	return o
}

// killed runs the command and kills it after some time, unless it ends before.
func (a *attempt) killed(after time.Duration, args ...string) {
	a.quiet.RLock()
	defer a.quiet.RUnlock()
	a.start(after, args)
}

// alone runs the command while no other case runs one. It also returns the share of a processor that
// a process gets at that time, which is 1 unless other programs use the machine.
func (a *attempt) alone(args []string) (outcome, float64) {
	a.quiet.Lock()
	defer a.quiet.Unlock()
	busy := a.start(0, []string{"solve", "--problem", "rastrigin", "--dim", "5", "-j", "1", "-t", "300ms", "-q"})
	return a.start(0, args), min(1, busy.processor.Seconds()/max(busy.wall, time.Millisecond).Seconds())
}

// start runs the command in the folder of the case. 0 means that it is not killed before it counts
// as hung.
func (a *attempt) start(kill time.Duration, args []string) outcome {
	ctx, cancel := context.WithTimeout(a.ctx, cmp.Or(kill, mostPatience))
	defer cancel()
	command := exec.CommandContext(ctx, a.binary, args...)
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	command.Dir = a.folder
	began := time.Now()
	err := command.Start()
	if err == nil {
		watch := endHung(patience, func() time.Duration { return waiting(command.Process.Pid) }, cancel)
		err = command.Wait()
		watch()
	}
	o := outcome{args: args, wall: time.Since(began), stdout: stdout.String(), stderr: stderr.String()}
	if kill > 0 && errors.Is(err, context.DeadlineExceeded) {
		return outcome{args: args, code: -1} // it was killed before it began, or as it ended
	}
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		a.found("%v: %v", a.binary, err)
		return o
	}
	o.code = command.ProcessState.ExitCode()
	o.processor = command.ProcessState.UserTime() + command.ProcessState.SystemTime()
	if usage, ok := command.ProcessState.SysUsage().(*syscall.Rusage); ok {
		o.memory = usage.Maxrss << 10
	}
	a.tally.commands++
	_, _ = fmt.Fprintf(a.commands, "%s\n  exit code %d, %.2f s, %d MB\n%s", o, o.code, o.wall.Seconds(), o.memory>>20, indent(o.stderr))
	return o
}

// String returns the command line.
func (o outcome) String() string {
	quoted := make([]string, len(o.args))
	for i, arg := range o.args {
		quoted[i] = arg
		if strings.ContainsAny(arg, " '\"*?[]{}$&|;<>()\\\n\t") || arg == "" {
			quoted[i] = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
	}
	return "tourmaline " + strings.Join(quoted, " ")
}

func indent(text string) string {
	var lines strings.Builder
	for line := range strings.Lines(text) {
		lines.WriteString("  " + line)
	}
	return lines.String()
}

// raw are words that only a program's author understands. A message must not contain them.
var raw = []string{
	"panic", "goroutine ", "runtime error", "%!", "<nil>", "bufio.", "strconv.", "json: cannot", "CharsetReader",
	"nil pointer", "xml: ", "internal error", "reflect", "index out of range",
}

// judge checks an outcome of any command.
func (a *attempt) judge(o outcome) {
	switch {
	case o.code < 0 && o.wall >= patience:
		a.found("hung: no end after %v: %s", patience, o)
	case o.code < 0:
		a.found("ended by a signal: %s: %s", o, first(o.stderr))
	case !slices.Contains([]int{0, 2, 3, 4, 5, 6}, o.code):
		a.found("exit code %d: %s: %s", o.code, o, first(o.stderr))
	case o.code != 0 && strings.TrimSpace(o.stderr) == "":
		a.found("exit code %d without a message: %s", o.code, o)
	}
	for _, word := range raw {
		if strings.Contains(o.stderr, word) && !strings.Contains(strings.Join(o.args, " "), word) {
			a.found("the message contains %q: %s: %s", word, o, first(o.stderr))
			return
		}
	}
}

// refused reports whether a command was refused, and checks the exit code if it was.
func (a *attempt) refused(o outcome, codes ...int) bool {
	if o.code == 0 {
		return false
	}
	a.tally.refused++
	if !o.starved() {
		a.expect(o, codes...)
	}
	return true
}

// starved reports whether a command says that its time limit ended before it had read the file, and
// got too little processor time to read it.
func (o outcome) starved() bool {
	return o.code == 3 && strings.Contains(o.stderr, "ended before the file was read") && o.processor < o.wall/2
}

// expect checks the exit code.
func (a *attempt) expect(o outcome, codes ...int) bool {
	if o.code >= 0 && !slices.Contains(codes, o.code) {
		a.found("exit code %d, expected %v: %s: %s", o.code, codes, o, first(o.stderr))
	}
	return slices.Contains(codes, o.code)
}

// within checks that a command with a time limit kept it. A command that did not is run again, up to
// four times and without other cases beside it, because the machine may be busy.
func (a *attempt) within(o outcome, limit time.Duration) {
	over := o.wall - limit
	for range 4 {
		if over <= slack || o.code < 0 {
			break
		}
		again, share := a.alone(o.args)
		over = time.Duration(float64(again.wall-limit) * share)
	}
	a.tally.worst.overrun = max(a.tally.worst.overrun, over)
	if over > slack {
		a.found("%.2f s over the time limit, five times: %s", over.Seconds(), o)
	}
}

// small checks that a command that read a small file took little memory.
func (a *attempt) small(o outcome) {
	const most = 512 << 20
	a.tally.worst.memory = max(a.tally.worst.memory, o.memory)
	if o.memory > most {
		a.found("%d MB for a small file: %s", o.memory>>20, o)
	}
}

// first returns the first line of a message, shortened.
func first(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line[:min(len(line), 300)]
}
