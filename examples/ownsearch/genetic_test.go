package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tourmaline-opt/tourmaline"
	"github.com/tourmaline-opt/tourmaline/tsp"
)

// The algorithm improves tours, paths and paths with fixed edges. The solver rejects any tour that
// lacks a fixed edge or has the wrong ends.
func TestGenetic(t *testing.T) {
	in, _ := tsp.Generate(tsp.Uniform, 100, 1)
	path, _ := in.Path(7, 3)
	fixed, err := path.FixEdges([][2]int32{{0, 5}, {5, 9}, {20, 40}})
	if err != nil {
		t.Fatal(err)
	}
	for name, in := range map[string]*tsp.Instance{"tour": in, "path": path, "path with fixed edges": fixed} {
		var costs []float64
		for _, steps := range []int{12, 240} {
			r, err := tourmaline.Solve(t.Context(), tourmaline.Tours(in, own), tourmaline.Config{Algorithm: "genetic", Limits: tourmaline.Limits{Steps: steps}})
			if err != nil {
				t.Fatal(err)
			}
			costs = append(costs, r.Cost)
		}
		if costs[1] >= costs[0] {
			t.Errorf("%s: costs %v: crossing has found nothing", name, costs)
		}
	}
}

// A search that is killed and resumed has the same result as an uninterrupted one.
func TestKilledAndResumed(t *testing.T) {
	if os.Getenv("OWNSEARCH") != "" {
		os.Args = append([]string{"ownsearch"}, strings.Fields(os.Getenv("OWNSEARCH"))...)
		main()
		return
	}
	const steps = 1000
	file := filepath.Join(t.TempDir(), "checkpoint")
	killed := exec.Command(os.Args[0], "-test.run=TestKilledAndResumed")
	killed.Env = append(os.Environ(), fmt.Sprintf("OWNSEARCH=%s %d", file, steps))
	if err := killed.Start(); err != nil {
		t.Fatal(err)
	}
	for began := time.Now(); time.Since(began) < 30*time.Second; time.Sleep(time.Millisecond) {
		if data, err := os.ReadFile(file); err == nil && bytes.Contains(data, []byte(`"step":1`)) {
			break // step 1, or a later step whose number starts with 1
		}
	}
	_ = killed.Process.Kill()
	if err := killed.Wait(); err == nil {
		t.Fatal("the search ended before it was killed")
	}
	again, err := run(file, steps)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := run(filepath.Join(t.TempDir(), "whole"), steps)
	if err != nil || again.Cost != whole.Cost || again.Steps != steps || fmt.Sprint(again.Order()) != fmt.Sprint(whole.Order()) {
		t.Errorf("resumed %v after %d steps, unbroken %v, %v", again.Cost, again.Steps, whole.Cost, err)
	}
}

// TestCompared compares the algorithm with built-in ones.
func TestCompared(t *testing.T) {
	var records bytes.Buffer
	for shape := range tsp.Shapes() {
		in, err := tsp.Generate(tsp.Shapes()[shape], 100, 1)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(3) {
			for _, algorithm := range []string{"genetic", "ils", "eax"} {
				cfg := tourmaline.Config{Algorithm: algorithm, Seed: seed, Limits: tourmaline.Limits{Steps: 5}}
				r, err := tourmaline.Solve(t.Context(), tourmaline.Tours(in, own), cfg)
				if err == nil {
					err = tourmaline.WriteRecord(&records, "", r)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	file := filepath.Join(t.TempDir(), "runs.ndjson")
	if err := os.WriteFile(file, records.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	compare := exec.Command("go", "run", "./cmd/tourmaline", "compare", file)
	compare.Dir = filepath.Join("..", "..")
	text, err := compare.CombinedOutput()
	for _, name := range []string{"genetic", "ils", "eax"} {
		if err != nil || !bytes.Contains(text, []byte(name)) {
			t.Fatalf("%v, without %s:\n%s", err, name, text)
		}
	}
}
