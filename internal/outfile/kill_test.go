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

// asChild is the variable that makes this test binary behave as a search that saves
// itself after every step.
const asChild = "TOURMALINE_TEST_CHILD"

// saves is how often it does.
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

// saveOften writes states from the one after that in the file on.
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

// stateText is a step, a state that grows, and a checksum.
func stateText(step int) string {
	s := fmt.Sprintf("%d\n%s\n", step, strings.Repeat("state", 100*step))
	return fmt.Sprintf("%s%x", s, sha256.Sum256([]byte(s)))
}

// savedStep is the step of a file that is whole.
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

// Whenever a process is killed, its file is whole, the next process goes on, and nothing
// is left of the killed ones.
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

// What dead processes have left of the same file is removed, and nothing else.
func TestSweep(t *testing.T) {
	dead := exec.Command(os.Args[0], "-test.run", "^$")
	if err := dead.Run(); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	left := fmt.Sprintf(".a.tourmaline-%d-x", dead.Process.Pid)
	others := []string{
		".a.tourmaline-" + strconv.Itoa(os.Getppid()) + "-x", // lives
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
