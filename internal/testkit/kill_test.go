package testkit

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// asChild is the environment variable that makes this test binary behave like a command that
// counts, saves its position, and prints the last number.
const asChild = "TOURMALINE_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(asChild) != "" {
		os.Exit(count(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// count counts from the number in the file, or from 0, to last, with one step per millisecond.
func count(args []string) int {
	mode, path := args[0], args[1]
	last, err := strconv.Atoi(args[2])
	if err != nil || mode == "fail" {
		fmt.Fprintln(os.Stderr, "no will to count")
		return 3
	}
	at := 0
	if mode == "resume" {
		saved, err := os.ReadFile(path)
		if err != nil {
			return 4
		}
		at, _ = strconv.Atoi(string(saved))
	}
	fmt.Print("from ", at)
	for ; at < last; at++ {
		<-time.After(time.Millisecond)
		if os.WriteFile(path+".new", []byte(strconv.Itoa(at)), 0o600) != nil || os.Rename(path+".new", path) != nil {
			return 5
		}
	}
	fmt.Println(" to", at)
	return 0
}

// counting returns a plan for the command in this file.
func counting(t *testing.T, last int) KillPlan {
	path := filepath.Join(t.TempDir(), "checkpoint")
	return KillPlan{
		Binary: os.Args[0], Env: []string{asChild + "=1"}, Checkpoint: path,
		Args: func(resume bool, _ int) []string {
			mode := "start"
			if resume {
				mode = "resume"
			}
			return []string{mode, path, strconv.Itoa(last)}
		},
		Kills: 6, Least: 5 * time.Millisecond, Spread: 30 * time.Millisecond, Limit: time.Minute, Seed: 1,
	}
}

func TestKillAndResume(t *testing.T) {
	plan := counting(t, 1000)
	var resumed, rounds int
	args := plan.Args
	plan.Args = func(resume bool, round int) []string {
		if round != rounds {
			t.Errorf("round %d, want %d", round, rounds)
		}
		if rounds++; resume {
			resumed++
		}
		return args(resume, round)
	}
	stdout, kills := KillAndResume(t, plan)
	var from, to int
	if _, err := fmt.Sscanf(string(stdout), "from %d to %d\n", &from, &to); err != nil {
		t.Fatalf("printed %q: %v", stdout, err)
	}
	if from == 0 || to != 1000 {
		t.Errorf("the last round went from %d to %d, want a start from a checkpoint, and 1000", from, to)
	}
	if kills != plan.Kills || rounds != kills+1 || resumed == 0 {
		t.Errorf("%d kills in %d rounds, %d resumed; want %d kills", kills, rounds, resumed, plan.Kills)
	}
}

// Both kinds of kills occur. If a checkpoint is never written, some rounds are killed nevertheless,
// and one round waits for the checkpoint until the time limit ends it.
func TestKillsOfBothKinds(t *testing.T) {
	plan := counting(t, 1<<30)
	plan.Checkpoint = filepath.Join(t.TempDir(), "never")
	plan.Limit, plan.Kills, plan.Seed = time.Second, 1<<30, 4
	args, rounds := plan.Args, 0
	plan.Args = func(resume bool, round int) []string {
		rounds++
		return args(resume, round)
	}
	failed := failure(t, func(tb testing.TB) { KillAndResume(tb, plan) })
	if !strings.Contains(failed, "did not end in time") || rounds < 2 || rounds > 3 {
		t.Errorf("got %q after %d rounds, want the limit in the third round", failed, rounds)
	}
}

// A command that finishes before the first kill is not counted as killed.
func TestKillNobody(t *testing.T) {
	plan := counting(t, 0)
	plan.Least = time.Minute
	stdout, kills := KillAndResume(t, plan)
	if string(stdout) != "from 0 to 0\n" || kills != 0 {
		t.Errorf("printed %q after %d kills", stdout, kills)
	}
}

func TestKillAndResumeFails(t *testing.T) {
	failing := counting(t, 1)
	failing.Args = func(bool, int) []string { return []string{"fail", "", "1"} }
	failing.Least = time.Minute
	stale := counting(t, 1)
	if err := os.WriteFile(stale.Checkpoint, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	missing := counting(t, 1)
	missing.Binary = filepath.Join(t.TempDir(), "none")
	for _, c := range []struct {
		name string
		plan KillPlan
		want string
	}{
		{"the command fails", failing, "no will to count"},
		{"an old checkpoint", stale, "before the first round"},
		{"no command", missing, "none"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := failure(t, func(tb testing.TB) { KillAndResume(tb, c.plan) }); !strings.Contains(got, c.want) {
				t.Errorf("failed with %q, want %q", got, c.want)
			}
		})
	}
}

// failure runs a test that must fail and returns its message.
func failure(t *testing.T, run func(tb testing.TB)) string {
	t.Helper()
	f := &fake{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		run(f)
	}()
	<-done
	return f.said
}

// fake is a test whose failure is recorded instead of reported.
type fake struct {
	testing.TB
	said string
}

func (f *fake) Helper() {}

func (f *fake) Fatal(args ...any) { f.Fatalf("%s", fmt.Sprint(args...)) }

func (f *fake) Fatalf(format string, args ...any) {
	f.said = fmt.Sprintf(format, args...)
	runtime.Goexit()
}
