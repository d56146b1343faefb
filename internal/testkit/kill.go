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

// A KillPlan determines how a command is killed and resumed.
type KillPlan struct {
	Binary     string
	Args       func(resume bool, round int) []string
	Env        []string // added to the environment of this process
	Checkpoint string   // file to which the command saves its search

	Kills  int           // maximum number of kills; after the last kill, the command may finish
	Least  time.Duration // minimum time before a kill that does not wait for the checkpoint
	Spread time.Duration // maximum random delay added to each kill
	Limit  time.Duration // time limit for all rounds together
	Seed   uint64
}

// KillAndResume runs a command, kills it after a random time, and resumes it, until the command
// finishes. It returns the output of the last round and the number of rounds that were killed,
// which is less than planned if the command finished earlier.
//
// A random half of the kills wait until the current round has saved its search, so that there is
// progress. The other kills do not wait and may occur before, during or after a save. The command
// is resumed if there is a checkpoint.
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
		var due <-chan time.Time // stays nil in the last round, which is not killed
		if round < plan.Kills {
			due = plan.due(ctx, chance, r.before)
		}
		if !r.end(ctx, t, due) {
			return r.stdout.Bytes(), round // every earlier round was killed
		}
	}
}

// due returns a channel that receives a value when the next kill is due.
func (p KillPlan) due(ctx context.Context, chance *rand.Rand, before fs.FileInfo) <-chan time.Time {
	saved, later := chance.IntN(2) == 0, time.Duration(chance.Int64N(int64(p.Spread)+1))
	if !saved {
		return time.After(p.Least + later)
	}
	due := make(chan time.Time, 1)
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
			due <- now
		}
	}()
	return due
}

// changed reports whether a file has been replaced since before, which is nil if the file did not
// exist.
func changed(path string, before fs.FileInfo) bool {
	now, err := os.Stat(path)
	return err == nil && (before == nil || !os.SameFile(now, before) || !now.ModTime().Equal(before.ModTime()))
}

// A round is one run of the command.
type round struct {
	command        *exec.Cmd
	stdout, stderr bytes.Buffer
	before         fs.FileInfo // checkpoint at the start of the round; nil if it did not exist
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
	r.command.WaitDelay = time.Second // in case child processes keep the output open
	r.command.Stdout, r.command.Stderr = &r.stdout, &r.stderr
	check(t, r.command.Start())
	go func() { r.ended <- r.command.Wait() }()
	return r
}

// end waits until a round finishes, or kills it when due fires. If the command fails, the test
// fails.
func (r *round) end(ctx context.Context, t testing.TB, due <-chan time.Time) (killed bool) {
	t.Helper()
	var err error
	select {
	case err = <-r.ended:
	case <-due:
		_ = r.command.Process.Kill() // the process may have just finished
		err, killed = <-r.ended, true
	}
	switch {
	case err == nil:
		return false
	case ctx.Err() != nil:
		t.Fatalf("the command did not end in time; stderr:\n%s", &r.stderr)
	case killed && (r.command.ProcessState.ExitCode() == -1 || runtime.GOOS == "windows"):
		return true // killed by a signal
	}
	t.Fatalf("the command failed: %v; stderr:\n%s", err, &r.stderr)
	return false
}
