//go:build figures

package service_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/tourmaline-opt/tourmaline/internal/testkit"
)

// mostLost is the maximum share of its steps that a search may lose by running as a job.
const mostLost = 0.03

// After the same number of steps, a job reaches the same cost as the solve command. In the same
// time, it makes about as many steps, including checkpoints. Runs of both kinds alternate. The test
// compares each pair by the processor time of the whole process for equal work. It only logs
// wall-clock times, which are unreliable on a busy machine. TOURMALINE_SECONDS is the time limit of
// each search.
func TestOverheadFigures(t *testing.T) {
	file := filepath.Join(testkit.Data(t), "tsplib", "d18512.tsp")
	binary := command(t)
	s := serve(t, binary, t.TempDir(), "--slots", "1", "-j", "1")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	data, err := s.ask("POST", "/v1/instances?file=d18512.tsp", string(text), nil, http.StatusCreated)
	if err != nil {
		t.Fatal(err)
	}
	var u struct{ Hash string }
	if err := json.Unmarshal(data, &u); err != nil {
		t.Fatal(err)
	}
	both := func(flag, settings string) (alone, job outcome) {
		return solveAlone(t, binary, file, flag), s.solveJob(t, u.Hash, settings)
	}
	var equal []float64
	for range 5 {
		alone, job := both("--max-steps=300", `"seed":1,"max_steps":300`)
		t.Logf("300 steps: alone %v, as a job %v", alone, job)
		if alone.Cost != job.Cost || alone.Steps != job.Steps {
			t.Errorf("a job reaches %v, a solve %v", job, alone)
		}
		equal = append(equal, alone.Processor/job.Processor)
	}
	slices.Sort(equal)
	t.Logf("steps for the same processor time, as a job for each alone: median %.3f, from %.3f to %.3f", equal[2], equal[0], equal[4])
	if equal[2] < 1-mostLost {
		t.Errorf("a job makes %.3f of the steps for its processor time, expected at least %.3f", equal[2], 1-mostLost)
	}
	seconds := 60
	if n, err := strconv.Atoi(os.Getenv("TOURMALINE_SECONDS")); err == nil {
		seconds = n
	}
	var clock []float64
	for range 5 {
		alone, job := both(fmt.Sprintf("--time-limit=%ds", seconds), fmt.Sprintf(`"seed":1,"time_limit":"%ds"`, seconds))
		t.Logf("%d s: alone %v, as a job %v", seconds, alone, job)
		clock = append(clock, float64(job.Steps)/float64(alone.Steps))
	}
	slices.Sort(clock)
	t.Logf("steps in the same time, as a job for each alone: median %.3f, from %.3f to %.3f", clock[2], clock[0], clock[4])
}

// An outcome holds the result of a search.
type outcome struct {
	Cost      float64
	Steps     int
	Processor float64 `json:"-"` // processor time of the process, in seconds
}

func solveAlone(t *testing.T, binary, file, limit string) (o outcome) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "result.json")
	c := exec.CommandContext(t.Context(), binary, "solve", file, "--seed=1", "-j1", "-q", "-o", out, limit)
	if said, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	data, err := os.ReadFile(out)
	if err == nil {
		err = json.Unmarshal(data, &o)
	}
	if err != nil {
		t.Fatal(err)
	}
	o.Processor = (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
	return o
}

func (s served) solveJob(t *testing.T, hash, settings string) outcome {
	t.Helper()
	before := s.processor(t)
	a, err := s.submit(fmt.Sprintf(`{"instance":%q,"file":"d18512.tsp","settings":{%s}}`, hash, settings), false)
	if err != nil {
		t.Fatal(err)
	}
	// Read one event stream, which ends with the job. Polling would count as work of the job.
	if _, err := s.ask("GET", "/v1/jobs/"+a.ID+"/events", "", nil, http.StatusOK); err != nil {
		t.Fatal(err)
	}
	data, err := s.ask("GET", "/v1/jobs/"+a.ID, "", nil, http.StatusOK)
	if err == nil {
		err = json.Unmarshal(data, &a)
	}
	if err != nil || a.State != "done" {
		t.Fatal(a, err)
	}
	return outcome{a.Digest.Cost, a.Digest.Steps, s.processor(t) - before}
}
