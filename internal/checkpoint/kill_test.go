package checkpoint

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// asChild is the variable that makes this test binary behave as a search that saves
// itself after every step.
const asChild = "TOURMALINE_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(asChild) == "" {
		os.Exit(m.Run())
	}
	if err := saveOften(os.Args[1], os.Args[2] == "resume"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// saveOften does 150 steps, from the one that the file has.
func saveOften(path string, resume bool) error {
	h := sample()
	h.Step = 0
	if resume {
		saved, _, err := Load(path)
		if err != nil {
			return err
		}
		h = saved
	}
	for h.Step < 150 {
		h.Step++
		data, err := Encode(h, []byte(strings.Repeat("state", 100*h.Step)))
		if err != nil {
			return err
		}
		if err := Save(path, data); err != nil {
			return err
		}
	}
	return nil
}

// Whenever a process is killed, its file is whole and the next process goes on.
func TestSaveSurvivesKills(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	_, kills := testkit.KillAndResume(t, testkit.KillPlan{
		Binary: os.Args[0], Env: []string{asChild + "=1"}, Checkpoint: path,
		Args: func(resume bool, _ int) []string {
			if resume {
				return []string{path, "resume"}
			}
			return []string{path, "start"}
		},
		Kills: 12, Least: time.Millisecond, Spread: 4 * time.Millisecond, Limit: time.Minute, Seed: 1,
	})
	if kills == 0 {
		t.Error("never killed")
	}
	h, payload, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if h.Step != 150 || len(payload) != 500*150 {
		t.Errorf("ended at step %d with %d bytes, want 150 with %d", h.Step, len(payload), 500*150)
	}
}
