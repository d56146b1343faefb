package testkit

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"
)

// A KillPlan says how a command is killed and resumed.
type KillPlan struct {
	Binary     string
	Args       func(resume bool, round int) []string
	Env        []string // added to that of this process
	Checkpoint string   // the file that the command saves its search to

	Kills  int           // at most; after the last one the command may run to its end
	Least  time.Duration // a kill that does not wait for the checkpoint comes after this time
	Spread time.Duration // both kinds of kills come up to this much later, by chance
	Limit  time.Duration // for all rounds together
	Seed   uint64
}

// KillAndResume runs a command, kills it after a random time, resumes it, and so on
// until it ends by itself. It returns what the last round printed, and how many rounds
// were killed: fewer than planned if the command was faster.
//
// Half of the kills, by chance, wait until this round has saved its search, so that
// there is progress; the others do not, and fall before, into or after a save. The
// command is asked to resume where there is something to resume from.
func KillAndResume(t testing.TB, plan KillPlan) (stdout []byte, kills int) {
	t.Helper()
	if _, err := os.Stat(plan.Checkpoint); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("the checkpoint %s exists before the first round (%v)", plan.Checkpoint, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), plan.Limit)
	defer cancel()
	chance := rand.New(rand.NewPCG(plan.Seed, 0))
	for round := 0; ; round++ {
		r := plan.start(ctx, t, round)
		var due <-chan time.Time // never, in the last round
		if round < plan.Kills {
			due = plan.due(ctx, chance, r.before)
		}
		killed := r.end(ctx, t, due)
		if !killed {
			return r.stdout.Bytes(), kills
		}
		kills++
	}
}

// due says when the next kill comes.
func (p KillPlan) due(ctx context.Context, chance *rand.Rand, before fs.FileInfo) <-chan time.Time {
	saved, later := chance.IntN(2) == 0, time.Duration(chance.Int64N(int64(p.Spread)+1))
	if !saved {
		return time.After(p.Least + later)
	}
	due := make(chan time.Time)
	go func() {
		tick := time.NewTicker(time.Millisecond)
		defer tick.Stop()
		for !changed(p.Checkpoint, before) {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
		select {
		case <-ctx.Done():
		case now := <-time.After(later):
			select {
			case due <- now:
			case <-ctx.Done():
			}
		}
	}()
	return due
}

// changed reports whether a file has been replaced since before, which is nil if there
// was none.
func changed(path string, before fs.FileInfo) bool {
	now, err := os.Stat(path)
	return err == nil && (before == nil || !os.SameFile(now, before) || !now.ModTime().Equal(before.ModTime()))
}

// A round is one run of the command.
type round struct {
	command        *exec.Cmd
	stdout, stderr bytes.Buffer
	before         fs.FileInfo // the checkpoint at its start, nil if there was none
	ended          chan error
}

func (p KillPlan) start(ctx context.Context, t testing.TB, number int) *round {
	t.Helper()
	r := &round{ended: make(chan error, 1)}
	if info, err := os.Stat(p.Checkpoint); err == nil {
		r.before = info
	}
	r.command = exec.CommandContext(ctx, p.Binary, p.Args(r.before != nil, number)...)
	r.command.Env = append(os.Environ(), p.Env...)
	r.command.WaitDelay = time.Second // for children of its own that keep its output open
	r.command.Stdout, r.command.Stderr = &r.stdout, &r.stderr
	if err := r.command.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { r.ended <- r.command.Wait() }()
	return r
}

// end waits for a round to end by itself, or kills it when that is due. A command that
// fails ends the test.
func (r *round) end(ctx context.Context, t testing.TB, due <-chan time.Time) (killed bool) {
	t.Helper()
	var err error
	select {
	case err = <-r.ended:
	case <-due:
		_ = r.command.Process.Kill() // it may have ended just now
		err, killed = <-r.ended, true
	}
	state := r.command.ProcessState
	switch {
	case err == nil:
		return false
	case ctx.Err() != nil:
		t.Fatalf("the command did not end in time; stderr:\n%s", &r.stderr)
	case killed && (state.ExitCode() == -1 || runtime.GOOS == "windows"): // by a signal
		return true
	}
	t.Fatalf("the command failed: %v; stderr:\n%s", err, &r.stderr)
	return false
}
