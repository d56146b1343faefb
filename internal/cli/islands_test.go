//go:build unix

package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/outfile"
	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// Islands run on several workers. If a worker is killed, another one continues its island, and the
// best result counts.
func TestIslandsRunOnWorkers(t *testing.T) {
	s := newTestService(t)
	cities := s.cities()
	s.start("--slots", "0", "--engine-listen", "127.0.0.1:0", "--ack-wait", "1s")
	victim := s.worker()
	solve := begin(t, s.binary, "solve", cities, "--islands", "2", "-a", "ils", "--seed", "5", "--max-steps", "3000", "--format", "json", "--progress", "json", "--server", s.url)
	s.worker()
	solve.searching()
	victim.signal(syscall.SIGKILL)
	s.worker()
	if code := solve.ends(); code != 0 {
		t.Fatalf("exit code %d: %s", code, solve.errs.String())
	}
	var result struct {
		Cost float64
		Seed uint64
	}
	if err := json.Unmarshal(solve.out.Bytes(), &result); err != nil {
		t.Fatal(err)
	}
	if errs := solve.errs.String(); strings.Count(errs, " at "+s.url) != 2 || strings.Contains(errs, "tourmaline:") {
		t.Errorf("the command said: %s", errs)
	}
	var jobs []struct{ Digest struct{ Cost float64 } }
	if err := json.Unmarshal([]byte(s.run("jobs", "list", "--format", "json", "--server", s.url)), &jobs); err != nil || len(jobs) != 2 {
		t.Fatalf("%d jobs: %v", len(jobs), err)
	}
	lowest := min(jobs[0].Digest.Cost, jobs[1].Digest.Cost)
	if result.Cost != lowest || result.Seed != 5 && result.Seed != 6 {
		t.Errorf("the result costs %v with seed %d, expected %v", result.Cost, result.Seed, lowest)
	}
}

func TestIslandsAreRefused(t *testing.T) {
	dir := t.TempDir()
	square, board := filepath.Join(dir, "square.csv"), filepath.Join(dir, "q.dat")
	testkit.WriteFile(t, square, "x,y\n0,0\n0,1\n1,1\n1,0\n")
	testkit.WriteFile(t, board, "2\n0 1\n1 0\n0 1\n1 0\n")
	for _, c := range []struct{ args, want string }{
		{"solve " + square + " --islands 2", "--islands needs --server"},
		{"solve " + square + " --islands 2 --view", "--islands cannot be combined with --view"},
		{"solve " + square + " --islands 0 --server http://127.0.0.1:1", "--islands: expected 1 to 1000, found 0"},
		{"solve " + board + " --islands 2 --server http://127.0.0.1:1", "--islands: only jobs for tours"},
		{"solve " + square + " --round-steps 5", "--round-steps needs --server and --islands"},
		{"solve " + square + " --round-steps 5 --server http://127.0.0.1:1", "--round-steps needs --islands"},
		{"solve " + square + " --islands 2 --round-steps 5 --server http://127.0.0.1:1", "--max-steps: rounds need a number of steps"},
		{"solve " + square + " --islands 2 --round-steps -1 --max-steps 10 --server http://127.0.0.1:1", "expected a whole number of at least 1"},
		{"solve " + square + " --islands 2 --round-steps 5 --max-steps 10 -t 1m --server http://127.0.0.1:1", "cannot be combined with limits of time"},
		{"jobs submit " + square + " --islands 2 --key k --server http://127.0.0.1:1", "--key: expected a single job, found 2"},
		{"jobs submit " + square + " --archipelago Pacific --server http://127.0.0.1:1", "--archipelago: expected 1 to 64 lower-case letters"},
	} {
		var errs bytes.Buffer
		code := streams{io.Discard, &errs, outfile.OS()}.main(strings.Fields(c.args))
		if code != exitUsage || !strings.Contains(errs.String(), c.want) {
			t.Errorf("%s: exit code %d: %s", c.args, code, errs.String())
		}
	}
}
