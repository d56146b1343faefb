package outfile

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// asChild is the environment variable that makes this test binary save a state after every step.
const asChild = "TOURMALINE_TEST_CHILD"

// saves is the number of states that a child process saves.
const saves = 150

func TestMain(m *testing.M) {
	if os.Getenv(asChild) == "" {
		os.Exit(m.Run())
	}
	if err := saveOften(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// saveOften writes states, starting with the one after the state in the file.
func saveOften(path string) error {
	step, err := savedStep(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	for step < saves {
		step++
		if err := OS().Write(path, text(stateText(step))); err != nil {
			return err
		}
	}
	return nil
}

// stateText returns a step number, a state that grows with the step, and a checksum.
func stateText(step int) string {
	s := fmt.Sprintf("%d\n%s\n", step, strings.Repeat("state", 100*step))
	return fmt.Sprintf("%s%x", s, sha256.Sum256([]byte(s)))
}

// savedStep returns the step in a file and checks that the file is intact.
func savedStep(path string) (int, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	first, _, _ := strings.Cut(string(data), "\n")
	step, err := strconv.Atoi(first)
	if err == nil && string(data) != stateText(step) {
		err = fmt.Errorf("%s is damaged", path)
	}
	return step, err
}

// Whenever a process is killed, its file is intact, the next process resumes from it, and no
// temporary files of killed processes remain.
func TestKills(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a")
	_, kills := testkit.KillAndResume(t, testkit.KillPlan{
		Binary: os.Args[0], Env: []string{asChild + "=1"}, Checkpoint: path,
		Args:  func(bool, int) []string { return []string{path} },
		Kills: 12, Least: time.Millisecond, Spread: 4 * time.Millisecond, Limit: time.Minute, Seed: 1,
	})
	if kills == 0 {
		t.Error("never killed")
	}
	if step, err := savedStep(path); err != nil || step != saves {
		t.Errorf("ended at step %d (%v), want %d", step, err, saves)
	}
	if runtime.GOOS != "js" {
		alone(t, folder, "a")
	}
}

// Write removes temporary files that dead processes left for the same file, and no other files.
func TestSweep(t *testing.T) {
	dead := exec.Command(os.Args[0], "-test.run", "^$")
	if err := dead.Run(); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	left := fmt.Sprintf(".a.tourmaline-%d-x", dead.Process.Pid)
	others := []string{
		".a.tourmaline-" + strconv.Itoa(os.Getppid()) + "-x", // this process is alive
		".a.tourmaline-nobody-x",
		".b.tourmaline-" + strconv.Itoa(dead.Process.Pid) + "-x",
	}
	for _, name := range append(others, left) {
		testkit.WriteFile(t, filepath.Join(folder, name), "")
	}
	if err := OS().Write(filepath.Join(folder, "a"), text("")); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(folder, left)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is still there (%v)", left, err)
	}
	for _, name := range others {
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
			t.Error(err)
		}
	}
}
